// Where confirmation cards appear: in a frame of their own where the server offers one, else in the page itself.

import { createCardStage } from "./card.js";
import { createFrameStage } from "./frame_stage.js";

/** Make the stage of this page. The options are those of `createCardStage`. */
export function createStage(options) {
  const basic = createCardStage(options);
  const framed = createFrameStage(options);
  let last = basic;
  return {
    show(card) {
      last = card.url ? framed : basic;
      last.show(card);
    },
    close: (ending) => last.close(ending),
    dispose() {
      basic.dispose();
      framed.dispose();
    },
  };
}

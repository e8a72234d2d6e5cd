// Stands in for the card: it only remembers what it was told.

export function createStage({ send, words, announce }) {
  const stage = { shown: [], closed: [], disposed: false, send, words, announce };
  window.stage = stage;
  return {
    show: (card) => stage.shown.push(card),
    close: (ending) => stage.closed.push(ending),
    dispose: () => (stage.disposed = true),
  };
}

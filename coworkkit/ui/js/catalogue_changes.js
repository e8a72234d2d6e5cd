// What came into the catalogue and what went out of it, for as long as that is news.

const NEWS_MS = 60_000;
const MOST_GONE = 20;

const looks = ({ control, origin, kind, element, needs_hand, description }) =>
  JSON.stringify([control, origin, kind, element, needs_hand, description]);

/** Begin with nothing new: `marks` says of a name "came" or "changed", `gone` lists what went. */
export const noNews = () => ({ marks: new Map(), gone: [] });

/** Compare two lists of actions and return the news, with older news that is still fresh. */
export function newsOf(before, after, old, now) {
  const fresh = (mark) => now - mark.at < NEWS_MS;
  const known = new Map(before.map((action) => [action.name, action]));
  const names = new Set(after.map((action) => action.name));
  const marks = new Map([...old.marks].filter(([name, mark]) => names.has(name) && fresh(mark)));
  const went = before.filter((action) => !names.has(action.name)).map((action) => ({ action, at: now }));
  for (const action of after) {
    const was = known.get(action.name);
    if (was === undefined) marks.set(action.name, { what: "came", at: now });
    else if (looks(was) !== looks(action)) marks.set(action.name, { what: "changed", at: now });
  }
  const still = old.gone.filter((one) => fresh(one) && !names.has(one.action.name));
  return { marks, gone: [...still, ...went].slice(-MOST_GONE) };
}

/** When the oldest news stops being news, in milliseconds from now; null where there is none. */
export function freshFor(news, now) {
  const times = [...news.marks.values(), ...news.gone].map((mark) => mark.at + NEWS_MS - now);
  return times.length ? Math.max(0, Math.min(...times)) : null;
}

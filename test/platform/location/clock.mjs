/**
 * Replaces the real clock with one that tests set, and makes long timers follow it. The entry module imports this
 * module before the Worker, so the Worker never sees the real clock. Timers under five seconds follow real time,
 * because they belong to a single request.
 */
const realNow = Date.now;
const realTimeout = globalThis.setTimeout;
const realClear = globalThis.clearTimeout;
const LONG = 5_000;
let set = 0;
/** The long timers that have neither fired nor been cleared, with the time at which they are due. */
const longTimers = new Map();

Date.now = () => set || realNow();

globalThis.setTimeout = (callback, delay = 0, ...parameters) => {
  if (delay < LONG) return realTimeout(callback, delay, ...parameters);
  const run = () => {
    if (longTimers.delete(timer)) callback(...parameters);
  };
  const timer = realTimeout(run, delay);
  longTimers.set(timer, { at: Date.now() + delay, run });
  return timer;
};

globalThis.clearTimeout = (timer) => {
  longTimers.delete(timer);
  realClear(timer);
};

/** @param {number} now Milliseconds since 1970. */
export function setClock(now) {
  set = now;
  for (const { at, run } of longTimers.values()) if (at <= now) run();
}

/** Returns the number of long timers that have neither fired nor been cleared. */
export function countLongTimers() {
  return longTimers.size;
}

/**
 * A clock that a test sets, and timers that follow it. The entry imports it before the Worker, which
 * therefore never sees another one. A short timer belongs to its request, and follows the real time.
 */
const realNow = Date.now;
const realTimeout = globalThis.setTimeout;
const realClear = globalThis.clearTimeout;
const LONG = 5_000;
let set = 0;
/** Timers that have neither run nor been cleared, with their delay. */
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

/** Returns the number of timers for a time that the test has not reached yet. */
export function countLongTimers() {
  return longTimers.size;
}

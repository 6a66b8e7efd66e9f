/** A clock that a test sets. The entry imports it before the Worker, which so never sees another one. */
const realNow = Date.now;
const realTimeout = globalThis.setTimeout;
const realClear = globalThis.clearTimeout;
/** Milliseconds. A timer this long is not for the request that set it. */
const LONG = 10_000;
let set = 0;
/** Those that have neither run nor been cleared. */
const longTimers = new Set();

Date.now = () => set || realNow();

globalThis.setTimeout = (callback, delay = 0, ...parameters) => {
  if (delay < LONG) return realTimeout(callback, delay, ...parameters);
  const timer = realTimeout(() => {
    longTimers.delete(timer);
    callback(...parameters);
  }, delay);
  longTimers.add(timer);
  return timer;
};

globalThis.clearTimeout = (timer) => {
  longTimers.delete(timer);
  realClear(timer);
};

/** @param {number} now Milliseconds since 1970. */
export function setClock(now) {
  set = now;
}

/** How many timers are under way that no test waits for. */
export function countLongTimers() {
  return longTimers.size;
}

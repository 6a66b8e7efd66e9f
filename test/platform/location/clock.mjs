/** A clock that a test sets. The entry imports it before the Worker, which so never sees another one. */
const realNow = Date.now;
const realTimeout = globalThis.setTimeout;
/** Milliseconds. A timer this long is not for the request that set it. */
const LONG = 10_000;
let set = 0;
let longTimers = 0;

Date.now = () => set || realNow();

globalThis.setTimeout = (callback, delay = 0, ...parameters) => {
  if (delay < LONG) return realTimeout(callback, delay, ...parameters);
  longTimers += 1;
  return realTimeout(() => {
    longTimers -= 1;
    callback(...parameters);
  }, delay);
};

/** @param {number} now Milliseconds since 1970. */
export function setClock(now) {
  set = now;
}

/** How many timers are under way that no test waits for. */
export function countLongTimers() {
  return longTimers;
}

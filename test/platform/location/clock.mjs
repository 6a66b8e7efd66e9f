/** A clock that a test sets. The entry imports it before the Worker, which so never sees another one. */
const real = Date.now;
let set = 0;

Date.now = () => set || real();

/** @param {number} now Milliseconds since 1970. */
export function setClock(now) {
  set = now;
}

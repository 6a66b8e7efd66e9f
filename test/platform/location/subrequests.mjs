/**
 * Counts what the platform's limit counts: requests to other servers, and calls of the Cache API, which share it
 * (workers/platform/limits, "Subrequests" and "Cache API limits"). D1 has a limit of its own.
 */
const realFetch = globalThis.fetch;
let count = 0;

Object.defineProperty(globalThis, "fetch", {
  /** @param {Parameters<typeof fetch>} parameters */
  value: async (...parameters) => {
    count += 1;
    return await realFetch(...parameters);
  },
});

export function countSubrequest() {
  count += 1;
}

/** So far, of all requests. */
export function countSubrequests() {
  return count;
}

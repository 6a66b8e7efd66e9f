/**
 * Counts subrequests: requests to other servers and Cache API calls, which share a limit
 * (workers/platform/limits, "Subrequests" and "Cache API limits"). D1 has a separate limit.
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

/** Returns the number so far, of all requests. */
export function countSubrequests() {
  return count;
}

/**
 * Counts requests to other servers and Cache API calls, which share a limit (workers/platform/limits, "Subrequests"
 * and "Cache API limits"). D1 has its own limit.
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

/** Returns the number of subrequests of all requests so far. */
export function countSubrequests() {
  return count;
}

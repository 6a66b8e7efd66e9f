/**
 * Counts requests to other servers and Cache API calls, because they share a limit
 * (developers.cloudflare.com/workers/platform/limits, "Subrequests" and "Cache API limits"). D1 queries have a limit
 * of their own.
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

/** Returns the number of subrequests that all requests have made so far. */
export function countSubrequests() {
  return count;
}

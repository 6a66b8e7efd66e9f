/** Wraps the Cache API of a data centre, so that entries expire by the test's clock. */
import { env } from "cloudflare:workers";

import { countSubrequest } from "./subrequests.mjs";

const ENDS = "Test-Ends";
const real = globalThis.caches;

/** @param {RequestInfo} key */
function ofThisLocation(key) {
  const url = new URL(typeof key === "string" ? key : key.url);
  url.hostname = `${env.LOCATION}.${url.hostname}`;
  return url.href;
}

/** @param {() => Promise<Cache>} open */
function byTestClock(open) {
  return {
    /** @param {RequestInfo} key @param {Response} response */
    async put(key, response) {
      countSubrequest();
      const lifetime = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1] ?? "0";
      const stored = new Response(response.body, response);
      stored.headers.set(ENDS, String(Date.now() + Number(lifetime) * 1_000));
      await (await open()).put(ofThisLocation(key), stored);
    },

    /** @param {RequestInfo} key */
    async match(key) {
      countSubrequest();
      const stored = await (await open()).match(ofThisLocation(key));
      if (stored === undefined) return undefined;
      if (Number(stored.headers.get(ENDS)) <= Date.now()) {
        await stored.body?.cancel();
        return undefined;
      }
      const response = new Response(stored.body, stored);
      response.headers.delete(ENDS);
      return response;
    },

    /** @param {RequestInfo} key */
    async delete(key) {
      countSubrequest();
      return await (await open()).delete(ofThisLocation(key));
    },
  };
}

Object.defineProperty(globalThis, "caches", {
  value: {
    default: byTestClock(async () => real.default),
    /** @param {string} name */
    open: async (name) => byTestClock(() => real.open(name)),
  },
});

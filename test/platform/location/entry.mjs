/**
 * The built Worker as a location of the platform runs it: by the test's clock, and with a cache
 * in front that it can purge. `http://location.test/` says how much work of `waitUntil`
 * is left, long timers aside, and `http://location.test/subrequests` how many there were so far.
 */
import { countLongTimers, setClock } from "./clock.mjs";
import "./cache.mjs";
import worker from "../entry.mjs";
import { countSubrequests } from "./subrequests.mjs";

let pending = 0;

export default {
  /** @param {Request} request @param {Record<string, any>} env @param {ExecutionContext} context */
  async fetch(request, env, context) {
    const { host, pathname } = new URL(request.url);
    if (host === "location.test") {
      const isCount = pathname === "/subrequests";
      return new Response(String(isCount ? countSubrequests() : pending - countLongTimers()));
    }
    setClock(Number(request.headers.get("Test-Now")));
    return await worker.fetch(request, env, withFront(context, env.FRONT));
  },
};

/** @param {ExecutionContext} context @param {Fetcher} front */
function withFront(context, front) {
  return {
    exports: context.exports,
    props: context.props,
    passThroughOnException: () => context.passThroughOnException(),
    /** @param {Promise<unknown>} work */
    waitUntil(work) {
      pending += 1;
      const done = () => {
        pending -= 1;
      };
      context.waitUntil(work.then(done, done));
    },
    cache: {
      /** @param {object} what */
      async purge(what) {
        const response = await front.fetch("http://front.test/", {
          method: "POST",
          body: JSON.stringify(what),
        });
        return await response.json();
      },
    },
  };
}

/**
 * The built Worker as a location of the platform runs it: by the test's clock, and with a cache
 * in front that it can purge. `http://location.test/` says how much work of `waitUntil`
 * is left, long timers aside, and `http://location.test/subrequests` how many there were so far. After
 * `http://location.test/replica` the database is read from a replica that lags behind, after `http://location.test/spent`
 * its quota is spent, until `http://location.test/primary`.
 */
import { countLongTimers, setClock } from "./clock.mjs";
import "./cache.mjs";
import worker from "../entry.mjs";
import { countSubrequests } from "./subrequests.mjs";

let pending = 0;
let nearest = "CATALOG_A";
/** One for all requests, as on the platform. */
let bindings;

export default {
  /** @param {Request} request @param {Record<string, any>} env @param {ExecutionContext} context */
  async fetch(request, env, context) {
    const { host, pathname } = new URL(request.url);
    if (host === "location.test") {
      const isCount = pathname === "/subrequests";
      if (pathname === "/replica") nearest = "REPLICA";
      if (pathname === "/spent") nearest = "SPENT";
      if (pathname === "/primary") nearest = "CATALOG_A";
      return new Response(String(isCount ? countSubrequests() : pending - countLongTimers()));
    }
    setClock(Number(request.headers.get("Test-Now")));
    bindings ??= { ...env, CATALOG_A: replicated(env) };
    return await worker.fetch(request, bindings, withFront(context, env.FRONT));
  },
};

/**
 * d1/best-practices/read-replication, "Sessions API": the first query of a session goes to the primary if that is asked for,
 * else to any instance, which may be arbitrarily old.
 *
 * @param {Record<string, any>} env
 */
function replicated(env) {
  return {
    /** @param {string} constraint */
    withSession(constraint) {
      if (nearest === "SPENT") return SPENT;
      return env[constraint === "first-primary" ? "CATALOG_A" : nearest].withSession(constraint);
    },
  };
}

/** changelog/d1/2026-09-01-d1-free-tier-limit-enforcement: every query fails, until midnight UTC. */
const refuse = () =>
  Promise.reject(
    new Error(
      "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
    ),
  );
const SPENT = { prepare: () => ({ bind: () => ({ all: refuse }) }), batch: refuse };

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

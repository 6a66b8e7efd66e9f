/**
 * The built Worker in a data centre, with the test's clock and a CDN cache that it can purge. Requests to
 * `http://location.test/` are for this module. `/subrequests`, `/queries` and `/calls` return counts, and `/primary`,
 * `/replica`, `/spent`, `/failing` and `/silent` select the database instance for reads. `/timers` sets the clock, if
 * there is one in the request, and returns the number of long timers that are still waiting. Other paths return the
 * number of pending `waitUntil` tasks, not counting tasks that wait for a long timer.
 */
import { countLongTimers, setClock } from "./clock.mjs";
import "./cache.mjs";
import worker from "../entry.mjs";
import { countSubrequests } from "./subrequests.mjs";

let pending = 0;
let queries = 0;
let calls = 0;
let instance = "primary";
/** The bindings, which all requests of an isolate share. */
let bindings;

export default {
  /** @param {Request} request @param {Record<string, any>} env @param {ExecutionContext} context */
  async fetch(request, env, context) {
    const { host, pathname } = new URL(request.url);
    if (host === "location.test") {
      if (pathname === "/queries") return new Response(String(queries));
      if (pathname === "/timers") {
        if (request.headers.has("Test-Now")) setClock(Number(request.headers.get("Test-Now")));
        return new Response(String(countLongTimers()));
      }
      if (pathname === "/calls") return new Response(String(calls));
      const isCount = pathname === "/subrequests";
      if (/^\/(?:primary|replica|spent|failing|silent)$/.test(pathname)) instance = pathname.slice(1);
      return new Response(String(isCount ? countSubrequests() : pending - countLongTimers()));
    }
    setClock(Number(request.headers.get("Test-Now")));
    bindings ??= { ...env, ...databasesOf(env) };
    return await worker.fetch(request, bindings, withFront(context, env.FRONT));
  },
};

/** @param {Record<string, any>} env */
function databasesOf(env) {
  const names = ["CATALOG_A", "CATALOG_B", "CONTROL"].filter((name) => name in env);
  return Object.fromEntries(names.map((name) => [name, database(env, name)]));
}

/**
 * Returns a database whose sessions only begin at the primary if the Worker requests it. The first query of any other
 * session may go to any instance, however old (developers.cloudflare.com/d1/best-practices/read-replication,
 * "Sessions API").
 *
 * @param {Record<string, any>} env @param {string} name
 */
function database(env, name) {
  return {
    /** @param {string} constraint */
    withSession(constraint) {
      if (instance in REFUSALS) return refusing(REFUSALS[instance]);
      const isOld = instance === "replica" && name !== "CONTROL" && constraint !== "first-primary";
      return counted(env[isOld ? "REPLICA" : name].withSession(constraint));
    },
  };
}

/**
 * Counts each statement of a batch as a query (developers.cloudflare.com/d1/platform/limits, "Queries per Worker
 * invocation").
 * @param {D1DatabaseSession} session
 */
function counted(session) {
  return {
    /** @param {string} sql */
    prepare(sql) {
      const statement = session.prepare(sql);
      return {
        /** @param {unknown[]} parameters */
        bind(...parameters) {
          const bound = statement.bind(...parameters);
          const all = bound.all.bind(bound);
          bound.all = () => {
            queries += 1;
            calls += 1;
            return all();
          };
          return bound;
        },
      };
    },
    /** @param {D1PreparedStatement[]} statements */
    batch(statements) {
      queries += statements.length;
      calls += 1;
      return session.batch(statements);
    },
  };
}

const REFUSALS = {
  // D1 rejects every query until midnight UTC
  // (developers.cloudflare.com/changelog/d1/2026-09-01-d1-free-tier-limit-enforcement).
  spent:
    "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
  // An error for which Cloudflare does not recommend a retry (developers.cloudflare.com/d1/observability/debug-d1,
  // "Error list").
  failing: "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  silent: "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
};

/** @param {string} message */
function refusing(message) {
  const refuse = async () => {
    while (instance === "silent") await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error(message);
  };
  return { prepare: () => ({ bind: () => ({ all: refuse }) }), batch: refuse };
}

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
    cache: { purge: calling(front, "purge"), invalidate: calling(front, "invalidate") },
  };
}

/** @param {Fetcher} front @param {"purge" | "invalidate"} method */
function calling(front, method) {
  /** @param {object} what */
  return async (what) => {
    const response = await front.fetch(`http://front.test/${method}`, {
      method: "POST",
      body: JSON.stringify(what),
    });
    return await response.json();
  };
}

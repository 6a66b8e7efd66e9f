/** Opens a catalog on any D1, for tests in workerd and for benchmarks in Node. */

import type { Context } from "../../worker/cache/resource.ts";
import { CATALOG_FUNCTIONS, type Catalog, createCatalog } from "../../worker/catalog/catalog.ts";
import type { Slots } from "../../worker/catalog/generations.ts";
import type { RetryOptions } from "../../worker/source/d1.ts";
import { type BoundFunctions, bindFunctions } from "../source/functions.ts";

export type Databases = D1Database | Slots;

/** Returns a catalog. Without slots, the database is live. */
export function catalogIn(
  databases: Databases,
  retries: RetryOptions = {},
  now = Date.now,
): Catalog<Pick<Context, "timed">> {
  const slots: Slots =
    "live" in databases
      ? databases
      : {
          databases: { A: databases, B: databases },
          live: async () => ({ slot: "A", sourceVersion: null, writes: 0 }),
        };
  return createCatalog({ ...slots, live: (_context, how) => slots.live(how), now, retries });
}

/**
 * Returns the functions of the catalog as a new request gets them, because a list counts the statements of its
 * request.
 */
export function openCatalogIn(
  databases: Databases,
  now = Date.now,
): BoundFunctions<typeof CATALOG_FUNCTIONS> {
  const catalog = catalogIn(databases, {}, now);
  const context: Pick<Context, "timed"> = { timed: (_source, work) => work() };
  return bindFunctions(CATALOG_FUNCTIONS, (name, query) => catalog.load(context, name, query));
}

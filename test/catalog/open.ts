/** Opens a catalog on any D1 database, for tests in workerd and for benchmarks in Node. */

import type { Context } from "../../worker/cache/resource.ts";
import { CATALOG_FUNCTIONS, type Catalog, createCatalog } from "../../worker/catalog/catalog.ts";
import type { Slots } from "../../worker/catalog/generations.ts";
import type { RetryOptions } from "../../worker/source/d1.ts";
import { type BoundFunctions, bindFunctions } from "../source/functions.ts";

export type Databases = D1Database | Slots;

/** Creates a catalog. If `from` is a single database, it is the live one. */
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

/** Opens the catalog for a new request, because each request limits its own number of statements. */
export function openCatalogIn(
  databases: Databases,
  now = Date.now,
): BoundFunctions<typeof CATALOG_FUNCTIONS> {
  const catalog = catalogIn(databases, {}, now);
  const context: Pick<Context, "timed"> = { timed: (_source, work) => work() };
  return bindFunctions(CATALOG_FUNCTIONS, (name, query) => catalog.load(context, name, query));
}

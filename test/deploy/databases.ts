import type { Database } from "../../tools/deploy/target.ts";

/** As in wrangler.toml. */
export const DATABASES: readonly Database[] = [
  { binding: "CATALOG_A", name: "marquee-catalog" },
  { binding: "CATALOG_B", name: "marquee-catalog-b" },
  { binding: "CONTROL", name: "marquee-control" },
];

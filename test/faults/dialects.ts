/** Every dialect keeps the promises about a failing upstream. */
import type { FaultyUpstream } from "./upstream.ts";

export interface TestedDialect {
  readonly name: "contract" | "tmdb";
  /** A key in the dialect's form. */
  readonly key: string;
  settings(upstream: FaultyUpstream): Record<string, string>;
}

export const DIALECTS = [
  {
    name: "contract",
    // Contains characters that URLs and JSON encode differently.
    key: 'canary/7f&"3 é+x',
    settings: ({ url }) => ({ UPSTREAM_BASE_URL: url }),
  },
  {
    name: "tmdb",
    key: "canary7f30123456789abcdef",
    settings: ({ host }) => ({
      UPSTREAM_DIALECT: "tmdb",
      UPSTREAM_BASE_URL: `http://${host}/3`,
      UPSTREAM_API_KEY: "0123456789abcdef0123456789abcdef",
    }),
  },
] as const satisfies readonly TestedDialect[];

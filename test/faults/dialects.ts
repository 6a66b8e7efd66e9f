/** The dialects of an upstream. Both must handle a failing upstream in the same way. */
import type { FaultyUpstream } from "./upstream.ts";

export interface TestedDialect {
  readonly name: "contract" | "tmdb";
  /** The key that the server sends to the upstream. */
  readonly key: string;
  settings(upstream: FaultyUpstream): Record<string, string>;
}

export const DIALECTS = [
  {
    name: "contract",
    // The key contains characters that URLs and JSON encode differently.
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

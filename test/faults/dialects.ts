/** The upstream dialects, all of which must handle a failing upstream in the same way. */
import type { FaultyUpstream } from "./upstream.ts";

export interface TestedDialect {
  readonly name: "contract" | "tmdb";
  /** A key that is valid for the dialect. */
  readonly key: string;
  settings(upstream: FaultyUpstream): Record<string, string>;
}

export const DIALECTS = [
  {
    name: "contract",
    // Contains characters that are encoded differently in URLs and in JSON.
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

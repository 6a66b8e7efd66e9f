/** The form of each setting: how its text is parsed, and the log message if that fails. */
import * as v from "valibot";
import { type FreshnessPolicy, parseFreshness } from "./cache/freshness.ts";
import { BEARER_TOKEN } from "./contract/key.ts";
import { isRedactable } from "./origins/transport/redaction.ts";

export interface Form<Value> {
  readonly schema: v.GenericSchema<string, Value>;
  /** Follows "must be" in a message, which never shows the value. */
  readonly must: string;
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Form<Word> {
  const schema = v.pipe(v.string(), v.picklist(words));
  return { schema, must: words.join(" or ") };
}

const HttpAddress = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.transform((text) => new URL(text)),
  v.check((address) => address.protocol === "http:" || address.protocol === "https:"),
  v.check(({ username, password }) => username === "" && password === ""),
);

export const HTTP_ADDRESS: Form<URL> = {
  schema: HttpAddress,
  must: "an http or https address without a user and a password",
};

/** No query: cache keys contain host and path only, and a query may contain a key. */
export const UPSTREAM_ADDRESS: Form<URL> = {
  schema: v.pipe(
    HttpAddress,
    v.check(({ search, hash }) => search === "" && hash === ""),
  ),
  must: `${HTTP_ADDRESS.must}, a query and a fragment`,
};

export const SITE_ADDRESS: Form<URL> = {
  schema: v.pipe(
    HttpAddress,
    v.check(({ pathname, search, hash }) => pathname === "/" && search === "" && hash === ""),
  ),
  must: "the site's scheme and host, as in https://marquee.example",
};

export const UPSTREAM_KEY: Form<string> = {
  schema: v.pipe(v.string(), v.check(isRedactable)),
  must: "16 characters or more, or 8 with a letter and a digit among them, without white space around it: a shorter one cannot be removed from responses without damage",
};

export const STRICT_TRANSPORT: Form<string> = {
  schema: v.pipe(v.string(), v.trim(), v.regex(/^max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?$/)),
  must: "as in max-age=63072000; includeSubDomains; preload",
};

/** At ten attempts a minute, 16 characters cannot be guessed. */
export const ADMIN_TOKEN: Form<string> = {
  schema: v.pipe(v.string(), v.minLength(16), v.regex(new RegExp(`^${BEARER_TOKEN}$`))),
  must: "16 characters or more of what a Bearer token can hold (RFC 6750): letters, digits and - . _ ~ + /, with = at the end only",
};

export const MILLISECONDS: Form<number> = {
  schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1), v.maxValue(60_000)),
  must: "milliseconds from 1 to 60000",
};

export const FRESHNESS: Form<FreshnessPolicy> = {
  schema: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): FreshnessPolicy => {
      const policy = parseFreshness(dataset.value);
      if (policy !== null) return policy;
      addIssue();
      return NEVER;
    }),
  ),
  must: "in the syntax of Cache-Control, as in max-age=3600, stale-if-error=86400",
};

export const KEY_DIGESTS: Form<string[]> = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map((digest) => digest.trim().toLowerCase())),
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  ),
  must: "a comma-separated list of SHA-256 digests in hex, with ACCESS=keyed or TMDB_API=keyed",
};

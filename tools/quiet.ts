/**
 * What the environment of the platform's and Astro's tools has to say, so that they ask nobody for
 * anything, report nothing and record no keys: by default astro reports each build, each local runtime asks
 * Cloudflare where it is, and wrangler (since 4.118.0) stores the full address of every request that a local Worker
 * receives or sends, with the keys in it. Some tools run within our own process: `silence()` sets it there.
 */
export const QUIET = {
  CI: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  X_LOCAL_OBSERVABILITY: "false",
};

export function silence(): void {
  Object.assign(process.env, QUIET);
}

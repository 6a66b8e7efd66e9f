/**
 * Environment variables with which the tools of the platform and Astro contact nobody, report nothing and record no keys.
 * By default astro reports each build, each local runtime asks Cloudflare for its location, and wrangler (since 4.118.0)
 * stores the full URL of every request that a local Worker receives or sends, including keys.
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

/** For tools that run in our own process. */
export function silence(): void {
  Object.assign(process.env, QUIET);
}

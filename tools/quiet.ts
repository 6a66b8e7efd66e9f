/**
 * What the environment of the platform's and Astro's tools has to say, so that they ask nobody for
 * anything and report nothing: by default astro reports each build, and each local runtime asks
 * Cloudflare where it is. Some tools run within our own process: `silence()` sets it there.
 */
export const QUIET = {
  CI: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
};

export function silence(): void {
  Object.assign(process.env, QUIET);
}

/**
 * The site's host. A deployment has several, which the cache in front does not distinguish: absolute links use the host
 * of SITE_URL, and only pages requested under it may be stored there.
 */
import { type Config, DEFAULT_STRICT_TRANSPORT } from "../config.ts";

export interface Site {
  /** Scheme and host for absolute links. */
  readonly origin: string;
  /** Whether the request came to the host of SITE_URL. */
  readonly isCanonical: boolean;
  /** Whether search engines may list its pages. */
  readonly isListed: boolean;
  /** Value of the header Strict-Transport-Security. */
  readonly strictTransport: string;
}

/** Never throws: an invalid setting is reported where it is used. */
export function siteAt(url: URL, config: () => Config): Site {
  try {
    return siteOf(url, config());
  } catch {
    return siteOf(url, null);
  }
}

/** `config`: `null` if a setting is invalid; then every host is its own site. */
export function siteOf({ origin, hostname }: URL, config: Config | null): Site {
  const siteUrl = config?.siteUrl ?? null;
  const isCanonical = siteUrl !== null && siteUrl.origin === origin;
  // Without SITE_URL any host may be the site's. Those of the platform are for trying things out, and for previews.
  const isListed = (siteUrl === null || isCanonical) && !hostname.endsWith(".workers.dev");
  return {
    origin: siteUrl?.origin ?? origin,
    isCanonical,
    isListed,
    strictTransport: config?.strictTransport ?? DEFAULT_STRICT_TRANSPORT,
  };
}

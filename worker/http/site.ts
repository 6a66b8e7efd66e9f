/**
 * The site's host. One deployment answers under several, and the cache in front tells none of them
 * apart: absolute links name the one that SITE_URL says, and only pages asked for under it may be stored there.
 */
import { type Config, DEFAULT_STRICT_TRANSPORT } from "../config.ts";

export interface Site {
  /** Scheme and host for absolute links. */
  readonly origin: string;
  /** Whether the request came to the host that SITE_URL names. */
  readonly isCanonical: boolean;
  /** Whether search engines may list its pages. */
  readonly isListed: boolean;
  /** Whether this version was uploaded as a preview. */
  readonly isPreview: boolean;
  /** Value of the header Strict-Transport-Security. */
  readonly strictTransport: string;
}

/** The tag that `npm run deploy -- --preview` uploads a version with. */
const PREVIEW = "preview";

/** Never throws: a wrong setting is reported by whoever needs it. */
export function siteAt(url: URL, config: () => Config, version: WorkerVersionMetadata | undefined): Site {
  try {
    return siteOf(url, config(), version);
  } catch {
    return siteOf(url, null, version);
  }
}

/** `config`: `null` where a setting is wrong; then every host is its own. */
export function siteOf(
  { origin, hostname }: URL,
  config: Config | null,
  version: WorkerVersionMetadata | undefined,
): Site {
  const siteUrl = config?.siteUrl ?? null;
  const isCanonical = siteUrl !== null && siteUrl.origin === origin;
  // Without SITE_URL any host may be the site's but the platform's own.
  const isListed = siteUrl === null ? !hostname.endsWith(".workers.dev") : isCanonical;
  const isPreview = version?.tag === PREVIEW;
  return {
    origin: siteUrl?.origin ?? origin,
    isCanonical,
    isListed: isListed && !isPreview,
    isPreview,
    strictTransport: config?.strictTransport ?? DEFAULT_STRICT_TRANSPORT,
  };
}

/** Which version of the Worker answers, and what follows from its being a preview. */

/** The tag that `npm run deploy -- --preview` uploads a version with. */
const PREVIEW = "preview";

/** `version`: the platform's own word for what is running; absent where nothing binds it. */
export function nameVersion(headers: Headers, version: WorkerVersionMetadata | undefined): void {
  if (version === undefined) return;
  headers.set("Marquee-Version", version.id);
  // A preview is the same site at another address: search engines are to know one only.
  if (version.tag === PREVIEW) headers.set("X-Robots-Tag", "noindex");
}

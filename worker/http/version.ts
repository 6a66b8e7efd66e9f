/** Which version of the Worker answers. */

/** `version`: the platform's own word for what is running; absent where nothing binds it. */
export function nameVersion(headers: Headers, version: WorkerVersionMetadata | undefined): void {
  if (version !== undefined) headers.set("Marquee-Version", version.id);
}

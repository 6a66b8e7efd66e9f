/** A strong entity-tag (RFC 9110 section 8.8.3): 128 bits of the body's SHA-256. */
export async function entityTag(body: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `"${digest.subarray(0, 16).toHex()}"`;
}

/**
 * Pages made at build time are the same under every host. Where an address on them has to be absolute they name
 * `BUILT_HOST`, and the Worker puts the site's own in its place as it sends them.
 */
import { BUILT_HOST } from "./addresses.ts";

/** The file with the host of the site, when it is a page; its entity-tag too: under another host it is another page. */
export async function withHost(file: Response, origin: string): Promise<Response> {
  if (!isPage(file) || file.status !== 200) return file;
  const hosted = new Response((await file.text()).replaceAll(BUILT_HOST, origin), file);
  const entityTag = file.headers.get("ETag");
  if (entityTag !== null) hosted.headers.set("ETag", entityTag.replace(/"$/, `-${origin}"`));
  hosted.headers.delete("Content-Length");
  return hosted;
}

export function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}

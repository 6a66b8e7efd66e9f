/**
 * A stub of Wikimedia Commons on a loopback port, which behaves as documented: it redirects to thumbnails of the offered
 * widths and adds a suffix to those of other formats, refuses other widths (mediawiki.org/wiki/Common_thumbnail_sizes)
 * and programs without contact information (foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy).
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { TestProject } from "vitest/node";
import { listen } from "../listening.ts";
import { drawPicture } from "../tmdb/pictures.ts";
import { COMMONS_FILES, THUMBNAIL_WIDTHS } from "./commons-files.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the stub of Commons, without a trailing slash. */
    readonly commons: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await listen(createServer(answer));
  project.provide("commons", url);
  return close;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
  if (!/^\S+\/\S+ \(https?:\/\/\S+\)/.test(request.headers["user-agent"] ?? "")) {
    response.writeHead(403).end("Please set a user-agent");
    return;
  }
  const [, name = ""] = /^\/wiki\/Special:Redirect\/file\/([^/]+)$/.exec(pathname) ?? [];
  if (COMMONS_FILES.includes(decodeURIComponent(name))) {
    const suffix = /\.(?:svg|tiff)$/.test(name) ? ".png" : "";
    const thumb = `/wikipedia/commons/thumb/a/ab/${name}/${searchParams.get("width")}px-${name}${suffix}`;
    response.writeHead(302, { Location: thumb }).end();
    return;
  }
  const [, width] = /\/thumb\/a\/ab\/[^/]+\/(\d+)px-[^/]+\.(?:jpg|png)$/.exec(pathname) ?? [];
  if (width === undefined) response.writeHead(404).end("There is no such file.");
  else if (THUMBNAIL_WIDTHS.includes(Number(width)))
    response.writeHead(200, { "Content-Type": "image/png" }).end(drawPicture(`w${width}/portrait-1.png`));
  else response.writeHead(400).end("Use thumbnail steps listed on https://w.wiki/GHai");
}

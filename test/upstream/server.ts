/**
 * An HTTP server on a loopback port for tests inside workerd. The base URL determines its response:
 * `/answer/{status}/{content type}/{body}/…` sends these percent-encoded values, `/echo/` returns the request, and
 * `/hang/` never responds.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { TestProject } from "vitest/node";
import { listen } from "../listening.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's URL, without a trailing slash. */
    readonly upstream: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await listen(createServer(answer));
  project.provide("upstream", url);
  return close;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const [, mode, status = "200", type = "application/json", body = ""] = path
    .split("/")
    .map(decodeURIComponent);
  if (mode === "hang") return;
  if (mode === "echo") {
    const title = JSON.stringify({ query, headers: request.headers, method: request.method });
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify([{ id: 1, title }]));
    return;
  }
  if (mode === "huge") {
    response.setHeader("Content-Type", "application/json");
    response.end(`["${"x".repeat(9 * 1024 * 1024)}"]`);
    return;
  }
  if (type !== "") response.setHeader("Content-Type", type);
  response.writeHead(Number(status), status.startsWith("3") ? { Location: "/echo/" } : {});
  response.end(body);
}

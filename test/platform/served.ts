/**
 * Serves the built Worker over HTTP behind the model of the CDN cache, for the product tests. The server repeats each
 * request and returns the second response, so that every response that may be stored comes from the cache.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { inBackground } from "../after-setup.ts";
import { buildCopy } from "../built-copy.ts";
import { type Front, frontCache } from "./front.ts";
import { startDeployment } from "./location.ts";

export default function setup(project: TestProject): () => Promise<void> {
  return inBackground(project, () => start(project));
}

async function start(project: TestProject): Promise<() => Promise<void>> {
  await buildCopy();
  const deployment = await startDeployment({ settings: {}, catalog: true });
  const front = frontCache({
    run: (request) => deployment.here.fetch(request, Date.now()),
    now: Date.now,
  });
  const server = createServer(async (incoming, outgoing) => {
    const response = await secondAnswer(front, incoming);
    // Headers of the platform and the local runtime are removed, because the product tests expect only the Worker's.
    for (const name of ["Cf-Cache-Status", "MF-Content-Encoding"]) response.headers.delete(name);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("target", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // The state for servers that tests start. It is empty, because this deployment needs no catalog.
  const empty = mkdtempSync(join(tmpdir(), "marquee-empty-"));
  project.provide("filledState", empty);
  return async () => {
    server.closeAllConnections();
    server.close();
    await deployment.stop();
    rmSync(empty, { recursive: true });
  };
}

async function secondAnswer(front: Front, incoming: IncomingMessage): Promise<Response> {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const ask = () =>
    front.fetch(
      new Request(`http://${headers.host}${url}`, { method, body, headers: forwardedHeaders(incoming) }),
    );
  await (await ask()).arrayBuffer();
  await front.settle();
  return await ask();
}

function forwardedHeaders({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, at): [string, string] => [
    rawHeaders[2 * at] ?? "",
    rawHeaders[2 * at + 1] ?? "",
  ]);
  return pairs.filter(
    ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length|host)$/i.test(name),
  );
}

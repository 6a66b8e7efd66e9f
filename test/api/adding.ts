/** Starts a proxy that adds more headers than usual to the requests it forwards to the Worker. */
import { createServer } from "node:http";
import { listen } from "../listening.ts";

export async function startAdding(target: string, count: number) {
  const added = Array.from({ length: count }, (_, at) => [`X-Added-${at}`, "1"]);
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${target}${request.url}`, { headers: Object.fromEntries(added) });
    response.writeHead(answer.status, {
      "Content-Type": answer.headers.get("Content-Type") ?? "",
      "X-Request-Id": answer.headers.get("X-Request-Id") ?? "",
    });
    // A problem's type contains the host of the request, so replace the Worker's host by the proxy's.
    response.end((await answer.text()).replaceAll(target, url));
  });
  const { url, close } = await listen(server);
  return { url, stop: close };
}

/** A proxy before the Worker that adds headers to what it forwards, as proxies do, but too many. */
import { createServer } from "node:http";
import { freePort } from "../product/server.ts";

export async function startAdding(target: string, count: number) {
  const added = Array.from({ length: count }, (_, at) => [`X-Added-${at}`, "1"]);
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${target}${request.url}`, { headers: Object.fromEntries(added) });
    response.writeHead(answer.status, {
      "Content-Type": answer.headers.get("Content-Type") ?? "",
      "X-Request-Id": answer.headers.get("X-Request-Id") ?? "",
    });
    // The Worker names itself in a problem's type by the address it was asked at.
    response.end((await answer.text()).replaceAll(target, url));
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url, stop: async () => void server.close() };
}

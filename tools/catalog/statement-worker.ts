/** The local Worker through which a load sends its rows. */
import { type Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Statements } from "./load/target.ts";

/**
 * Accepts statements as text. A statement bound in this process is copied and escaped three times on its way, and the runtime
 * keeps its parameter until this process collects garbage: a large load filled the runtime's heap.
 */
export const STATEMENT_WORKER = `
  export default {
    async fetch(request, { CATALOG, SECRET }) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + SECRET) return new Response(null, { status: 403 });
      const statement = searchParams.get("statement");
      const body = await request.text();
      try {
        if (statement !== null) await CATALOG.prepare(statement).bind(body).run();
        else await CATALOG.batch(JSON.parse(body).map((text) => CATALOG.prepare(text)));
        return new Response();
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

/** `address`: the Worker's URL with the secret. Miniflare's `dispatchFetch` copies a text two times more than Node's client. */
export function statementsAt(address: URL, agent: Agent): Statements {
  async function send(query: string, body: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL(query, address).href, { method: "POST", agent }, resolve).on("error", reject).end(body);
    const response = await promise;
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(said);
  }
  return {
    batch: (statements) => send("", JSON.stringify(statements)),
    run: (statement, parameter) => send(`?${new URLSearchParams({ statement })}`, parameter),
  };
}

/** An upstream that speaks the contract, for the bench: a title with a hundred credits. */
import { createServer } from "node:http";

export interface Source {
  readonly url: string;
  /** Milliseconds from the last request's arrival to the end of its answer. */
  readonly lastMs: () => number;
  readonly close: () => void;
}

/** As long as a good upstream takes. */
const DELAY_MS = 20;

export async function startSource(): Promise<Source> {
  let lastMs = 0;
  const server = createServer((request, response) => {
    const begun = performance.now();
    const { searchParams } = new URL(request.url ?? "/", "http://source.test");
    const body = searchParams.get("category") === "search" ? SEARCH : creditsOf(searchParams.get("id"));
    response.on("finish", () => {
      lastMs = performance.now() - begun;
    });
    setTimeout(() => response.setHeader("Content-Type", "application/json").end(body), DELAY_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1/`,
    lastMs: () => lastMs,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const SEARCH = JSON.stringify([{ id: 1, type: "movie", title: "The Measured", year: "1999", poster: null }]);

function creditsOf(id: string | null): string {
  const cast = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    name: `Person Number ${at}`,
    profile_path: null,
    character: `Role Number ${at}`,
  }));
  const crew = Array.from({ length: 40 }, (_, at) => ({
    id: at + 100,
    name: `Person Number ${at}`,
    profile_path: null,
    job: `Job Number ${at}`,
  }));
  return JSON.stringify({ id: Number(id), cast, production: crew });
}

/** A server that answers like TMDB, for the bench: every search finds the same 20 films, each with 100 credits. */
import { createServer } from "node:http";

export interface TmdbSource {
  readonly url: string;
  /** Milliseconds from the last request's arrival to the end of its answer. */
  readonly lastMs: () => number;
  /** Requests so far. */
  calls: number;
  readonly close: () => void;
}

/** As long as a good upstream takes. */
const DELAY_MS = 20;

const FILMS = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  media_type: "movie",
  title: `Film ${at}`,
  original_title: `Film ${at}`,
  original_language: "en",
  overview: "A plot of some length. ".repeat(12),
  release_date: "1999-03-31",
  genre_ids: [18, 878],
  vote_average: 7.1,
  vote_count: 900,
  poster_path: `/poster${at}.jpg`,
}));

const person = (id: number) => ({ id, name: `Person Number ${id}`, profile_path: `/face${id}.jpg` });
const CREDITS = {
  cast: Array.from({ length: 60 }, (_, at) => ({ ...person(at + 1), character: `Role ${at}`, order: at })),
  crew: Array.from({ length: 40 }, (_, at) => ({
    ...person(at + 100),
    department: "Sound",
    job: `Job ${at}`,
  })),
};

export async function startTmdbSource(): Promise<TmdbSource> {
  let lastMs = 0;
  const server = createServer((request, response) => {
    const begun = performance.now();
    source.calls++;
    const { pathname } = new URL(request.url ?? "/", "http://tmdb.test");
    const film = { ...FILMS[0], id: Number(pathname.split("/").at(-1)), runtime: 120 };
    const body = pathname.includes("/search/")
      ? { results: FILMS, total_pages: 1 }
      : { ...film, credits: CREDITS };
    response.on("finish", () => {
      lastMs = performance.now() - begun;
    });
    setTimeout(
      () => response.setHeader("Content-Type", "application/json").end(JSON.stringify(body)),
      DELAY_MS,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const source: TmdbSource = {
    url: `http://127.0.0.1:${address.port}/3`,
    lastMs: () => lastMs,
    calls: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return source;
}

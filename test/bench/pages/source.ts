/** An upstream that speaks the contract, for the bench: it has a title of every id, found by a search for its number. */
import { createServer } from "node:http";

export interface Source {
  readonly url: string;
  readonly close: () => void;
}

export async function startSource(): Promise<Source> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://source.test");
    const id = Number(searchParams.get("id") ?? /\d+/.exec(searchParams.get("q") ?? "")?.[0]);
    const answer = searchParams.get("category") === "search" ? resultsFrom(id) : creditsOf(id);
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page of results. */
function resultsFrom(id: number) {
  return Array.from({ length: 20 }, (_, at) => ({
    id: id + at,
    is_adult: 0,
    type: "movie",
    title: `How They Measured Number ${id + at}`,
    original_title: `Comment ils ont mesuré le numéro ${id + at}`,
    year: "1999",
    countries: "France, United Kingdom",
    genres: ["Comedy, Drama", "Western", "Science Fiction", "Horror"][(id + at) % 4],
    runtime: "96",
    rating: 7.1,
    plot: "Two engineers take the time of everything in a small town. ".repeat(4),
    poster: null,
  }));
}

function creditsOf(id: number) {
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      name: `Person Number ${at}`,
      profile_path: null,
    }));
  return {
    id,
    cast: people(60).map((person) => ({ ...person, character: `Role of ${person.name}` })),
    director: people(1).map((person) => ({ ...person, job: "Director" })),
    writer: people(2).map((person) => ({ ...person, job: "Writer" })),
    production: people(37).map((person) => ({ ...person, job: `Job of ${person.name}` })),
  };
}

/**
 * The bench in front of TMDB: what Marquee adds to a miss beyond TMDB's own time, for credits and for a search of 20
 * whose titles are stored. TMDB is a server on this machine, where every search finds the same 20 films.
 */
import { startMarquee } from "./harness.ts";
import { addedByMisses, ask } from "./measure.ts";
import { creditsOf, DELAY_MS, people, startSource } from "./source.ts";

const MAX_CREDITS_MS = 5;
const MAX_SEARCH_MS = 8;

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

const faces = (count: number, from: number) =>
  people(count, from).map((person) => ({ ...person, profile_path: `/face${person.id}.jpg` }));
const CREDITS = {
  cast: faces(60, 1).map((person, order) => ({ ...person, character: `Role ${order}`, order })),
  crew: faces(40, 100).map((person) => ({ ...person, department: "Sound", job: `Job ${person.id}` })),
};

const source = await startSource(({ pathname }) => {
  if (pathname.includes("/search/")) return { results: FILMS, total_pages: 1 };
  return { ...FILMS[0], id: Number(pathname.split("/").at(-1)), runtime: 120, credits: CREDITS };
}, DELAY_MS);
const marquee = await startMarquee(`${source.url}/3`, {
  UPSTREAM_DIALECT: "tmdb",
  UPSTREAM_API_KEY: "0123456789abcdef0123456789abcdef",
});
const address = (query: string) => `${marquee.url}v1/?${query}`;

// Until all 20 titles are stored: eight at a time.
for (let count = 0; count < 3; count++) await ask(address(`category=search&q=warm${count}`));

const ofCredits = (count: number) => `category=credits&id=${2 * (1_000 + count)}`;
const credits = await addedByMisses((count) => address(ofCredits(count)), source);
const search = await addedByMisses((count) => address(`category=search&q=words${count}`), source);
console.log(
  `Credits take ${credits.toFixed(1)} ms (median) beyond TMDB's own time; target at most ${MAX_CREDITS_MS}.`,
);
console.log(`A search of 20 takes ${search.toFixed(1)} ms (median); target at most ${MAX_SEARCH_MS}.`);

const plain = await startSource(({ searchParams }) => creditsOf(Number(searchParams.get("id"))), DELAY_MS);
const beside = await startMarquee(`${plain.url}/v1/`);
const reference = await addedByMisses((count) => `${beside.url}v1/?${ofCredits(count)}`, plain);
console.log(`For comparison, credits from a service that speaks the contract: ${reference.toFixed(1)} ms.`);

for (const worker of [marquee, beside]) await worker.stop();
for (const server of [source, plain]) await server.close();

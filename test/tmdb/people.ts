/**
 * The TMDB stub's responses about people, in the shapes that TMDB documents
 * (developer.themoviedb.org/reference/person-details, person-combined-credits, search-person, find-by-id).
 */
import { PEOPLE, type Person, TITLES, type Title } from "./titles.ts";

type TitleResult = (title: Title) => object;

export function personReply(id: string, appended: readonly string[], result: TitleResult): object | null {
  const person = PEOPLE.find((known) => String(known.id) === id);
  if (person === undefined) return null;
  return {
    ...common(person),
    also_known_as: person.otherNames ?? [],
    imdb_id: person.imdb ?? null,
    biography: "",
    birthday: person.born ?? null,
    deathday: person.died ?? null,
    homepage: null,
    place_of_birth: person.birthplace ?? null,
    ...(appended.includes("combined_credits") && { combined_credits: combinedCredits(person, result) }),
  };
}

export function peopleNamed(query: string, includesAdult: boolean): readonly Person[] {
  return PEOPLE.filter(
    ({ name, adult = false }) => folded(name).includes(folded(query)) && (includesAdult || !adult),
  );
}

export function personResult(person: Person, result: TitleResult): object {
  const knownFor = TITLES.filter((title) => worksOn(title, person)).slice(0, 3);
  return { ...common(person), known_for: knownFor.map(result) };
}

export function found(external: string, source: string | null, result: TitleResult): object {
  const matches = ({ imdb, wikidata, tvdb }: { imdb?: string; wikidata?: string; tvdb?: number }) =>
    (source === "imdb_id" && imdb === external) ||
    (source === "wikidata_id" && wikidata === external) ||
    (source === "tvdb_id" && String(tvdb) === external);
  const titles = TITLES.filter(matches);
  return {
    movie_results: titles.filter(({ kind }) => kind === "movie").map(result),
    tv_results: titles.filter(({ kind }) => kind === "tv").map(result),
    person_results: PEOPLE.filter(matches).map((person) => ({
      ...personResult(person, result),
      media_type: "person",
    })),
    tv_episode_results: [],
    tv_season_results: [],
  };
}

function common({ id, name, profile = null, trade = "Acting", adult = false }: Person) {
  return {
    id,
    name,
    original_name: name,
    profile_path: profile,
    adult,
    known_for_department: trade,
    gender: 0,
    popularity: 1,
  };
}

function worksOn({ cast = [], crew = [], creators = [] }: Title, { id }: Person): boolean {
  return [...cast, ...crew].some(([person]) => person.id === id) || creators.some((one) => one.id === id);
}

function combinedCredits({ id }: Person, result: TitleResult) {
  return {
    cast: TITLES.flatMap((title) =>
      (title.cast ?? [])
        .filter(([person]) => person.id === id)
        .flatMap(([, roles, order]) =>
          roles.map((character) => ({ ...result(title), character, credit_id: "c", order: order ?? 0 })),
        )
        // At TMDB, the same role in a series is sometimes entered twice.
        .flatMap((credit) => (title.kind === "tv" ? [credit, { ...credit, credit_id: "d" }] : [credit])),
    ),
    crew: TITLES.flatMap((title) => [
      ...(title.creators ?? [])
        .filter((creator) => creator.id === id)
        .map(() => ({ ...result(title), department: "Creator", job: "Creator", credit_id: "c" })),
      ...(title.crew ?? [])
        .filter(([person]) => person.id === id)
        .flatMap(([, department, jobs]) =>
          jobs.map((job) => ({ ...result(title), department, job, credit_id: "c" })),
        ),
    ]),
  };
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

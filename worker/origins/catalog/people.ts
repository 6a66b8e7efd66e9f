/**
 * People in the catalog: a person's filmography, titles that several people share, people search, and lookup by external
 * id. Adult titles are left out unless requested.
 */
import {
  type FindAnswer,
  MAX_KNOWN_FOR,
  type Person,
  type PersonResult,
  type SharedTitle,
  type TitleCard,
} from "../../contract/people.ts";
import type { PeopleQuery, PersonQuery, SharedQuery } from "../../contract/people-query.ts";
import { filmographyTitles, type Loaded, type LoadedList, NO_RESULTS, peopleList } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import {
  type CardRow,
  type CardsRow,
  type FilmographyRow,
  type PersonRow,
  peopleStatements,
} from "./people-statements.ts";
import { searchPeople } from "./search/people-search.ts";
import type { Session } from "./session.ts";
import { filledState, prepareStatements, rowsOf } from "./statements.ts";
import { unpackCards } from "./stored/cards.ts";
import { type FilmographyEntry, unpackFilmography } from "./stored/filmography.ts";

export function peopleOf(session: Session): Pick<Capabilities, "person" | "people" | "shared"> {
  const { batch } = session;
  const statements = peopleStatements(session);
  const { state } = prepareStatements(session);

  /** In one transaction, so that all ranks belong to the same load. */
  async function readPerson(id: number, lang: string) {
    const [states, persons, cards, packed] = await batch([
      state(),
      statements.person(id),
      statements.cardsOf(lang, id),
      statements.packedCards(lang, id),
    ]);
    const [row] = rowsOf<FilmographyRow>(persons);
    const all = [...rowsOf<CardRow>(cards), ...unpackCards(rowsOf<CardsRow>(packed))];
    return { row, cards: all, version: filledState(states).version };
  }

  async function cards(lang: string, ranks: readonly number[]) {
    const [states, rows] = await batch([state(), statements.cards(lang, [...new Set(ranks)])]);
    const byRank = new Map(rowsOf<CardRow>(rows).map((row) => [row.rank, row]));
    return { cards: byRank, version: filledState(states).version };
  }

  async function read(ids: readonly number[]) {
    const [states, ...results] = await batch([state(), ...ids.map((id) => statements.person(id))]);
    return { found: results.map((result) => rowsOf<FilmographyRow>(result)[0]), ...filledState(states) };
  }

  async function person(query: PersonQuery): Promise<Loaded> {
    const { row, cards, version } = await readPerson(query.id, query.lang);
    if (row === undefined) return { json: null, version };
    const entries = unpackFilmography(row.titles, row.credits);
    const visible = cards.filter(({ is_adult }) => query.includeAdult || is_adult === 0);
    const shown = new Map(visible.map((card) => [card.rank, card]));
    const whole: Person = {
      ...resultOf(row, shown),
      also_known_as: row.other_names.split("\n").filter((name) => name !== ""),
      known_for: knownFor(row, shown),
      credits: creditsOf(entries, shown),
    };
    return { json: JSON.stringify(whole), about: { titles: filmographyTitles(whole) }, version };
  }

  async function shared(query: SharedQuery): Promise<Loaded> {
    const { ids, lang } = query;
    const { found, version } = await read(ids);
    const people = found.flatMap((row) =>
      row === undefined
        ? []
        : {
            row,
            entries: new Map(
              unpackFilmography(row.titles, row.credits).map((entry) => [entry.rank, entry.credits]),
            ),
          },
    );
    if (people.length < ids.length) return { json: null, version };
    const [first, ...others] = people;
    const ranks = [...(first?.entries.keys() ?? [])].filter((rank) =>
      others.every(({ entries }) => entries.has(rank)),
    );
    const { cards: titles, ...loaded } = await cards(lang, ranks);
    // A load that finished in between has reassigned the ranks.
    if (loaded.version !== version) return await shared(query);
    const common = [...titles.values()]
      .filter(({ is_adult }) => is_adult === 0)
      .sort(newestFirst)
      .map(
        (card): SharedTitle => ({
          title: cardOf(card),
          people: people.map(({ row: { id, name }, entries }) => ({
            id,
            name,
            credits: [...(entries.get(card.rank) ?? [])],
          })),
        }),
      );
    return { json: JSON.stringify(common), about: { titles: common.map(({ title }) => title.id) }, version };
  }

  async function people(query: PeopleQuery): Promise<LoadedList> {
    const { page, limit } = query.paging;
    const found = await searchPeople(query.text, { statements, state, batch });
    if (found === null) return NO_RESULTS;
    const { ranked, version } = found;
    const end = page * limit;
    const rows = ranked.slice(end - limit, end).map(({ candidate }) => candidate);
    const { cards: titles, ...loaded } = await cards(query.lang, rows.flatMap(knownRanks));
    if (loaded.version !== version) return await people(query);
    const shown = new Map([...titles].filter(([, { is_adult }]) => is_adult === 0));
    return peopleList(
      rows.map((row) => resultOf(row, shown)),
      { more: ranked.length > end, version },
    );
  }

  return { person, shared, people };
}

type Cards = ReadonlyMap<number, CardRow>;

const knownRanks = ({ known_for }: PersonRow) => known_for.split(",").slice(0, MAX_KNOWN_FOR).map(Number);

function resultOf(row: PersonRow, cards: Cards): PersonResult {
  const { id, name, profile_path } = row;
  return {
    id,
    name,
    profile_path: profile_path === "" ? null : profile_path,
    known_for: knownFor(row, cards),
  };
}

function knownFor(row: PersonRow, cards: Cards): PersonResult["known_for"] {
  return knownRanks(row)
    .flatMap((rank) => cards.get(rank) ?? [])
    .map(({ id, type, title, year }) => ({ id, type, title, year }));
}

function creditsOf(entries: readonly FilmographyEntry[], cards: Cards): Person["credits"] {
  const shown = entries.flatMap(({ rank, credits }) => {
    const card = cards.get(rank);
    return card === undefined ? [] : { card, credits };
  });
  return shown
    .sort((a, b) => newestFirst(a.card, b.card))
    .flatMap(({ card, credits }) => {
      const title = cardOf(card);
      return credits.map((credit) => ({ title, ...credit }));
    });
}

/** Unknown years last; titles of one year by popularity. */
function newestFirst(a: CardRow, b: CardRow): number {
  return Number(b.year) - Number(a.year) || a.rank - b.rank;
}

function cardOf({ id, type, title, original_title, year, poster }: CardRow): TitleCard {
  return { id, type, title, original_title, year, poster };
}

/** Finds titles and people by their ids in other sources. */
export function lookups(session: Session): Pick<Capabilities, "find"> {
  const { batch } = session;
  const { state } = prepareStatements(session);
  const { external: byExternal, numbered } = peopleStatements(session);
  return {
    async find({ source, external }) {
      const imdb = source === "imdb" ? /^(tt|nm)0*(\d{1,10})$/.exec(external) : null;
      const [states, ...results] = await batch([
        state(),
        byExternal(source, external),
        ...(imdb === null ? [] : [numbered(imdb[1] === "tt" ? "title" : "person", Number(imdb[2]))]),
      ]);
      const { version } = filledState(states);
      const [found] = results.flatMap((result) => rowsOf<FindAnswer>(result));
      const answer = found && ({ kind: found.kind, id: found.id } satisfies FindAnswer);
      if (answer === undefined) return { json: null, version };
      const about = answer.kind === "title" ? { titles: [answer.id] } : { people: [answer.id] };
      return { json: JSON.stringify(answer), about, version };
    },
  };
}

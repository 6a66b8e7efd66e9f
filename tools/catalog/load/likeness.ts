/**
 * Finds the titles for "More like this" during a load. A title is compared with those that share a maker, a collection,
 * a rare word of the plot or genres, and only with the best known of each, so the work per title is limited. The
 * score is a plain sum of what two titles share.
 */
import { type Lead, packAlike, packLeads } from "../../../worker/catalog/store/alike.ts";
import { numberKey } from "../../../worker/catalog/store/near.ts";
import { isAuthor, isComposer, isCreator, isWriter } from "../../../worker/contract/credit-roles.ts";
import { type Credits, isDirector } from "../../../worker/contract/credits.ts";
import { MAX_SHARED_GENRES } from "../../../worker/source/likeness.ts";
import { listGenres } from "../../../worker/text/genres.ts";
import { doubles, integers, Numbers } from "./numbers.ts";
import { type CatalogEntry, collectionRows } from "./rows.ts";
import { isWord, SharedKeys, toKey } from "./shared-keys.ts";
import {
  COUNTRY_BITS,
  countBits,
  FIELD,
  GENRE_BITS,
  leadingWords,
  Names,
  packNumbers,
  type Traits,
  TraitTable,
  toSet,
  unpackNumbers,
} from "./traits.ts";

/** The maximum number of titles in a list. */
const MAX_ALIKE = 15;
/** The number of titles of which at most `MAX_OF_ONE` may be of the same series, or share a director. */
const BALANCED = 6;
const MAX_OF_ONE = 3;
/** The minimum score of a title that moves a more similar one back, as a share of the other's score. */
const MIN_SUBSTITUTE = 0.75;

/** The maximum number of titles that share words, those with the rarest words first. */
const MAX_WITH_WORDS = 400;
/** The maximum number of titles that share two genres, or a genre and the country, best known first. */
const MAX_WITH_GENRES = 20;
/** The number of titles whose words are compared completely. */
const MAX_COMPARED = 40;

/** The roles of makers, with the maximum number of people to compare. */
const MAKERS = { director: 2, writer: 3, actor: 5, composer: 1 } as const;
type Maker = keyof typeof MAKERS;
const ROLES = Object.keys(MAKERS) as Maker[];

const POINTS = { director: 3, writer: 2, actor: 1.5, composer: 1 } as const satisfies Record<Maker, number>;
const SAME_SERIES = 8;
/** The points for plots with exactly the same rare words. */
const WORDS = 25;
const PLACE = 0.5;
const MAX_RARITY = 3;
const SAME_KIND = 1;
/** The points for the same year, to which the rarity of the decade is added. */
const SAME_YEAR = 2;
/** The difference in years from which two titles get no points for a similar year. */
const MAX_YEARS = 30;
const FAME = 1.5;
/** The minimum of the fame up to which votes of other titles count. A title with a hundred votes has this fame. */
const MIN_FAME = 2;

/**
 * The minimum number of traits that two titles must share: a genre, a lead, a country and the decade. One of them must
 * be a genre or a lead, because the others are no reason that a page could give.
 */
const MIN_SHARED = 2;
/** The minimum rarity of a country worth mentioning. A country with an eighth of all titles has this rarity. */
const TELLING_COUNTRY = Math.log(8);

interface ComparedEntry extends Pick<CatalogEntry, "record"> {
  readonly facts: Pick<CatalogEntry["facts"], "votes" | "language" | "collection">;
}

/** The parts of a title that its record does not contain. */
interface TitleParts {
  /** The number of credits that were added before its own, or -1 if it has none. */
  readonly credits: number;
  /** The rarest words of its plot. `null` for an adult title, which is never in a list. */
  readonly words: readonly string[] | null;
}

interface Rated {
  /** The place of the title. */
  readonly other: number;
  /** The bits of the shared makers, in the order of the makers. */
  readonly makers: number;
  readonly score: number;
}

/** A maker with the role and the id. */
type Made = readonly [Maker, number];

export class Likeness {
  readonly #traits = new TraitTable();
  readonly #keys = new SharedKeys();
  /** The makers in all credits, with the indexes of their roles. `#ends` has the end of each title's makers. */
  readonly #people = doubles();
  readonly #roles = new Numbers(new Uint8Array());
  readonly #ends = integers();
  readonly #kinds = new Names();
  readonly #genres = new Names();
  readonly #countries = new Names();
  readonly #decades = new Names();
  readonly #languages = new Names();
  /** The best-known titles by `genreKeys()`. */
  readonly #ofGenres = new Map<string, number[]>();
  /** The number of titles with each set of genres, and the rarities that have been computed. */
  readonly #genreSets = new Map<number, number>();
  readonly #rarities = new Map<number, number>();
  #titles = 0;
  /** What the current title shares with others, by place: points, products of words and bits of makers. */
  #points = new Float32Array();
  #products = new Float32Array();
  #makers = new Uint16Array();
  #scores = new Float64Array();
  /** The lengths of the vectors of words. */
  #lengths = new Float32Array();

  /** Adds the makers in the next credits. */
  addMakers(makers: readonly Made[]): void {
    for (const [role, id] of makers) {
      this.#people.push(id);
      this.#roles.push(ROLES.indexOf(role));
    }
    this.#ends.push(this.#people.length);
  }

  /** Adds a title. Titles must be added in order of popularity. */
  add({ record, facts }: ComparedEntry, { credits, words }: TitleParts): void {
    const genres = listGenres(record.genres).map((name) => this.#genres.add(name));
    const countries = record.countries.split(", ").filter((name) => name !== "");
    const [firstWord, secondWord] = leadingWords(record.title);
    const traits: Traits = {
      id: record.id,
      kind: this.#kinds.add(record.type),
      year: Number(record.year),
      decade: record.year === "" ? 0 : this.#decades.add(record.year.slice(0, 3)),
      fame: Math.log10(1 + (facts.votes ?? 0)),
      genres: packNumbers(genres, GENRE_BITS),
      genreSet: toSet(genres),
      countries: packNumbers(
        countries.map((name) => this.#countries.add(name)),
        COUNTRY_BITS,
      ),
      language: facts.language == null ? 0 : this.#languages.add(facts.language),
      firstWord: firstWord === undefined ? 0 : numberKey(firstWord),
      secondWord: secondWord === undefined ? 0 : numberKey(secondWord),
      credits,
    };
    this.#traits.add(traits);
    this.#keys.add(words === null ? [] : this.#keysFor(traits, facts, words));
    if (words !== null) this.#addGenres(traits);
    this.#titles += 1;
  }

  *#keysFor(
    { id, credits }: Traits,
    facts: ComparedEntry["facts"],
    words: readonly string[],
  ): Generator<number> {
    for (const [maker, person] of this.#makersIn(credits)) yield toKey(maker, person);
    for (const [number] of collectionRows({ record: { id }, facts }))
      yield toKey("collection", Number(number));
    for (const word of words) yield toKey("word", numberKey(word));
  }

  #addGenres(traits: Traits): void {
    const { genreSet } = traits;
    this.#genreSets.set(genreSet, (this.#genreSets.get(genreSet) ?? 0) + 1);
    for (const key of genreKeys(traits)) {
      const titles = this.#ofGenres.get(key);
      if (titles === undefined) this.#ofGenres.set(key, [this.#titles]);
      else if (titles.length < MAX_WITH_GENRES) titles.push(this.#titles);
    }
  }

  /** Returns the makers in credits, the most important first. */
  #makersIn(credits: number): Made[] {
    const makers: Made[] = [];
    const end = this.#ends.values[credits] ?? 0;
    for (let at = this.#ends.values[credits - 1] ?? 0; at < end; at += 1)
      makers.push([ROLES[this.#roles.values[at] ?? 0] ?? "actor", this.#people.values[at] ?? 0]);
    return makers;
  }

  /** Prepares the lists. Must be called after the last title has been added. */
  group(): void {
    this.#keys.group();
    this.#points = new Float32Array(this.#titles);
    this.#products = new Float32Array(this.#titles);
    this.#makers = new Uint16Array(this.#titles);
    this.#scores = new Float64Array(this.#titles);
    this.#lengths = Float32Array.from({ length: this.#titles }, (_, title) =>
      Math.hypot(...this.#keys.wordsOf(title).map(([, { rarity }]) => rarity)),
    );
  }

  /** Yields the lists of titles without credits, by id. */
  *withoutCredits(): Generator<readonly [id: number, leads: string, similar: string]> {
    for (let title = 0; title < this.#titles; title += 1) {
      if (this.#traits.get(title, FIELD.credits) >= 0) continue;
      const [leads, similar] = this.listOf(title);
      if (similar !== "") yield [this.#traits.get(title, FIELD.id), leads, similar];
    }
  }

  /** Returns the leads of a title and the titles like it, packed. `title` is its place, where 0 is the best known. */
  listOf(title: number): readonly [leads: string, similar: string] {
    const makers = this.#makersIn(this.#traits.get(title, FIELD.credits));
    const leads = makers.flatMap(([role, id]): Lead[] => (role === "composer" ? [] : [{ role, id }]));
    const others = this.#collect(title, makers);
    const rated = this.#rate(title, others, makers);
    for (const other of [title, ...others])
      this.#points[other] = this.#products[other] = this.#makers[other] = 0;
    const directors = bitsOf(makers, "director");
    const similar = this.#balance(rated, directors).slice(0, MAX_ALIKE);
    return [packLeads(leads), similar.map((one) => this.#pack(title, one, leads.length)).join(" ")];
  }

  /** Adds up what the title shares with others, and returns these. */
  #collect(title: number, makers: readonly Made[]): Set<number> {
    const found = new Set(genreKeys(this.#traits.of(title)).flatMap((key) => this.#ofGenres.get(key) ?? []));
    for (const [at, key] of this.#keys.keysOf(title).entries()) {
      if (isWord(key)) break;
      const [role] = makers[at] ?? [];
      const points = role === undefined ? SAME_SERIES : POINTS[role];
      for (const other of this.#keys.titlesIn(this.#keys.groupOf(key))) {
        found.add(other);
        this.#points[other] = (this.#points[other] ?? 0) + points;
        if (role !== undefined) this.#makers[other] = (this.#makers[other] ?? 0) | (1 << at);
      }
    }
    let titles = 0;
    for (const [, group] of this.#keys.wordsOf(title).sort(([, one], [, two]) => two.rarity - one.rarity)) {
      titles += group.end - group.start;
      if (titles > MAX_WITH_WORDS) break;
      for (const other of this.#keys.titlesIn(group)) {
        found.add(other);
        this.#products[other] = (this.#products[other] ?? 0) + group.rarity ** 2;
      }
    }
    found.delete(title);
    return found;
  }

  /** Rates titles by what they share, best first. Leaves out titles that share nothing that a page could mention. */
  #rate(title: number, others: Iterable<number>, makers: readonly Made[]): Rated[] {
    const own = this.#traits.of(title);
    const countries = unpackNumbers(own.countries, COUNTRY_BITS);
    const [makerBits, actorBits] = [bitsOf(makers, "director", "writer"), bitsOf(makers, "actor")];
    const leadBits = makerBits | actorBits;
    const known = [own.genreSet, leadBits, own.countries, own.decade].filter((trait) => trait !== 0);
    const minShared = Math.min(MIN_SHARED, known.length);
    const minReasons = own.genreSet === 0 && leadBits === 0 ? 0 : 1;
    const ofKind = SAME_KIND + this.#kinds.rarity(own.kind, this.#titles);
    const ofLanguage =
      own.language === 0
        ? 0
        : PLACE * Math.min(MAX_RARITY, this.#languages.rarity(own.language, this.#titles));
    const ofYear = own.decade === 0 ? 0 : SAME_YEAR + this.#decades.rarity(own.decade, this.#titles);
    // Otherwise every little-known title would be followed by the best-known ones of its genres.
    const fame = Math.max(MIN_FAME, own.fame);
    const sorted: number[] = [];
    for (const other of others) {
      const shared = this.#makers[other] ?? 0;
      const points = this.#points[other] ?? 0;
      const genreSet = this.#traits.get(other, FIELD.genreSet);
      const genres = own.genreSet & genreSet;
      const ofCountry = this.#rarityOfCountry(countries, this.#traits.get(other, FIELD.countries));
      const years = Math.abs(own.year - this.#traits.get(other, FIELD.year));
      const isOfDecade = own.decade !== 0 && own.decade === this.#traits.get(other, FIELD.decade);
      const words = this.#rateWords(title, other, this.#products[other] ?? 0);
      const actors = countBits(shared & actorBits);
      const isSameWord = own.secondWord === this.#traits.get(other, FIELD.secondWord);
      const isSeries =
        own.firstWord !== 0 &&
        own.firstWord === this.#traits.get(other, FIELD.firstWord) &&
        ((shared & makerBits) !== 0 ||
          actors > 1 ||
          (isSameWord && (actors > 0 || (leadBits === 0 && own.secondWord !== 0))));
      // A visitor would not understand why a title with less in common is listed.
      const reasons = Number(genres !== 0) + Number((shared & leadBits) !== 0);
      const count = reasons + Number(ofCountry > 0) + Number(isOfDecade);
      const isCollected = points >= SAME_SERIES;
      if (!isSeries && !isCollected && (reasons < minReasons || count < minShared)) continue;
      // People who make titles of another genre say little about this one.
      const ofMakers = isSeries || genres !== 0 ? points : points / 2;
      this.#scores[other] =
        ofMakers +
        (isSeries ? SAME_SERIES : 0) +
        (genres === 0 ? 0 : this.#rateGenres(genres, own.genreSet | genreSet)) +
        PLACE * ofCountry +
        (own.language === this.#traits.get(other, FIELD.language) ? ofLanguage : 0) +
        (own.kind === this.#traits.get(other, FIELD.kind) ? ofKind : 0) +
        ofYear * Math.max(0, 1 - years / MAX_YEARS) +
        FAME * Math.min(fame, this.#traits.get(other, FIELD.fame));
      sorted.push(toSortable(this.#scores[other] + words, other));
    }
    const words = new Map(this.#keys.wordsOf(title).map(([key, { rarity }]) => [key, rarity ** 2]));
    const best = Float64Array.from(sorted).sort().slice(-MAX_COMPARED);
    return Array.from(best, (sortable): Rated => {
      const other = placeOf(sortable);
      const product = this.#keys.sumOf(other, words);
      const score = (this.#scores[other] ?? 0) + this.#rateWords(title, other, product);
      return { other, makers: this.#makers[other] ?? 0, score };
    }).sort((one, two) => two.score - one.score || one.other - two.other);
  }

  #rateWords(title: number, other: number, product: number): number {
    return product === 0
      ? 0
      : (WORDS * product) / ((this.#lengths[title] ?? 1) * (this.#lengths[other] ?? 1));
  }

  /** Rates shared genres by the rarity of titles that have all of them. */
  #rateGenres(shared: number, all: number): number {
    let rarity = this.#rarities.get(shared);
    if (rarity === undefined) {
      let titles = 0;
      for (const [other, count] of this.#genreSets) if ((other & shared) === shared) titles += count;
      rarity = Math.log(this.#titles / Math.max(1, titles));
      this.#rarities.set(shared, rarity);
    }
    return (rarity * (1 + countBits(shared) / countBits(all))) / 2;
  }

  /** Returns the rarity of the rarest shared country. `packed` is the list of the other title. */
  #rarityOfCountry(countries: readonly number[], packed: number): number {
    let rarest = 0;
    for (let rest = packed; rest > 0; rest = Math.floor(rest / 2 ** COUNTRY_BITS)) {
      const country = rest % 2 ** COUNTRY_BITS;
      if (countries.includes(country))
        rarest = Math.max(rarest, this.#countries.rarity(country, this.#titles));
    }
    return Math.min(MAX_RARITY, rarest);
  }

  /**
   * Moves titles back if too many of the first ones are of the same series, or by the same director, and others are
   * nearly as similar.
   */
  #balance(rated: readonly Rated[], directors: number): Rated[] {
    const first: Rated[] = [];
    const held: Rated[] = [];
    const wordOf = ({ other }: Rated) => this.#traits.get(other, FIELD.firstWord);
    const isFull = (has: (one: Rated) => boolean) => first.filter(has).length >= MAX_OF_ONE;
    for (const one of rated) {
      const isTooDifferent = ({ score }: Rated) => one.score < score * MIN_SUBSTITUTE;
      while (held[0] !== undefined && isTooDifferent(held[0])) first.push(...held.splice(0, 1));
      if (first.length >= BALANCED) break;
      const word = wordOf(one);
      const isOfFullSeries = word !== 0 && isFull((other) => wordOf(other) === word);
      const isByDirector = ({ makers }: Rated) => (makers & directors) !== 0;
      (isOfFullSeries || (isByDirector(one) && isFull(isByDirector)) ? held : first).push(one);
    }
    return [...first, ...rated.filter((one) => !first.includes(one))];
  }

  #pack(title: number, { other, makers }: Rated, leads: number): string {
    const share = (field: number, bits: number, names: Names) =>
      shareNumbers(this.#traits.get(title, field), this.#traits.get(other, field), { bits, names });
    const genres = share(FIELD.genres, GENRE_BITS, this.#genres);
    const [country] = share(FIELD.countries, COUNTRY_BITS, this.#countries);
    const lead = Math.log2(makers & -makers);
    return packAlike(this.#traits.get(other, FIELD.id), {
      lead: makers === 0 || lead >= leads ? null : lead,
      genres: genres.slice(0, MAX_SHARED_GENRES).map(({ at }) => at),
      country:
        country !== undefined && this.#countries.rarity(country.number, this.#titles) > TELLING_COUNTRY
          ? country.at
          : null,
    });
  }
}

/** Returns the makers in credits, the most important first. */
export function findMakers({ director = [], writer = [], cast = [], sound = [] }: Partial<Credits>): Made[] {
  const people = {
    director: director.filter(isDirector),
    writer: [...writer.filter(isCreator), ...writer.filter((one) => isWriter(one) || isAuthor(one))],
    actor: cast,
    composer: sound.filter(isComposer),
  };
  return ROLES.flatMap((role) => {
    const ids = new Set(people[role].map(({ id }) => id));
    return [...ids].slice(0, MAKERS[role]).map((id) => [role, id] as const);
  });
}

/** The number of places, and of steps into which a point is divided, in a number that sorts by score. */
const PLACES = 2 ** 21;
const STEPS = 1_000;
/** Returns a number that sorts by score, and with the same score by popularity. */
const toSortable = (score: number, place: number) => Math.round(score * STEPS) * PLACES + PLACES - 1 - place;
const placeOf = (sortable: number) => PLACES - 1 - (sortable % PLACES);

/** Returns the bits of the makers with these roles. */
function bitsOf(makers: readonly Made[], ...roles: readonly Maker[]): number {
  return makers.reduce((bits, [role], at) => (roles.includes(role) ? bits | (1 << at) : bits), 0);
}

/** Returns the numbers in both lists, rarest first, with their places in the first list. */
function shareNumbers(
  packed: number,
  other: number,
  { bits, names }: { readonly bits: number; readonly names: Names },
) {
  const others = unpackNumbers(other, bits);
  return unpackNumbers(packed, bits)
    .map((number, at) => ({ number, at }))
    .filter(({ number }) => others.includes(number))
    .sort((one, two) => names.rarity(two.number, 1) - names.rarity(one.number, 1));
}

/** The number of genres of a title that are compared in pairs. */
const MAX_PAIRED = 3;

/** Returns the keys of the pairs of genres of a title, of all times and of its decade, and of genres in its country. */
function genreKeys({ kind, genres: packed, countries, decade }: Traits): string[] {
  const genres = unpackNumbers(packed, GENRE_BITS)
    .slice(0, MAX_PAIRED)
    .sort((one, two) => one - two);
  const [country] = unpackNumbers(countries, COUNTRY_BITS);
  const pairs = genres.flatMap((one, at) => genres.slice(at + 1).map((two) => `${one}+${two}`));
  return [
    ...(pairs.length > 0 ? pairs : genres).flatMap((pair) => [
      `${kind} ${pair}`,
      `${kind} ${pair} ${decade}`,
    ]),
    ...(country === undefined ? [] : genres.map((genre) => `${kind} ${genre} in ${country}`)),
  ];
}

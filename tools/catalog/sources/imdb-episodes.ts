/**
 * Joins IMDb's episodes in memory, because their titles, ratings and numbers are in different files. Each of the nine
 * million episodes takes 64 bytes, so all fit into memory. Writing them to SQLite would take minutes.
 */
import { MAX_SEASON, type StoredEpisode } from "../../../worker/catalog/store/stored-season.ts";
import { isEpisodePlaceholder } from "../../../worker/text/placeholders.ts";
import { seasonPart } from "../load/seasons.ts";
import type { LoadReport } from "./load-report.ts";
import type { Staging } from "./staging.ts";

/** A growing array of 32-bit numbers. Numbers that were never set are 0. */
class Numbers {
  readonly #pages: Uint32Array[] = [];

  get(at: number): number {
    return this.#pages[at >>> 16]?.[at & 0xffff] ?? 0;
  }

  set(at: number, value: number): void {
    let page = this.#pages[at >>> 16];
    if (page === undefined) {
      page = new Uint32Array(1 << 16);
      this.#pages[at >>> 16] = page;
    }
    page[at & 0xffff] = value;
  }
}

const PAGE = 2 ** 24;

/** A growing list of texts, stored in pages of bytes. */
class Texts {
  readonly #pages = [Buffer.allocUnsafe(PAGE)];
  #end = 1;

  /** Adds a text and returns its position, which is never 0. */
  add(text: Uint8Array): number {
    const { length } = text;
    if (this.#end + 2 + length > PAGE) {
      this.#pages.push(Buffer.allocUnsafe(PAGE));
      this.#end = 0;
    }
    const place = (this.#pages.length - 1) * PAGE + this.#end;
    const page = this.#pages.at(-1);
    page?.writeUInt16LE(length, this.#end);
    page?.set(text, this.#end + 2);
    this.#end += 2 + length;
    return place;
  }

  at(place: number): string {
    const page = this.#pages[Math.floor(place / PAGE)];
    const start = (place % PAGE) + 2;
    return page?.toString("utf8", start, start + page.readUInt16LE(start - 2)) ?? "";
  }
}

/**
 * The number of bits for an episode's number within its season. A 32-bit number holds season and episode. Another one
 * holds the year, the rating in hundredths and the runtime.
 */
const EPISODE_BITS = 18;
const RATING_BITS = 10;
const RUNTIME_BITS = 10;
const MAX_EPISODE = 2 ** EPISODE_BITS - 1;
export const MAX_EPISODE_RUNTIME = 2 ** RUNTIME_BITS - 1;

export class ImdbEpisodes {
  /** The row of each episode, by IMDb id. Rows are counted from 1, so 0 means that there is none. */
  readonly #rows = new Numbers();
  #count = 0;
  readonly #ids = new Numbers();
  readonly #titles = new Numbers();
  readonly #details = new Numbers();
  readonly #votes = new Numbers();
  readonly #numbers = new Numbers();
  /** The line of `title.episode` that contains each episode, by row. */
  readonly #lines = new Numbers();
  /** The last row of each series. `#before` contains, for each row, the previous row of the same series. */
  readonly #last = new Map<number, number>();
  readonly #before = new Numbers();
  readonly #texts = new Texts();

  has(id: number): boolean {
    return this.#rows.get(id) !== 0;
  }

  /**
   * Adds an episode.
   *
   * @param title - The title in UTF-8, of up to 65,535 bytes.
   */
  add(
    id: number,
    title: Uint8Array,
    { year, runtime }: { readonly year: number; readonly runtime: number },
  ): void {
    if (this.has(id)) throw new Error("there is an episode with this id");
    const row = this.#rowFor(id);
    this.#titles.set(row, this.#texts.add(title));
    this.#details.set(row, ((year << (RATING_BITS + RUNTIME_BITS)) | runtime) >>> 0);
  }

  /** Sets the rating of an episode. Does nothing for other titles. */
  rate(id: number, rating: number, votes: number): void {
    const row = this.#rows.get(id);
    if (row === 0) return;
    this.#details.set(row, (this.#details.get(row) | (Math.round(rating * 100) << RUNTIME_BITS)) >>> 0);
    this.#votes.set(row, votes);
  }

  /** Returns true if season and episode number are within the limits and the episode has no numbers yet. */
  isFree(id: number, season: number, episode: number): boolean {
    return season <= MAX_SEASON && episode <= MAX_EPISODE && this.#lines.get(this.#rows.get(id)) === 0;
  }

  /** Sets the season and episode number of an episode. Throws unless `isFree` returns true for it. */
  number(
    id: number,
    numbers: {
      readonly series: number;
      readonly season: number;
      readonly episode: number;
      readonly line: number;
    },
  ): void {
    const { series, season, episode, line } = numbers;
    if (!this.isFree(id, season, episode)) {
      const other = this.#lines.get(this.#rows.get(id));
      throw new Error(other === 0 ? `S${season}E${episode} is not an episode` : `line ${other} has this id`);
    }
    const row = this.#rows.get(id) || this.#rowFor(id);
    this.#numbers.set(row, ((season << EPISODE_BITS) | episode) >>> 0);
    this.#lines.set(row, line);
    this.#before.set(row, this.#last.get(series) ?? 0);
    this.#last.set(series, row);
  }

  #rowFor(id: number): number {
    this.#count += 1;
    this.#rows.set(id, this.#count);
    this.#ids.set(this.#count, id);
    return this.#count;
  }

  /**
   * Stages the seasons of all series. If several lines contain the same numbers, keeps the first and reports the
   * others.
   */
  stage(staging: Staging, report: LoadReport, file: string): void {
    for (const series of [...this.#last.keys()].sort((one, other) => one - other)) {
      let open: number[] = [];
      for (const row of this.#sortedRows(series)) {
        const previous = open.at(-1);
        if (previous !== undefined && this.#numbers.get(previous) === this.#numbers.get(row)) {
          const [line, id] = [this.#lines.get(row), imdbId(this.#ids.get(row))];
          report.malformed({
            file,
            line,
            id,
            reason: `line ${this.#lines.get(previous)} has the same numbers`,
          });
          continue;
        }
        report.loaded([]);
        if (previous !== undefined && this.#seasonOf(previous) !== this.#seasonOf(row)) {
          this.#stageSeason(staging, series, open);
          open = [];
        }
        open.push(row);
      }
      if (open.length > 0) this.#stageSeason(staging, series, open);
    }
    report.endFile(file);
  }

  /** Returns the rows of a series, sorted by season, episode and line. */
  #sortedRows(series: number): number[] {
    const rows: number[] = [];
    for (let row = this.#last.get(series) ?? 0; row !== 0; row = this.#before.get(row)) rows.push(row);
    return rows.reverse().sort((one, other) => this.#numbers.get(one) - this.#numbers.get(other));
  }

  #seasonOf(row: number): number {
    return this.#numbers.get(row) >>> EPISODE_BITS;
  }

  #stageSeason(staging: Staging, series: number, rows: readonly number[]): void {
    const season = this.#seasonOf(rows[0] ?? 0);
    const episodes = rows.map((row) => this.#episode(row));
    staging.addSeasonPart(series, seasonPart(season, episodes), "title.episode");
  }

  #episode(row: number): StoredEpisode {
    const details = this.#details.get(row);
    const episode = this.#numbers.get(row) & MAX_EPISODE;
    const year = details >>> (RATING_BITS + RUNTIME_BITS);
    const title = this.#titles.get(row) === 0 ? "" : this.#texts.at(this.#titles.get(row));
    return [
      episode,
      isEpisodePlaceholder(title, this.#seasonOf(row), episode) ? "" : title,
      year === 0 ? "" : year,
      details & MAX_EPISODE_RUNTIME,
      ((details >>> RUNTIME_BITS) & (2 ** RATING_BITS - 1)) / 100,
      this.#votes.get(row),
      this.#ids.get(row),
    ];
  }
}

const imdbId = (number: number) => `tt${String(number).padStart(7, "0")}`;

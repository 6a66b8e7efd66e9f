/** Title records as the catalog stores them, ready to send: joined into an array, or read by id. */
import { parseJson } from "../../contract/json.ts";
import { TitleRecord } from "../../contract/record.ts";
import { type About, Json, type Loaded, type LoadedList, MISSING } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import type { CatalogReads, TitleRow } from "./statements.ts";

/** `corrected`: the text that the records are for, if the query was corrected. */
export function recordList(
  records: readonly string[],
  corrected: string | null = null,
): Pick<LoadedList<never>, "value" | "isEmpty" | "about"> {
  return {
    value: new Json(`[${records.join(",")}]`),
    isEmpty: records.length === 0,
    about: { titles: records.map(idOf), correctedText: corrected ?? undefined },
  };
}

/** The id is the first field of every record (`contract/record.ts`), so the rest need not be parsed. */
function idOf(record: string): number {
  return Number(/^\{"id":(\d+)/.exec(record)?.[1]);
}

interface Waiting {
  readonly ids: Set<number>;
  readonly rows: Promise<ReadonlyMap<number, TitleRow>>;
}

/**
 * Reads titles by id. Calls made while a statement is running share the next statement: fifty titles take two, and a
 * single title does not wait.
 */
export function titleRecords({ read, titles }: CatalogReads): Pick<Capabilities, "title"> {
  /** By language. */
  const waiting = new Map<string, Waiting>();
  let underWay: Promise<unknown> = Promise.resolve();

  return {
    async title({ id, lang }) {
      const next = waiting.get(lang) ?? begin(lang);
      next.ids.add(id);
      const row = (await next.rows).get(id);
      return row === undefined ? MISSING : loaded(row, lang);
    },
  };

  function begin(lang: string): Waiting {
    const ids = new Set<number>();
    const rows = underWay.then(() => {
      waiting.delete(lang);
      return readAll(lang, [...ids]);
    });
    underWay = rows.catch(() => undefined);
    const next = { ids, rows };
    waiting.set(lang, next);
    return next;
  }

  async function readAll(lang: string, ids: readonly number[]): Promise<ReadonlyMap<number, TitleRow>> {
    const { rows } = await read(titles(lang, ids));
    return new Map(rows[0].map((row) => [row.asked, row]));
  }
}

/** A load fills gaps in a translation from the English record, so its plot may be in English. */
function loaded({ id, record, english, votes, external }: TitleRow, lang: string): Loaded<never> {
  const isEnglish = lang !== "en" && english !== "" && parseJson(TitleRecord, record)?.plot === english;
  const plotLanguage = isEnglish ? "en" : undefined;
  const ids: About["external"] = external === "{}" ? undefined : JSON.parse(external);
  return {
    value: new Json(record),
    about: { titles: [id], external: ids, votes: votes || undefined, plotLanguage },
  };
}

/**
 * The lines of an update: JSON Lines of
 *
 *     {"op": "put", "title": {…a line of titles…}, "credits": {…}, "akas": [{…}], "translations": [{…}]}
 *     {"op": "remove", "title": 603}
 *     {"op": "merge", "title": 604, "into": 603}
 *     {"op": "put", "person": {…a line of people…}}
 *
 * The parts are read as the files of a load are (`json-lines.ts`), each line in a staging file of its own, which is rolled back.
 */
import * as v from "valibot";
import { id } from "../../../worker/origins/upstream/reading.ts";
import { otherNamesOf } from "../load/people.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { chosenTitles } from "../sources/chosen.ts";
import { parseJson, readJsonRow } from "../sources/json-lines.ts";
import type { RowContext } from "../sources/lines.ts";
import { Staging } from "../sources/staging.ts";
import type { Change } from "./change.ts";

const object = v.record(v.string(), v.unknown());
const list = v.optional(v.array(object));
const Line = v.variant("op", [
  v.strictObject({ op: v.literal("remove"), title: id }),
  v.strictObject({ op: v.literal("merge"), title: id, into: id }),
  v.strictObject({
    op: v.literal("put"),
    title: v.optional(object),
    person: v.optional(object),
    credits: v.optional(object),
    akas: list,
    translations: list,
  }),
]);
type Put = Extract<v.InferOutput<typeof Line>, { op: "put" }>;

export class ChangeReader {
  readonly #staging = new Staging(null);

  /** Throws if the line is malformed. */
  read(text: string, context: RowContext): Change {
    const line = v.parse(Line, parseJson(text, context.ignore));
    if (line.op === "remove") return { op: "remove", kind: "title", id: line.title };
    if (line.op === "merge") {
      if (line.title === line.into) throw new Error("a title cannot be merged into itself");
      return { op: "merge", kind: "title", id: line.title, into: line.into };
    }
    const { op: _, person, ...ofTitle } = line;
    if (person !== undefined && Object.keys(ofTitle).length > 0)
      throw new Error("a person needs a line of their own");
    this.#staging.database.exec("BEGIN");
    try {
      return line.person === undefined ? this.#title(line, context) : this.#person(line, context);
    } finally {
      this.#staging.database.exec("ROLLBACK");
    }
  }

  close(): void {
    this.#staging.close();
  }

  #title({ title, credits, akas, translations }: Put, context: RowContext): Change {
    if (title === undefined) throw new Error("it has neither a title nor a person");
    const staging = this.#staging;
    readJsonRow("titles", title, staging, context);
    for (const aka of akas ?? []) readJsonRow("akas", { ...aka, id: title.id }, staging, context);
    for (const other of translations ?? [])
      readJsonRow("translations", { ...other, id: title.id }, staging, context);
    if (credits !== undefined) readJsonRow("credits", { ...credits, id: title.id }, staging, context);
    const chosen = chosenTitles(staging, {});
    const [entry] = [...(chosen.entries() as Iterable<CatalogEntry>)];
    const [stored] = [...(chosen.credits() as Iterable<readonly [number, string]>)];
    const external = [...chosen.externalIds()];
    if (entry === undefined) throw new Error("not a title record");
    const isLeftOut = (...fields: unknown[]) =>
      fields.every((field) => field === undefined || field === null);
    return {
      op: "put",
      kind: "title",
      id: entry.record.id,
      whole: { entry, credits: stored?.[1] ?? null, external },
      leftOut: {
        popularity: isLeftOut(title.votes, title.popularity),
        language: isLeftOut(title.lang),
        aliases: isLeftOut(title.aliases, akas),
        translations: isLeftOut(title.translations, translations),
        credits: isLeftOut(credits),
        external: isLeftOut(title.external),
      },
    };
  }

  #person({ person = {} }: Put, context: RowContext): Change {
    readJsonRow("people", person, this.#staging, context);
    const chosen = chosenTitles(this.#staging, {});
    const ids = v.parse(v.object({ id }), person);
    const names = otherNamesOf(chosen.personDetails(ids.id)).join("\n");
    return {
      op: "put",
      kind: "person",
      id: ids.id,
      otherNames: person.also_known_as === undefined ? null : names,
      external: person.external === undefined ? null : [...chosen.externalIds()],
    };
  }
}

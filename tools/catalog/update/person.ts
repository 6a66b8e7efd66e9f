/** A person as stored: all rows, and what a source says beside the credits. */
import { personNames } from "../../../worker/origins/catalog/stored/names.ts";
import { placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { externalText, namesText, sumOf } from "../load/digest.ts";
import type { ExternalId } from "../load/load.ts";
import type { GatheredPerson } from "../load/people.ts";
import type { Connection, Read, Statement } from "../load/statements.ts";
import type { Row, Table } from "../load/tables.ts";
import { OF_PEOPLE } from "../load/vocabulary.ts";
import { difference, readRows } from "./live.ts";
import { WordCounts, wordStatements } from "./words.ts";

export interface Person extends GatheredPerson {
  readonly rank: number;
  /** One per line. */
  readonly otherNames: string;
}

/** All that an update of these people reads: rows, packed cards, ids in other sources. */
export const READ_PEOPLE = [
  `SELECT person.rank, person.id, fame, name, profile_path, other_names, titles, credits
   FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.id = asked.value`,
  `SELECT packed.rank, lang, cards FROM json_each(?1) AS asked
   CROSS JOIN catalog_person AS person ON person.id = asked.value
   CROSS JOIN catalog_person_cards AS packed ON packed.rank = person.rank`,
  `SELECT known.id, source, external FROM json_each(?1) AS asked
   CROSS JOIN catalog_external AS known ON kind = 'person' AND known.id = asked.value`,
];

export function personOf(row: Read): Person {
  return {
    rank: Number(row.rank),
    id: Number(row.id),
    fame: Number(row.fame),
    name: String(row.name),
    profile: String(row.profile_path),
    otherNames: String(row.other_names),
    titles: String(row.titles),
    credits: String(row.credits),
  };
}

export function rowsOf(person: Person, words: WordCounts, more: 1 | -1): [Table, Row][] {
  const { rank, id, fame, name, profile, otherNames, titles, credits } = person;
  const rows: [Table, Row][] = [["person", [rank, id, fame, name, profile, otherNames, titles, credits]]];
  if (fame === 0) return rows;
  const others = otherNames === "" ? [] : otherNames.split("\n");
  const names = personNames([name, ...others], placeAt(rank));
  words.add(names.words, more, placeAt(rank));
  rows.push(["person_index", [rank, names.tokens]]);
  return rows;
}

export const externalOf = ({ source, external }: Read) => externalText(String(source), String(external));

/** What a source says of a person beside the credits. */
export interface PersonDetails {
  readonly id: number;
  /** One per line; `null`: they stay. */
  readonly otherNames: string | null;
  /** `null`: they stay. */
  readonly external: readonly ExternalId[] | null;
}

interface PersonChange {
  readonly statements: readonly Statement[];
  readonly digests: readonly (readonly ["person" | "details", bigint | null])[];
}

/** Other names of a person, and ids in other sources; someone without credits has no names. */
export async function changePerson(
  live: Connection,
  { id, otherNames, external }: PersonDetails,
): Promise<PersonChange> {
  const [rows = [], , known = []] = await readRows(live, READ_PEOPLE, [id]);
  const [person = null] = rows.map(personOf);
  const renamed = person && { ...person, otherNames: otherNames ?? person.otherNames };
  const words = new WordCounts();
  const ids = known.map(
    ({ source, external }): ExternalId => [String(source), String(external), "person", id],
  );
  const newIds = external ?? ids;
  const rowsWith = (whole: Person | null, others: readonly ExternalId[], more: 1 | -1): [Table, Row][] => [
    ...(whole === null ? [] : rowsOf(whole, words, more)),
    ...others.map((row): [Table, Row] => ["external", row]),
  ];
  const changed = difference(rowsWith(person, ids, -1), rowsWith(renamed, newIds, 1));
  const texts = (some: readonly ExternalId[]) => some.map(([source, other]) => externalText(source, other));
  const details = [...(renamed?.otherNames ? [renamed.otherNames] : []), ...texts(newIds)];
  const more =
    person &&
    renamed &&
    sumOf([namesText(renamed), ...texts(newIds)]) - sumOf([namesText(person), ...texts(ids)]);
  return {
    statements: [...changed, ...(await wordStatements(live, words, OF_PEOPLE))],
    digests: [
      ...(more ? [["person", more] as const] : []),
      ["details", details.length === 0 ? null : sumOf(details)],
    ],
  };
}

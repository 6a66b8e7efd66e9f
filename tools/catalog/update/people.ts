/** People after a change of their titles: filmographies and names. Fame and ranks wait for the next load. */
import { personNames } from "../../../worker/origins/catalog/stored/names.ts";
import { bucketOf, packRanks } from "../../../worker/origins/catalog/stored/person-ids.ts";
import { placeAt, rankAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { addCredits, type CreditsRow, fameIn, fitting } from "../load/people.ts";
import type { Rows } from "./replacing.ts";
import type { Stored, StoredPerson } from "./stored.ts";

/** A title as its people see it. */
interface CreditedTitle {
  readonly rank: number;
  readonly isAdult: boolean;
  /** JSON; `null`: it has no credits. */
  readonly credits: string | null;
}

/** The people of a batch, changed one title after the other. */
export class ChangedPeople {
  readonly #stored: Stored;
  /** `null`: without a title. */
  readonly #changed = new Map<number, StoredPerson | null>();
  #last: number;

  constructor(stored: Stored) {
    this.#stored = stored;
    this.#last = placeAt(stored.lastPerson);
  }

  get(id: number): StoredPerson | null {
    const changed = this.#changed.get(id);
    return changed === undefined ? (this.#stored.people.get(id) ?? null) : changed;
  }

  set(person: StoredPerson): void {
    this.#changed.set(person.id, person);
  }

  /** Returns the ids of the people whose rows differ. */
  changeTitle(before: CreditedTitle | null, after: CreditedTitle | null): number[] {
    const [old, next] = [creditsOf(before), creditsOf(after)];
    return [...new Set([...old.keys(), ...next.keys()])].filter((id) => {
      const person = this.get(id);
      const changed = withTitle(person, { id, old: before?.rank ?? null, next: next.get(id) ?? null });
      if (JSON.stringify(changed) === JSON.stringify(person)) return false;
      if (changed !== null && person === null) this.#last = Math.floor(this.#last) + 1;
      this.#changed.set(id, changed && { ...changed, rank: person?.rank ?? rankAt(this.#last) });
      return true;
    });
  }

  /** Of all changed people. */
  rows(): { readonly before: Rows; readonly after: Rows } {
    const ids = [...this.#changed.keys()];
    const { people, ranks } = this.#stored;
    const buckets = [...new Set(ids.map(bucketOf))];
    return {
      before: [
        ...ids.flatMap((id) => rowsOf(people.get(id) ?? null)),
        ...buckets.flatMap((bucket) => rankRow(bucket, ranks.get(bucket))),
      ],
      after: [
        ...ids.flatMap((id) => rowsOf(this.#changed.get(id) ?? null)),
        ...buckets.flatMap((bucket) => rankRow(bucket, this.#ranksIn(bucket))),
      ],
    };
  }

  #ranksIn(bucket: number): ReadonlyMap<number, number> {
    const ranks = new Map(this.#stored.ranks.get(bucket));
    for (const [id, person] of this.#changed) {
      if (bucketOf(id) !== bucket) continue;
      if (person === null) ranks.delete(id);
      else ranks.set(id, person.rank);
    }
    return ranks;
  }
}

function rankRow(bucket: number, ranks: ReadonlyMap<number, number> = new Map()): Rows {
  return ranks.size === 0 ? [] : [["person_id", [bucket, packRanks(ranks)]]];
}

function rowsOf(person: StoredPerson | null): Rows {
  if (person === null) return [];
  const { rank, id, fame, name, profile, otherNames, titles, credits } = person;
  const row: Rows[number] = ["person", [rank, id, fame, name, profile, otherNames, titles, credits]];
  if (fame === 0) return [row];
  const others = otherNames === "" ? [] : otherNames.split("\n");
  return [row, ["person_index", [rank, personNames([name, ...others], placeAt(rank)).tokens]]];
}

function creditsOf(title: CreditedTitle | null): Map<number, CreditsRow> {
  const found = new Map<number, CreditsRow>();
  if (title === null || title.credits === null) return found;
  const { rank, isAdult, credits } = title;
  const collect = { addCredits: (row: CreditsRow) => void found.set(row.person, row) };
  addCredits(collect, { title: rank, isAdult, json: credits });
  return found;
}

interface OneTitle {
  readonly id: number;
  /** The rank that the title had. */
  readonly old: number | null;
  readonly next: CreditsRow | null;
}

/** `null`: the person has no title left. */
function withTitle(person: StoredPerson | null, { id, old, next }: OneTitle): StoredPerson | null {
  const lines = person?.credits.split("\n") ?? [];
  const kept = (person?.titles.split(",") ?? []).flatMap((text, at) => {
    const [title, credits] = [Number(text), lines[at] ?? ""];
    return title === old ? [] : [{ title, credits, fame: fameIn(title, credits) }];
  });
  const all = next === null ? kept : [...kept, next];
  if (all.length === 0) return null;
  all.sort((one, other) => other.fame - one.fame || one.title - other.title);
  const entries = fitting(all);
  const sum = all.reduce((total, { fame }) => total + fame, 0);
  const isBest = next !== null && entries[0]?.title === next.title;
  const named = next !== null && (isBest || person === null) ? next : null;
  return {
    rank: person?.rank ?? 0,
    id,
    // A person with only titles for adults left cannot be found by name.
    fame: sum === 0 ? 0 : person?.fame || sum,
    name: named?.name || (person?.name ?? ""),
    profile: named?.profile || person?.profile || next?.profile || "",
    otherNames: person?.otherNames ?? "",
    titles: entries.map(({ title }) => title).join(","),
    credits: entries.map(({ credits }) => credits).join("\n"),
  };
}

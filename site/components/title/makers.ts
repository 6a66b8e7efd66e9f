/** Selects the people who lead the making of a title, as its page lists them. */
import { CREW_GROUPS, type Credits } from "../../../worker/contract/credits.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Dictionary } from "../../language/en.ts";
import type { Language } from "../../language/language.ts";
import { personLink } from "../../links.ts";
import { findMakers, mergePeople } from "../credits/groups.ts";

/** A job and the people who did it. */
export interface ListedJob {
  readonly label: string;
  readonly names: readonly { readonly name: string; readonly href: string | null }[];
}

interface ListedMakers {
  /** The jobs above the cast. */
  readonly leading: readonly ListedJob[];
  /** The jobs below the cast. */
  readonly further: readonly ListedJob[];
  /** Whether the title has no other crew. */
  readonly isAll: boolean;
}

interface Locals {
  readonly language: Language;
  readonly words: Dictionary;
  readonly services: Pick<SiteServices, "offers">;
}

/** The maximum number of names per job. A series may have a different director for each episode. */
const MAX_NAMES = 3;
/** All jobs, in the order of opening titles. */
const ALL = ["creators", "directors", "writers", "authors", "music", "cinematography", "editing"] as const;
/** The leading jobs of a film. */
const LEADING = ["directors", "writers"];
/** The leading jobs of a series that has creators. It may have a different director for each episode. */
const LEADING_IN_CREATED = ["creators", "writers"];

/** Returns the makers by job. Leaves out jobs that nobody is credited with. */
export function listMakers({ language, words, services }: Locals, credits: Credits): ListedMakers {
  const made = findMakers(credits);
  const isLinked = services.offers("person");
  const jobs = ALL.map((maker) => ({
    maker,
    label: words.title[maker],
    names: mergePeople(made[maker])
      .slice(0, MAX_NAMES)
      .map((person) => ({ name: person.name, href: isLinked ? personLink(language, person) : null })),
  })).filter(({ names }) => names.length > 0);
  const leadingJobs = jobs[0]?.maker === "creators" ? LEADING_IN_CREATED : LEADING;
  const isListed = new Set(Object.values(made).flat());
  return {
    isAll:
      jobs.every(({ maker, names }) => mergePeople(made[maker]).length === names.length) &&
      CREW_GROUPS.every((group) => credits[group].every((entry) => isListed.has(entry))),
    leading: jobs.filter(({ maker }) => leadingJobs.includes(maker)),
    further: jobs.filter(({ maker }) => !leadingJobs.includes(maker)),
  };
}

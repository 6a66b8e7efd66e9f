/** Reads the text of the card of a title, person or season. */
import { readQuery } from "../../../worker/contract/parameters.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { CREDITS, SEASON } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { formatRating } from "../../language/formats.ts";
import { findMakers, mergePeople } from "../credits/groups.ts";
import { readPerson } from "../person/read-person.ts";
import { seasonName } from "../series/seasons.ts";
import type { CardText } from "./draw-card.ts";
import { cardTitle, toDrawable } from "./drawable.ts";

/** Returns the text of a card, or a problem if there is nothing to draw. `of` and `id` are the segments of its URL. */
export async function describeCard(locals: App.Locals, of: string, id: string): Promise<CardText | Problem> {
  try {
    if (of === "person") return await describePerson(locals, id);
    const [title = "", season] = id.split("-");
    if (of === "title" && season === undefined) return await describeTitle(locals, title);
    if (of === "season" && season !== undefined) return await describeSeason(locals, title, season);
    return NOTHING;
  } catch (thrown) {
    return asProblem(thrown);
  }
}

const NOTHING = new Problem("not-found", "There is no such card.");
/** The number of directors, and of a person's titles. */
const [DIRECTORS, KNOWN] = [2, 3];

const drawables = (texts: readonly string[]) => texts.flatMap((text) => toDrawable(text) ?? []);

async function readTitle({ services, language }: App.Locals, id: string): Promise<TitleRecord | Problem> {
  const read = await services.read("title", readQuery(CREDITS, new URLSearchParams({ id, lang: language })));
  if (read.kind === "failed") return read.problem;
  return read.kind === "missing" ? NOTHING : read.value;
}

async function describeTitle(locals: App.Locals, id: string): Promise<CardText | Problem> {
  const { services, language } = locals;
  const record = await readTitle(locals, id);
  if (record instanceof Problem) return record;
  const title = cardTitle(record);
  if (title === null) return NOTHING;
  const credits = await services.value("credits", { id: record.id, lang: language });
  const { creators = [], directors = [] } = credits === null ? {} : findMakers(credits);
  const makers = mergePeople(record.type === "series" ? creators : directors).map(({ name }) => name);
  const rating = formatRating(language, record.rating);
  const facts = [record.year, rating === null ? "" : `${toDrawable(rating) ?? record.rating}/10`];
  const lines = [facts.filter(Boolean).join("  •  "), drawables(makers.slice(0, DIRECTORS)).join(", ")];
  return { title, lines: lines.filter(Boolean), pictured: record };
}

async function describePerson({ services, language }: App.Locals, id: string): Promise<CardText | Problem> {
  const read = await readPerson(services, id, language);
  if (read instanceof Problem) return read;
  const { name, known_for: known } = read.person;
  const title = toDrawable(name);
  if (title === null) return NOTHING;
  const lines = known.slice(0, KNOWN).map(({ title, year }) => (year === "" ? title : `${title} (${year})`));
  return { title, lines: drawables(lines), pictured: { title: name, original_title: "", year: "" } };
}

async function describeSeason(locals: App.Locals, id: string, number: string): Promise<CardText | Problem> {
  const { services, language } = locals;
  const record = await readTitle(locals, id);
  if (record instanceof Problem) return record;
  const query = readQuery(SEASON, new URLSearchParams({ lang: language }), { id, season: number });
  const read = await services.read("season", query);
  if (read.kind === "failed") return read.problem;
  const title = cardTitle(record);
  if (read.kind === "missing" || title === null) return NOTHING;
  const lines = drawables([seasonName(language, read.value), read.value.aired.slice(0, 4)]);
  return { title, lines, pictured: record };
}

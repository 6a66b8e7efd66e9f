/** The picture of a person for those who share a link to them: the same in every language, as the name is. */
import type { APIRoute } from "astro";
import { Problem } from "../../../../../worker/contract/problem.ts";
import { readPerson } from "../../../../components/person/read-person.ts";
import { MAX_TITLE } from "../../../../components/title/poster-letters.ts";
import { DEFAULT_LANGUAGE } from "../../../../language/language.ts";
import { shorten } from "../../../../language/shorten.ts";
import { personShareLink } from "../../../../links.ts";
import { loadFont } from "../../../../share/load-font.ts";
import { pngResponse } from "../../../../share/png.ts";
import { drawPersonCard } from "../../../../share/share-card.ts";

export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { services } = locals.cfContext;
  const person = await readPerson(services, params.id ?? "", DEFAULT_LANGUAGE);
  if (person instanceof Problem) return services.problem(person);
  const link = personShareLink(person);
  if (services.url.pathname !== link) return redirect(link, 308);
  const name = shorten(person.name, MAX_TITLE);
  return await pngResponse(drawPersonCard(name, await loadFont(services, name)));
};

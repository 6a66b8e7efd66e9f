/** Gives every page its services, language and texts. */
import { defineMiddleware } from "astro:middleware";
import { languageOfPath } from "./language/language.ts";
import { getDictionary } from "./language/words.ts";

export const onRequest = defineMiddleware(({ locals, url }, next) => {
  locals.services = locals.cfContext?.services;
  // A problem is explained by a page with another URL, so the language is taken from the URL of the request.
  const { pathname } = locals.services?.url ?? url;
  locals.language = languageOfPath(pathname);
  locals.words = getDictionary(locals.language);
  return next();
});

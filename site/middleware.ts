/** Provides each page with its services, language and texts. */
import { defineMiddleware } from "astro:middleware";
import { languageOfPath } from "./language/language.ts";
import { wordsOf } from "./language/words.ts";

export const onRequest = defineMiddleware(({ locals, url }, next) => {
  locals.services = locals.cfContext?.services;
  // The URL of a page that explains a problem differs from the requested one, so the language is taken from the
  // request.
  const { pathname } = locals.services?.url ?? url;
  locals.language = languageOfPath(pathname);
  locals.words = wordsOf(locals.language);
  return next();
});

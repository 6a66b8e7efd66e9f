/** Gives every page its services, its language and its texts. */
import { defineMiddleware } from "astro:middleware";
import { languageOfPath } from "./language/language.ts";
import { wordsOf } from "./language/words.ts";

export const onRequest = defineMiddleware(({ locals, url }, next) => {
  locals.services = locals.cfContext?.services;
  // A problem page is rendered at another URL than the requested one.
  const { pathname } = locals.services?.url ?? url;
  locals.language = languageOfPath(pathname);
  locals.words = wordsOf(locals.language);
  return next();
});

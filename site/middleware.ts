/** Every page gets its services, the language of its address and the texts in it. */
import { defineMiddleware } from "astro:middleware";
import { languageOfPath } from "./language/language.ts";
import { wordsOf } from "./language/words.ts";

export const onRequest = defineMiddleware(({ locals, url }, next) => {
  locals.services = locals.cfContext?.services;
  // A page that explains a problem is rendered at another address than the one that was asked for.
  const { pathname } = locals.services?.url ?? url;
  locals.language = languageOfPath(pathname);
  locals.words = wordsOf(locals.language);
  return next();
});

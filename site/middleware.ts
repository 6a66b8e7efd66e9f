/** Gives every page its services, language and texts. */
import { defineMiddleware } from "astro:middleware";
import { languageOfPath } from "./language/language.ts";
import { getDictionary } from "./language/words.ts";

export const onRequest = defineMiddleware(({ locals, url }, next) => {
  locals.services = locals.cfContext?.services;
  // A page that explains a problem is rendered at a different URL, so the language comes from the requested one.
  const { pathname } = locals.services?.url ?? url;
  locals.language = languageOfPath(pathname);
  locals.words = getDictionary(locals.language);
  return next();
});

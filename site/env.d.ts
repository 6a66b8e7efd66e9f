/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The Worker's context for a page, which static pages do not have. */
    readonly cfContext: import("../worker/web/pages.ts").PageContext;
    /** Set by the middleware, as are the next two; pages made at build time have none. */
    services: import("../worker/web/site-services.ts").SiteServices;
    language: import("./language/language.ts").Language;
    words: import("./language/en.ts").Dictionary;
    /** Set by a page that cannot be shown, for the page that explains why. */
    problem?: import("../worker/contract/problem.ts").Problem;
  }
}

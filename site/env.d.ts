/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The context of the Worker. Absent on static pages. */
    readonly cfContext: import("../worker/web/pages.ts").PageContext;
    /**
     * The services of the site. The middleware sets this property and the next two. Absent while pages are
     * prerendered.
     */
    services: import("../worker/web/site-services.ts").SiteServices;
    language: import("./language/language.ts").Language;
    words: import("./language/en.ts").Dictionary;
    /** The problem to explain, if the page cannot be shown. */
    problem?: import("../worker/contract/problem.ts").Problem;
  }
}

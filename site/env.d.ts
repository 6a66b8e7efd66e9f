/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** What the Worker hands to a page. */
    readonly cfContext: import("../worker/routes/pages.ts").PageContext;
  }
}

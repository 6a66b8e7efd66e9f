/**
 * The Vite plugin copies `.dev.vars` beside the Worker it has built, secrets and all. A build
 * is uploaded, archived and shown around, so it holds none: `npm start` passes them to the server itself.
 */
import { rm } from "node:fs/promises";

let server;

/** An Astro integration. */
export const withoutSecrets = {
  name: "without-secrets",
  hooks: {
    "astro:config:done": ({ config }) => {
      server = config.build.server;
    },
    "astro:build:done": () => rm(new URL(".dev.vars", server), { force: true }),
  },
};

/**
 * The Vite plugin copies `.dev.vars` beside the Worker it has built, secrets and all. A build
 * is uploaded, archived and shown around, so it holds none: `npm start` hands them over itself.
 */
import { rm } from "node:fs/promises";

/** An Astro integration. */
export const withoutSecrets = {
  name: "without-secrets",
  hooks: {
    "astro:build:done": () => rm(new URL("../dist/server/.dev.vars", import.meta.url), { force: true }),
  },
};

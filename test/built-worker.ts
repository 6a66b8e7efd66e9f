/** Converts the Worker that tests build to Miniflare's options, as `npm start` does. */
import { join } from "node:path";
import { builtWorker as builtIn, type WorkerModule } from "../tools/serve/worker.ts";
import { COPY } from "./built-copy.ts";

/** Returns Miniflare's options. `around` replaces the entry module by modules that import `../entry.mjs`. */
export function builtWorker(settings: Readonly<Record<string, string>>, around?: readonly WorkerModule[]) {
  return builtIn({ folder: join(COPY, "dist"), settings, around });
}

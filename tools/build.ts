/** `npm run build`: the Worker and the files of the site, into `dist`. */
import { start } from "./wrangler.ts";

const build = start("astro", ["build", "--config", "site/astro.config.mjs"], "inherit");
build.on("exit", (code) => process.exit(code ?? 1));

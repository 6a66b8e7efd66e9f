/** `npm run build`: the Worker and its site, into `dist`. */
import { build, DIST } from "./builds.ts";

await build(DIST);
console.log("Built: dist");

/** `npm run stand-in`: the stand-in for TMDB on http://127.0.0.1:8788, for trying the dialect without a key. It prints the settings. */
import { KEY } from "./answers.ts";
import { startTmdb } from "./server.ts";

const { url } = await startTmdb(8788);
console.log(`UPSTREAM_DIALECT=tmdb
UPSTREAM_BASE_URL=${url}/3
UPSTREAM_API_KEY=${KEY}
IMAGE_BASE_URL=${url}/t/p/`);

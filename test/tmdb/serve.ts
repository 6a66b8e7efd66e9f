/** `npm run stand-in`: the stand-in for TMDB on http://127.0.0.1:8788, for trying the dialect without a key. It prints the settings. */
import { settingsFor, startTmdb } from "./server.ts";

const settings = Object.entries(settingsFor(await startTmdb(8788)));
console.log(settings.map(([name, value]) => `${name}=${value}`).join("\n"));

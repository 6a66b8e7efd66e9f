/** `npm run stand-in`: the stand-in for TMDB that the tests use, and the starter catalog, to try the dialect without a key. */
import { parseOptions, runCommand } from "../../tools/options.ts";
import { freePort } from "../../tools/server.ts";
import { settingsFor, startTmdb } from "./server.ts";
import { starterTitles } from "./starter.ts";
import { PEOPLE, TITLES } from "./titles.ts";

const USAGE = `
Usage: npm run stand-in -- [--port N]

Serves a stand-in for TMDB on http://127.0.0.1:8788, and prints the settings for it.

  --port N  Listen on this port.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({ options: { port: { type: "string", default: "8788" } } });
  const port = await freePort(values.port, "npm run stand-in --");
  const { titles, people } = starterTitles();
  TITLES.unshift(...titles);
  PEOPLE.unshift(...people);
  const settings = Object.entries(settingsFor(await startTmdb(Number(port))));
  console.log(settings.map(([name, value]) => `${name}=${value}`).join("\n"));
});

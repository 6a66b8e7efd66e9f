/**
 * Starts the TMDB stub with the starter catalog (`npm run stand-in`), so that you can try the TMDB source without a
 * key.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseOptions, runCommand } from "../../tools/options.ts";
import { freePort } from "../../tools/server.ts";
import { ROOT } from "../../tools/wrangler.ts";
import { settingsFor, startTmdb } from "./server.ts";
import { starterTitles } from "./starter.ts";
import { PEOPLE, TITLES } from "./titles.ts";

const USAGE = `
Usage: npm run stand-in -- [--port N]

Serves a stand-in for TMDB on http://127.0.0.1:8788. Until it stops, .dev.vars has
the settings for it. If that file exists, it stays as it is.

  --port N  Listen on this port.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({ options: { port: { type: "string", default: "8788" } } });
  const port = await freePort(values.port, "npm run stand-in --");
  const { titles, people } = starterTitles();
  TITLES.unshift(...titles);
  PEOPLE.unshift(...people);
  const settings = Object.entries(settingsFor(await startTmdb(Number(port))));
  const lines = settings.map(([name, value]) => `${name}=${value}\n`).join("");
  if (writeSettings(lines)) console.log("Ready: npm start is now in front of it · Ctrl+C to stop");
  else console.log(`.dev.vars exists and stays as it is. The settings for the stand-in:\n${lines}`);
});

/**
 * Writes the settings to `.dev.vars`, and removes the file when the process ends. Returns false if the file already
 * exists.
 */
function writeSettings(lines: string): boolean {
  const file = join(ROOT, ".dev.vars");
  try {
    writeFileSync(file, lines, { flag: "wx", mode: 0o600 });
  } catch {
    return false;
  }
  process.on("exit", () => rmSync(file));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit());
  return true;
}

/** `npm run catalog -- status`: what the catalog holds, since when, from where. */
import { run } from "../wrangler.ts";
import { DATABASE, withLocalDatabase } from "./database.ts";
import { gigabytes } from "./size.ts";

const STATUS = "SELECT titles, source, loaded_at, version FROM catalog";

export async function showStatus(state: string, remote: boolean): Promise<void> {
  if (remote) {
    console.log(await run("wrangler", ["d1", "execute", DATABASE, "--remote", "--command", STATUS]));
    return;
  }
  await withLocalDatabase(state, async (database) => {
    const { results, meta } = await database.prepare(STATUS).run<Record<string, string | number>>();
    const [row] = results;
    if (row === undefined)
      console.log("The catalog is empty. Fill it with: npm run catalog -- load <folder or files>");
    else
      console.log(
        `${row.titles} titles from ${row.source}, loaded ${row.loaded_at}, ${gigabytes(meta.size_after)}`,
      );
  });
}

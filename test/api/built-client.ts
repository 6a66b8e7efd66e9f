/** The files of the client in the npm package, built with the copy that the tests run. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { COPY } from "../built-copy.ts";

export const BUILT = {
  code: join(COPY, "build/client/marquee.js"),
  types: join(COPY, "build/client/marquee.d.ts"),
};

export async function importClient(): Promise<typeof import("../../tools/client/client.ts")> {
  return await import(pathToFileURL(BUILT.code).href);
}

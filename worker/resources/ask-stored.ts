/** Lets a source cache values for itself, such as the credits of a title that it needs for a list. */
import type { Context, FetchSnapshot } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import { type Loaded, readNotes } from "../source/loaded.ts";
import type { AskStored, Identity, Storable, StorableQuery } from "../source/source.ts";
import { genres } from "./browse.ts";
import { find } from "./find.ts";
import { person } from "./people.ts";
import { unreadable } from "./reading.ts";
import { createEntry, type ResourceServices, storeTitles, toRepresentation } from "./representation.ts";
import { isUsable, type Stored } from "./resource.ts";
import { credits, search } from "./search-and-credits.ts";
import { season, seasons } from "./seasons.ts";
import { title } from "./titles.ts";

/** The values that a source may cache for itself with `AskStored`. */
const STORABLE: { readonly [S in Storable]: Stored<StorableQuery<S>> } = {
  credits,
  find,
  genres,
  person,
  search,
  season,
  seasons,
  title,
};

/**
 * Creates a function that returns the `AskStored` of a source. Values that are loaded through an `AskStored` are not
 * rate limited, and do not count as parts of the page.
 */
export function createAskStored(services: ResourceServices) {
  const { cache } = services;
  return (context: Context, source: Identity): AskStored => {
    async function askStored<S extends Storable>(
      name: S,
      query: StorableQuery<S>,
      load?: (query: StorableQuery<S>) => Promise<Loaded>,
    ) {
      const target = { resource: STORABLE[name], query };
      const entry = createEntry(services, source, target);
      const result = await (load === undefined
        ? cache.peek(context, entry)
        : cache.lookup(context, { ...entry, load: (snapshot) => loadAndRepresent(load, snapshot) }));
      if (result === null) return null;
      context.observe(result);
      if (result.kind === "failed") throw result.problem;
      const { storedAt, logPosition, outcome } = result;
      const value = outcome === "missing" ? null : parseJson(target.resource.schema, bodyText(result));
      if (value === null && outcome !== "missing") throw unreadable(name);
      return {
        value,
        notes: readNotes(result.notes),
        isPartial: outcome === "partial",
        isLastResort: !isUsable(result),
        storedAt,
        logPosition,
      };

      async function loadAndRepresent(one: typeof load & {}, snapshot: FetchSnapshot) {
        const loaded = await one(query);
        storeTitles({ services, context, source }, loaded, snapshot);
        return toRepresentation(target, loaded, snapshot);
      }
    }
    return askStored as AskStored;
  };
}

/** The state of the catalog: when it was loaded, and whether this version can search it. */
import type { Session, StateRow } from "../../source/d1.ts";
import { TOKENS_VERSION } from "./names.ts";

export interface CatalogState extends Pick<StateRow, "version" | "titles"> {
  /** The time of the load in ISO 8601, or `null` if nothing has been loaded. */
  readonly loadedAt: string | null;
  /** The version of the tokens in its indexes. A search finds less if it is not `TOKENS_VERSION`. */
  readonly tokens: number;
}

const SELECT_CATALOG = `SELECT version, titles, loaded_at AS loadedAt, tokens FROM catalog`;

/** Returns the state of the catalog. The number of titles is 0 if nothing has been loaded. */
export async function readCatalogState(session: Session): Promise<CatalogState> {
  const [row] = await session.rows<CatalogState>(session.statement(SELECT_CATALOG));
  return row ?? { version: "", titles: 0, loadedAt: null, tokens: TOKENS_VERSION };
}

/** The state of the catalog: when it was loaded, and from which source. */
import type { Session, StateRow } from "../../source/d1.ts";

/** The name of the source that the starter catalog is loaded from. */
export const STARTER_SOURCE = "starter catalog";

export interface CatalogState extends Pick<StateRow, "version" | "titles"> {
  /** The time of the load in ISO 8601, or `null` if nothing has been loaded. */
  readonly loadedAt: string | null;
  /** Whether the catalog is the starter catalog, whose ids are used nowhere else. */
  readonly isStarter: boolean;
}

const SELECT_CATALOG = `
  SELECT version, titles, loaded_at AS loadedAt, source = '${STARTER_SOURCE}' AS isStarter FROM catalog`;

/** Returns the state of the catalog. The number of titles is 0 if nothing has been loaded. */
export async function readCatalogState(session: Session): Promise<CatalogState> {
  const [row] = await session.rows<CatalogState>(session.statement(SELECT_CATALOG));
  if (row === undefined) return { version: "", titles: 0, loadedAt: null, isStarter: false };
  return { ...row, isStarter: Boolean(row.isStarter) };
}

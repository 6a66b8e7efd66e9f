/**
 * Reading from the replica nearest to where the Worker runs: D1's Sessions API. What one
 * session reads never goes back in time, though it may be some seconds behind the primary:
 * right for a catalog that is only ever replaced whole, and written by no request.
 */

/** All that the catalog asks of a database. */
export type Reads = Pick<D1Database, "prepare" | "batch">;

/** One session for all reads of one request; the database itself where the binding knows no sessions. */
export function session(database: D1Database): Reads {
  // Older bindings, and stand-ins for them, lack the method that the type promises.
  return "withSession" in database ? database.withSession("first-unconstrained") : database;
}

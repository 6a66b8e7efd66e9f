/** Connects the catalog commands to a test database. */
import type { Connection } from "../tools/catalog/load/statements.ts";

export function connectionTo(database: D1Database): Connection {
  return {
    async batch(statements) {
      const prepared = statements.map((statement) => {
        if (typeof statement === "string") return database.prepare(statement);
        return database.prepare(statement.sql).bind(JSON.stringify(statement.parameter));
      });
      return (await database.batch<Record<string, unknown>>(prepared)).map(({ results, meta }) => ({
        rows: results,
        bytes: meta.size_after,
        written: meta.rows_written,
        took: meta.duration,
      }));
    },
  };
}

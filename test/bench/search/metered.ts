/** Wraps a D1 database and adds up the rows and the milliseconds that D1 reports. */
export interface Meter {
  rows: number;
  milliseconds: number;
  roundTrips: number;
  reset(): void;
}

export interface MeteredDatabase {
  readonly database: D1Database;
  readonly meter: Meter;
}

export function meterDatabase(database: D1Database): MeteredDatabase {
  const meter: Meter = {
    rows: 0,
    milliseconds: 0,
    roundTrips: 0,
    reset() {
      meter.rows = 0;
      meter.milliseconds = 0;
      meter.roundTrips = 0;
    },
  };
  const watched: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (sql) => database.prepare(sql),
    async batch<T>(statements: D1PreparedStatement[]) {
      const results = await database.batch<T>(statements);
      meter.roundTrips += 1;
      for (const { meta } of results) {
        meter.rows += meta.rows_read;
        meter.milliseconds += meta.duration;
      }
      return results;
    },
  };
  return { database: watched as D1Database, meter };
}

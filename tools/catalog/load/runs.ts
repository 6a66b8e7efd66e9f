/** Yields consecutive rows with the same key together. `rows` must be sorted by the key. */
export function* groupRuns<Row>(
  rows: Iterable<Row>,
  getKey: (row: Row) => unknown,
): Generator<[Row, ...Row[]]> {
  let run: [Row, ...Row[]] | null = null;
  let key: unknown;
  for (const row of rows) {
    const next = getKey(row);
    if (run !== null && next === key) run.push(row);
    else {
      if (run !== null) yield run;
      run = [row];
      key = next;
    }
  }
  if (run !== null) yield run;
}

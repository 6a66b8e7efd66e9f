/** Yields consecutive rows with the same key together. `rows` must be sorted by the key. */
export function* groupRuns<Row>(
  rows: Iterable<Row>,
  getKey: (row: Row) => unknown,
): Generator<[Row, ...Row[]]> {
  let run: [Row, ...Row[]] | null = null;
  for (const row of rows) {
    if (run !== null && getKey(run[0]) === getKey(row)) run.push(row);
    else {
      if (run !== null) yield run;
      run = [row];
    }
  }
  if (run !== null) yield run;
}

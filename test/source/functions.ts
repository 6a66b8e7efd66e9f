/** The functions of a source, with the connection already bound. */
export type BoundFunctions<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (
    query: infer Query,
    ...connection: never
  ) => infer Result
    ? (query: Query) => Result
    : never;
};

/** Binds functions by name. `call` receives the name of the function and its query. */
export function bindFunctions<Table extends object>(
  table: Table,
  call: (name: keyof Table, query: never) => unknown,
): BoundFunctions<Table> {
  const names = Object.keys(table) as (keyof Table)[];
  return Object.fromEntries(
    names.map((name) => [name, (query: never) => call(name, query)]),
  ) as BoundFunctions<Table>;
}

/** Moves repeated parameters into components, so that the document describes each of them once. */

interface Parameter {
  readonly name: string;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get?: Operation;
  readonly head?: Operation;
}

type Components = Readonly<Record<string, Parameter>>;

/** Replaces repeated parameters with references. Returns the new paths, and the parameters by component name. */
export function shareParameters<T extends Readonly<Record<string, PathItem>>>(paths: T) {
  const components = nameRepeated(Object.values(paths));
  const names = new Map(Object.entries(components).map(([name, parameter]) => [serialize(parameter), name]));

  function withReferences<O extends PathItem | Operation>(owner: O): O {
    const parameters = owner.parameters?.map((parameter) => {
      const name = names.get(serialize(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
    return { ...owner, ...(parameters && { parameters }) };
  }

  function share(item: PathItem): PathItem {
    const { get, head } = item;
    const operations = {
      ...(get && { get: withReferences(get) }),
      ...(head && { head: withReferences(head) }),
    };
    return { ...withReferences(item), ...operations };
  }

  const shared = Object.entries(paths).map(([path, item]) => [path, share(item)]);
  return { paths: Object.fromEntries(shared) as T, components };
}

/**
 * Names the repeated parameters. If a name is taken, appends the id of the first operation that uses the parameter.
 */
function nameRepeated(items: readonly PathItem[]): Components {
  const components: Record<string, Parameter> = {};
  const uses = items.flatMap(({ parameters = [], get, head }) => [
    ...parameters.map((parameter) => ({ parameter, operationId: get?.operationId })),
    ...[get, head].flatMap((operation) =>
      (operation?.parameters ?? []).map((parameter) => ({ parameter, operationId: get?.operationId })),
    ),
  ]);
  for (const [first, ...others] of Map.groupBy(uses, ({ parameter }) => serialize(parameter)).values()) {
    if (first === undefined || others.length === 0) continue;
    const { name } = first.parameter;
    components[name in components ? `${name}.${first.operationId}` : name] = first.parameter;
  }
  return components;
}

function serialize(parameter: Parameter): string {
  return JSON.stringify(parameter);
}

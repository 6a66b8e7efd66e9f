/** What a change of a schema breaks: of a value that is sent, and of one that is got. */
import { type Json, list, object } from "./inlined.ts";

/** Of what callers send: nothing that was allowed may be refused. */
export function accepted(at: string, was: Json, is: Json): string[] {
  const [before, after] = [list(was.enum), list(is.enum)];
  const refused = after.length === 0 ? [] : before.filter((value) => !after.includes(value));
  const narrowed = before.length === 0 && after.length > 0;
  return [
    ...changed(at, was, is, ["type", "pattern", "default"]),
    ...refused.map((value) => `${at} no longer takes ${value}`),
    ...(narrowed ? [`${at} takes only some values`] : []),
    ...["minimum", "minLength"]
      .filter((name) => bound(is, name, -1) > bound(was, name, -1))
      .map((name) => `${at} has a higher ${name}`),
    ...["maximum", "maxLength"]
      .filter((name) => bound(is, name, 1) < bound(was, name, 1))
      .map((name) => `${at} has a lower ${name}`),
  ];
}

/** Of what callers get: nothing that could be relied on may be gone. */
export function promised(at: string, was: Json, is: Json): string[] {
  const [before, after] = [list(was.enum), list(is.enum)];
  const widened = before.length > 0 && after.length === 0;
  const unheardOf = before.length === 0 ? [] : after.filter((value) => !before.includes(value));
  const missing = list(was.required).filter((name) => !list(is.required).includes(name));
  return [
    ...changed(at, was, is, ["type", "pattern", "minimum", "maximum"]),
    ...(widened ? [`${at} may be anything`] : []),
    ...unheardOf.map((value) => `${at} may be ${value}`),
    ...missing.map((name) => `${at} no longer always has ${name}`),
    ...properties(at, object(was.properties), object(is.properties)),
    ...(was.items === undefined ? [] : promised(`${at} items`, object(was.items), object(is.items))),
    ...["anyOf", "oneOf"].flatMap((name) => alternatives(at, list(was[name]), list(is[name]))),
  ];
}

function properties(at: string, was: Json, is: Json): string[] {
  return Object.keys(was).flatMap((name) =>
    name in is ? promised(`${at} ${name}`, object(was[name]), object(is[name])) : [`${at} ${name} is gone`],
  );
}

function alternatives(at: string, was: readonly unknown[], is: readonly unknown[]): string[] {
  if (was.length !== is.length) return [`${at} has other alternatives`];
  return was.flatMap((one, index) => promised(`${at} (${index + 1})`, object(one), object(is[index])));
}

function changed(at: string, was: Json, is: Json, names: readonly string[]): string[] {
  return names.filter((name) => was[name] !== is[name]).map((name) => `${at} has another ${name}`);
}

function bound(schema: Json, name: string, open: 1 | -1): number {
  const value = schema[name];
  return typeof value === "number" ? value : open * Number.POSITIVE_INFINITY;
}

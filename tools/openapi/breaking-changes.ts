/**
 * What a change of the OpenAPI document breaks for clients of the one before. Of what they
 * send, all that was accepted still has to be; of what they get, all that was promised. What
 * is only added breaks nothing. Another pattern counts as breaking, since nobody can tell.
 */
import { inlined, type Json, list, object } from "./inlined.ts";
import { accepted, promised } from "./schema-changes.ts";

/** In words, one a change, each beginning with its place. */
export function breakingChanges(before: Json, after: Json): string[] {
  return members(inlined(before).paths, inlined(after).paths, "", path);
}

type Compare = (at: string, was: Json, is: Json) => string[];

/** Compares each member of `before` with its namesake; one that has none is gone. */
function members(before: unknown, after: unknown, at: string, compare: Compare): string[] {
  const [was, is] = [object(before), object(after)];
  return Object.keys(was).flatMap((name) => {
    const place = `${at} ${name}`.trim();
    return name in is ? compare(place, object(was[name]), object(is[name])) : [`${place} is gone`];
  });
}

function path(at: string, was: Json, is: Json): string[] {
  const { parameters: before, ...operations } = was;
  const { parameters: after, ...others } = is;
  return [...parameters(at, byName(before), byName(after)), ...members(operations, others, at, operation)];
}

function operation(at: string, was: Json, is: Json): string[] {
  const sameSecurity = JSON.stringify(was.security) === JSON.stringify(is.security);
  return [
    ...(sameSecurity ? [] : [`${at} asks for other credentials`]),
    ...members(was.responses, is.responses, at, response),
  ];
}

function response(at: string, was: Json, is: Json): string[] {
  return [
    ...members(was.headers, is.headers, `${at} header`, () => []),
    ...members(was.content, is.content, at, (place, before, after) =>
      promised(place, object(before.schema), object(after.schema)),
    ),
  ];
}

function parameters(at: string, before: Json, after: Json): string[] {
  const demanded = Object.entries(after).filter(([name, is]) => !(name in before) && object(is).required);
  return [
    ...demanded.map(([name]) => `${at} ${name} is new and required`),
    ...members(before, after, at, (place, was, is) => [
      ...(is.required && !was.required ? [`${place} is now required`] : []),
      ...accepted(place, object(was.schema), object(is.schema)),
    ]),
  ];
}

function byName(parameters: unknown): Json {
  const found = list(parameters).map(object);
  return Object.fromEntries(found.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

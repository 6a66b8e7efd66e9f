/** Calls a tool: converts its arguments to a query of its operation, and the response to structured content and text. */
import { bodyText } from "../../cache/stored-response.ts";
import { parseInteger } from "../../contract/parameters.ts";
import { asProblem, Problem } from "../../contract/problem.ts";
import { TOOLS, type Tool } from "../../resources/tools.ts";
import { performOperation } from "../api.ts";
import type { RequestContext } from "../request-context.ts";
import { addLinks } from "./links.ts";
import { cutToSize, type Page } from "./size.ts";

interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}

type Arguments = Readonly<Record<string, string>>;

export function findTool(name: string): Tool | null {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name as keyof typeof TOOLS] : null;
}

/** Returns the result of a call. A problem is a result as well, so that the model can correct its arguments. */
export async function callTool(
  tool: Tool,
  parameters: unknown,
  context: RequestContext,
): Promise<ToolResult> {
  try {
    const { offset = "0", ...args } = readArguments(tool, parameters);
    const start = parseInteger(offset, 0, Number.MAX_SAFE_INTEGER);
    if (start === null) throw invalid("offset", "must be an integer from 0");
    const { value, nextPage } = await ask(tool, args, context);
    const page = cutToSize(addLinks(value, context.site.origin), {
      list: tool.list ?? null,
      start,
      nextPage,
    });
    return toResult(page);
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (problem.type === "internal") context.log({ event: "internal", reason: String(problem.cause) });
    const retry = problem.retryAfter === undefined ? "" : ` Try again in ${problem.retryAfter} seconds.`;
    return {
      content: [{ type: "text", text: `${problem.title}: ${describe(problem)}${retry}` }],
      isError: true,
    };
  }
}

function describe({ errors, detail }: Problem): string {
  if (errors.length === 0) return detail;
  return errors.map(({ parameter, detail }) => `${parameter} ${detail}.`).join(" ");
}

function toResult({ structured, text }: Page): ToolResult {
  return { content: [{ type: "text", text }], structuredContent: structured };
}

/** Returns the arguments as text, as they would be in a URL. Throws a Problem. */
function readArguments(tool: Tool, parameters: unknown = {}): Arguments {
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    throw invalid("arguments", "must be an object");
  }
  const accepted = [...tool.accepts, ...(tool.list ? ["offset"] : []), ...(tool.byName ? ["name"] : [])];
  const read = Object.entries(parameters).flatMap(([name, value]) => {
    if (!accepted.includes(name)) throw invalid(name, `is unknown; the arguments are ${accepted.join(", ")}`);
    if (value === null) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!values.every((item) => typeof item === "string" || typeof item === "number"))
      throw invalid(name, "must be a string, a number or a list of them");
    return [[name, values.join(",")] as const];
  });
  return Object.fromEntries(read);
}

function invalid(parameter: string, detail: string): Problem {
  const name = parameter.replaceAll(/[^\w-]/g, "_").slice(0, 40);
  return new Problem("invalid-parameter", `${name} ${detail}.`, { errors: [{ parameter: name, detail }] });
}

interface Asked {
  readonly value: object;
  /** The number of the next page, or `null` if this is the last or there are no pages. */
  readonly nextPage: number | null;
}

async function ask(tool: Tool, args: Arguments, context: RequestContext): Promise<Asked> {
  const { name, ...others } = args;
  if (tool.byName === undefined || name === undefined) return await request(tool, args, context);
  if (others.id !== undefined) throw invalid("name", "cannot be combined with id");
  const { value } = await request({ ...tool, operation: tool.byName }, { q: name, limit: "5" }, context);
  const [first, ...namesakes] = Object.values(value)[0] as { readonly id: number }[];
  if (first === undefined) throw new Problem("person-not-found", "No person has this name.");
  const found = await request(tool, { ...others, id: String(first.id) }, context);
  return namesakes.length === 0
    ? found
    : { ...found, value: { ...found.value, others_with_this_name: namesakes } };
}

/** Returns the parsed response of an operation. Throws a Problem. */
async function request(
  { operation, list = "results" }: Tool,
  args: Arguments,
  context: RequestContext,
): Promise<Asked> {
  const isInPath = (name: string) =>
    Object.values(operation.parameters ?? {}).some(
      (parameter) => parameter.name === name && parameter.isInPath,
    );
  const entries = Object.entries(args);
  const {
    result,
    headers,
    missing = operation.missing,
  } = await performOperation(operation, context, {
    values: new URLSearchParams(entries.filter(([name]) => !isInPath(name))),
    path: Object.fromEntries(entries.filter(([name]) => isInPath(name))),
    body: () => Promise.resolve(""),
    needsBody: () => true,
    isConditional: false,
  });
  if (result.kind === "failed") throw result.problem;
  if (result.outcome === "missing") throw new Problem(missing.type, missing.detail);
  const parsed: unknown = JSON.parse(bodyText(result));
  const hasMore = headers.Link?.includes('rel="next"') ?? false;
  return {
    value: Array.isArray(parsed) ? { [list]: parsed } : (parsed as object),
    nextPage: hasMore ? Number(args.page ?? 1) + 1 : null,
  };
}

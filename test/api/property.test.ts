/** Tests that responses to generated requests match the OpenAPI document. */
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { ProblemBody } from "../../worker/contract/problem.ts";
import { ADDRESSES, DOCUMENT, expectDocumented, TARGET } from "./document.ts";
import { type GeneratedRequest, request } from "./requests.ts";

const RUNS = Number(process.env.GENERATED_REQUESTS ?? 500);
/** The number of parallel requests. A request spends most of its time waiting. */
const LANES = 4;

/** Sends a request, validates the response and returns its status. */
async function ask({ method, address, query, ifNoneMatch, expected }: GeneratedRequest): Promise<number> {
  const headers = new Headers(ifNoneMatch === null ? {} : { "If-None-Match": ifNoneMatch });
  const response = await fetch(`${TARGET}${address}?${query}`, { method, headers });
  const { status } = response;
  const text = await expectDocumented(response, address, method.toLowerCase());
  expect(status).toBeLessThan(500);
  if (expected === "valid") expect(status).toBeOneOf([200, 304, 404]);
  else if (expected !== "noise") {
    expect(status).toBe(400);
    if (method === "GET") expect(parseRejectedNames(text)).toContain(expected);
  }
  return status;
}

/** Returns the names of the parameters that a 400 response reports. */
function parseRejectedNames(text: string): string[] {
  const { errors } = v.parse(ProblemBody, JSON.parse(text));
  return (errors ?? []).map(({ parameter }) => parameter);
}

describe("OpenAPI document", () => {
  test(`describes the responses to ${RUNS} generated requests`, {
    timeout: 300_000,
  }, async () => {
    const seen = new Set<number>();
    const property = fc.asyncProperty(request, async (generated) => {
      seen.add(await ask(generated));
    });
    await Promise.all(Array.from({ length: LANES }, () => fc.assert(property, { numRuns: RUNS / LANES })));
    // These are all statuses that a client can cause.
    expect([...seen].sort()).toEqual([200, 304, 400, 404, 414]);
  });

  test("describes /v1 and /v1/ identically", () => {
    const unnamed = (address: string) =>
      JSON.stringify(ADDRESSES.get(address)).replaceAll(/"operationId":"\w+"/g, "");
    expect(unnamed("/v1/")).toBe(unnamed("/v1"));
  });

  test("declares ids, pages and votes as int64", () => {
    const large: unknown[] = [];
    JSON.parse(JSON.stringify(DOCUMENT), (_, value: { maximum?: number; format?: string } | null) => {
      if ((value?.maximum ?? 0) > 2 ** 31 - 1) large.push(value?.format);
      return value;
    });
    const [sharedParameters, otherParameters, idsOfResponses, votes] = [3, 4, 14, 1];
    const all = sharedParameters + otherParameters + idsOfResponses + votes;
    expect(large).toEqual(Array(all).fill("int64"));
  });
});

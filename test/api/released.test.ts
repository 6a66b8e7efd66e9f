/** `/v1` only grows: nothing that a client of the last released document relies on may go. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { breakingChanges } from "../../tools/openapi/breaking-changes.ts";
import type { Json } from "../../tools/openapi/inlined.ts";
import { DOCUMENT } from "./document.ts";

const text = readFileSync("docs/openapi.json", "utf8");
const released: Json = JSON.parse(text);

/** The released document with one thing in its text replaced; fails when it is not there. */
function changed(from: string | RegExp, to: string): Json {
  const other = JSON.stringify(released).replace(from, to);
  expect(other).not.toBe(JSON.stringify(released));
  return JSON.parse(other);
}

test("the document breaks no client of the last one released", () => {
  expect(breakingChanges(released, JSON.parse(JSON.stringify(DOCUMENT)))).toEqual([]);
});

describe("a change breaks clients when", () => {
  test.each([
    ["an address is gone", '"/healthz":', '"/health":', "/healthz is gone"],
    ["a method is gone", '"head":{', '"trace":{', "/v1 head is gone"],
    ["a parameter is gone", '"name":"f"', '"name":"filter"', "/v1 query f is gone"],
    [
      "a parameter becomes required",
      '"name":"lang","in":"query","required":false',
      '"name":"lang","in":"query","required":true',
      "/v1 query lang is now required",
    ],
    [
      "a new parameter is required",
      '"parameters":[',
      '"parameters":[{"name":"token","in":"query","required":true},',
      "/v1 query token is new and required",
    ],
    [
      "a value is no longer taken",
      '"enum":["search","credits"]',
      '"enum":["search"]',
      "/v1 query category no longer takes credits",
    ],
    ["less is taken", '"maximum":100', '"maximum":50', "/v1 query limit has a lower maximum"],
    ["a status is gone", '"304":', '"305":', "/v1 get 304 is gone"],
    ["a header is gone", '"Link":{"$ref"', '"Links":{"$ref"', "/v1 get 200 header Link is gone"],
    [
      "another type of answer takes its place",
      '"application/json":{"schema":{"oneOf"',
      '"text/json":{"schema":{"oneOf"',
      "/v1 get 200 application/json is gone",
    ],
    ["a field is gone", '"plot":{"type":"string"', '"summary":{"type":"string"', "plot is gone"],
    [
      "a field has another type",
      '"runtime":{"type":"string"',
      '"runtime":{"type":"number"',
      "runtime has another type",
    ],
    ["a field may be missing", '"plot","poster"]', '"poster"]', "no longer always has plot"],
    ["a field may have a new value", '"enum":[0,1]', '"enum":[0,1,2]', "is_adult may be 2"],
    [
      "a field may no longer be null",
      '"anyOf":[{"$ref":"#/components/schemas/ImagePath"},{"type":"null"}]',
      '"anyOf":[{"$ref":"#/components/schemas/ImagePath"}]',
      "poster has other alternatives",
    ],
    ["a key is asked for", '"security":[{}]', '"security":[{"api_key":[]}]', "asks for other credentials"],
  ])("%s", (_, from, to, complaint) => {
    expect(breakingChanges(released, changed(from, to)).join("\n")).toContain(complaint);
  });
});

describe("a change breaks nothing when", () => {
  test.each([
    ["an address is added", '"/healthz":', '"/more":{},"/healthz":'],
    [
      "a parameter is added",
      '"parameters":[',
      '"parameters":[{"name":"sort","in":"query","required":false},',
    ],
    ["a value is taken besides", '"enum":["search","credits"]', '"enum":["search","credits","people"]'],
    ["more is taken", '"maximum":100', '"maximum":200'],
    ["a status is added", '"304":', '"410":{"description":"gone"},"304":'],
    ["a header is added", '"Link":{"$ref"', '"Sunset":{"description":"when"},"Link":{"$ref"'],
    ["a field is added", '"plot":{"type":"string"', '"tagline":{"type":"string"},"plot":{"type":"string"'],
    ["a description is another", "Summary; may be empty.", "What happens; may be empty."],
  ])("%s", (_, from, to) => {
    expect(breakingChanges(released, changed(from, to))).toEqual([]);
  });
});

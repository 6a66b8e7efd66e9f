/**
 * The order of a run: first the projects that need no server, while those of the others start. Of each project the longest files
 * first, so that no worker is left alone with one at the end.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECTS = ["repository", "workerd", "platform", "front", "tmdb", "product"];

/** Files that take four seconds or more. */
const LONGEST = [
  "structure/check",
  "tools/catalog/remote",
  "tools/catalog/command",
  "tools/catalog/generations",
  "deploy/deployment",
  "platform/hosts",
  "platform/ages",
  "platform/builds",
  "platform/loads",
  "browser/access",
  "browser/typing",
  "product/outage",
  "browser/narrow",
  "browser/developers",
  "browser/suggestions",
  "browser/journey",
  "browser/large-letters",
  "product/storm",
  "product/load",
  "product/tmdb-api-upstream",
  "product/images",
  "product/stampede",
  "site/hostile",
  "site/pages",
  "site/browse",
  "browser/header",
  "browser/long-credits",
  "browser/filters",
  "api/property",
  "api/examples",
  "catalog/search/relevance/texts",
  "catalog/search/relevance/people",
  "catalog/search/relevance/relevance",
  "cache/stateful",
  "changes/slots",
  "match/evaluation",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byPlace = sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
    return byPlace.toSorted(
      (one, other) => PROJECTS.indexOf(one.project.name) - PROJECTS.indexOf(other.project.name),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/**
 * The order of a run: first the projects that need no server, while those of the others start. Of each project the longest files
 * first, so that no worker is left alone with one at the end.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECTS = ["repository", "workerd", "platform", "front", "tmdb", "product"];

/** Of files that take more than three seconds, on a machine that has no times of its own yet. */
const LONGEST = [
  "structure/check",
  "product/storm",
  "browser/access",
  "browser/typing",
  "deploy/wrangler",
  "platform/builds",
  "product/outage",
  "api/property",
  "tools/catalog/command",
  "tools/catalog/database",
  "platform/hosts",
  "platform/ages",
  "origins/catalog/relevance/people",
  "origins/catalog/relevance/relevance",
  "cache/stateful",
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

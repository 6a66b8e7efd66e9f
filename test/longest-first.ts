/** The order of a run: the longest files of a project first, so that no worker is left alone with one at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

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
    return sorted.toSorted((one, other) => {
      const isSameProject = one.project.name === other.project.name;
      return isSameProject ? placeOf(one) - placeOf(other) : 0;
    });
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

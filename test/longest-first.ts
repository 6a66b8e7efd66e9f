/**
 * Runs projects without a server first, while the servers of others start. Within a project, the longest files run
 * first, so that none of them is left for the end.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECTS = ["repository", "workerd", "platform", "front", "tmdb", "product"];

/** Files that take two seconds or more, longest first within each project. */
const LONGEST = [
  "tools/catalog/remote",
  "tools/catalog/command",
  "tools/catalog/generations",
  "tools/source",
  "tools/catalog/update-command",
  "tools/options",
  "tools/catalog/database",
  "tools/catalog/crash",
  "catalog/search/relevance/relevance",
  "catalog/search/relevance/people",
  "catalog/search/relevance/texts",
  "tmdb-api/lists",
  "tmdb-api/discover",
  "cache/stateful",
  "catalog/search/paging",
  "catalog/list/people-answers",
  "filters/facets",
  "catalog/list/totals",
  "catalog/sentence/texts",
  "catalog/search/comparisons",
  "resources/titles-by-ids",
  "catalog/list/browse",
  "changes/slots",
  "deploy/deployment",
  "platform/callers",
  "platform/hosts",
  "platform/ages",
  "platform/subrequests",
  "platform/loads",
  "platform/builds",
  "deploy/free-plan",
  "platform/purges",
  "browser/access",
  "browser/typing",
  "browser/developers",
  "browser/fitting",
  "browser/narrow",
  "browser/suggestions",
  "browser/journey",
  "product/storm",
  "product/outage",
  "product/images",
  "browser/filters",
  "browser/long-credits",
  "product/load",
  "product/start",
  "product/readme",
  "site/pages",
  "api/examples",
  "browser/header",
  "product/stampede",
  "site/hostile",
  "product/purge",
  "api/property",
  "api/client",
  "product/leaks",
  "product/settings",
  "product/tmdb-clients",
  "product/tmdb-api",
  "product/tmdb-api-upstream",
  "browser/tmdb",
  "browser/title-page",
  "product/memory",
  "site/endless",
  "api/health",
  "product/update",
  "product/tmdb",
  "site/understood",
  "site/addresses",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byPlace = sorted.toSorted((one, other) => findPlace(one) - findPlace(other));
    return byPlace.toSorted(
      (one, other) => PROJECTS.indexOf(one.project.name) - PROJECTS.indexOf(other.project.name),
    );
  }
}

function findPlace({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

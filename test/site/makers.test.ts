/** Whom a title page names as directors and writers, and in which order pages list a department. */
import { describe, expect, test } from "vitest";
import { inPageOrder, makersOf } from "../../site/components/credits/groups.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";
import { credits } from "../contract/records.ts";

function crew(...jobs: string[]) {
  return jobs.map((job, id) => ({ id, name: `P${id}`, profile_path: null, job }));
}

const jobsOf = (entries: readonly { job: string }[]) => entries.map(({ job }) => job);

describe("of the directing department", () => {
  test("only directors direct", () => {
    const director = crew(
      "Director",
      "Co-Director",
      "Series Director",
      "First Assistant Director",
      "Second Unit Director",
      "Script Supervisor",
      "Action Director",
    );
    expect(jobsOf(makersOf(credits({ director })).directors)).toEqual([
      "Director",
      "Co-Director",
      "Series Director",
    ]);
  });

  test("a person without a job there directs", () => {
    expect(makersOf(credits({ director: crew("") })).directors).toHaveLength(1);
  });
});

describe("of the writing department", () => {
  const { creators, writers, authors } = makersOf(
    credits({
      writer: crew(
        "Screenplay",
        "Writer",
        "Story",
        "Original Story",
        "Teleplay",
        "written by",
        "Novel",
        "Characters",
        "Short Story",
        "Theatre Play",
        "based on the novel by",
        "Story Artist",
        "Script Editor",
        "Writers' Assistant",
        "Lyricist",
        "Creator",
      ),
    }),
  );

  test("people who wrote are writers", () => {
    expect(jobsOf(writers)).toEqual([
      "Screenplay",
      "Writer",
      "Story",
      "Original Story",
      "Teleplay",
      "written by",
    ]);
  });

  test("creators of a series are shown as such", () => {
    expect(jobsOf(creators)).toEqual(["Creator"]);
  });

  test("authors of its source are shown as such", () => {
    expect(jobsOf(authors)).toEqual([
      "Novel",
      "Characters",
      "Short Story",
      "Theatre Play",
      "based on the novel by",
    ]);
  });
});

test("music, cinematography and editing name the person who leads them", () => {
  const { music, cinematography, editing } = makersOf(
    credits({
      sound: crew("Original Music Composer", "Music Editor", "Music Supervisor", "Music"),
      production: crew("Producer", "Director of Photography", "Second Unit Director of Photography"),
      editing: crew("Editor", "Assistant Editor", "Co-Editor", "Online Editor"),
    }),
  );
  expect(jobsOf(music)).toEqual(["Original Music Composer", "Music"]);
  expect(jobsOf(cinematography)).toEqual(["Director of Photography"]);
  expect(jobsOf(editing)).toEqual(["Editor", "Co-Editor"]);
});

describe("the order of a department on pages", () => {
  const jobsInOrder = (group: CrewGroup, ...jobs: string[]) =>
    jobsOf(inPageOrder(credits({ [group]: crew(...jobs) }))[group]);

  test.each([
    ["director", ["Director", "Co-Director", "First Assistant Director", "Script Supervisor"]],
    ["writer", ["Screenplay", "Story", "Novel", "Characters"]],
    [
      "production",
      ["Producer", "Executive Producer", "Director of Photography", "Casting", "Associate Producer"],
    ],
    ["editing", ["Editor", "Assistant Editor", "Colorist"]],
    ["art", ["Production Design", "Art Direction", "Set Decoration"]],
    [
      "visual effects",
      ["Visual Effects Supervisor", "Special Effects Supervisor", "Visual Effects Producer"],
    ],
    ["sound", ["Original Music Composer", "Sound Designer", "Sound Re-Recording Mixer", "Conductor"]],
  ] as const)("of %s begins with the jobs that lead it", (group, jobs) => {
    expect(jobsInOrder(group, ...jobs.toReversed())).toEqual(jobs);
  });

  test("is the source's for all other jobs, which come last, and for those that tie", () => {
    const entries = crew("Driver", "Producer", "Caterer", "producer", "Baker");
    expect(inPageOrder(credits({ production: entries })).production.map(({ id }) => id)).toEqual([
      1, 3, 0, 2, 4,
    ]);
  });
});

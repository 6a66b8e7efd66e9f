/** Tests which crew a title page names, and the order of credits within a department. */
import { describe, expect, test } from "vitest";
import { findMakers, inPageOrder, isCameraJob } from "../../site/components/credits/groups.ts";
import { listMakers } from "../../site/components/title/makers.ts";
import { DICTIONARIES } from "../../site/language/words.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";
import { credits } from "../contract/records.ts";

function crew(...jobs: string[]) {
  return jobs.map((job, id) => ({ id, name: `P${id}`, profile_path: null, job }));
}

const listJobs = (entries: readonly { job: string }[]) => entries.map(({ job }) => job);

describe("directors on a title page", () => {
  test("exclude assistants and other jobs in the department", () => {
    const director = crew(
      "Director",
      "Co-Director",
      "Series Director",
      "First Assistant Director",
      "Second Unit Director",
      "Script Supervisor",
      "Action Director",
    );
    expect(listJobs(findMakers(credits({ director })).directors)).toEqual([
      "Director",
      "Co-Director",
      "Series Director",
    ]);
  });

  test("include a director whose job is empty", () => {
    expect(findMakers(credits({ director: crew("") })).directors).toHaveLength(1);
  });
});

describe("listMakers()", () => {
  const locals = { language: "en", words: DICTIONARIES.en, services: { offers: () => false } } as const;
  const isAll = (given: Parameters<typeof credits>[0]) => listMakers(locals, credits(given)).isAll;

  test("reports whether it has the whole crew", () => {
    expect(isAll({ director: crew("Director") })).toBe(true);
    expect(isAll({ director: crew("Director", "Script Supervisor") })).toBe(false);
    expect(isAll({ director: crew("Director"), art: crew("Production Design") })).toBe(false);
    expect(isAll({ director: crew("Director", "Director", "Director", "Director") })).toBe(false);
  });
});

describe("writers on a title page", () => {
  const { creators, writers, authors } = findMakers(
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

  test("include everyone who wrote for the title", () => {
    expect(listJobs(writers)).toEqual([
      "Screenplay",
      "Writer",
      "Story",
      "Original Story",
      "Teleplay",
      "written by",
    ]);
  });

  test("exclude creators, who are listed separately", () => {
    expect(listJobs(creators)).toEqual(["Creator"]);
  });

  test("exclude authors of the original work, who are listed separately", () => {
    expect(listJobs(authors)).toEqual([
      "Novel",
      "Characters",
      "Short Story",
      "Theatre Play",
      "based on the novel by",
    ]);
  });
});

describe("other crew on a title page", () => {
  test("include the leads of music, cinematography and editing", () => {
    const { music, cinematography, editing } = findMakers(
      credits({
        sound: crew("Original Music Composer", "Music Editor", "Music Supervisor", "Music"),
        production: crew("Producer", "Director of Photography", "Second Unit Director of Photography"),
        editing: crew("Editor", "Assistant Editor", "Co-Editor", "Online Editor"),
      }),
    );
    expect(listJobs(music)).toEqual(["Original Music Composer", "Music"]);
    expect(listJobs(cinematography)).toEqual(["Director of Photography"]);
    expect(listJobs(editing)).toEqual(["Editor", "Co-Editor"]);
  });
});

describe("inPageOrder()", () => {
  const jobsInOrder = (group: CrewGroup, ...jobs: string[]) =>
    listJobs(inPageOrder(credits({ [group]: crew(...jobs) }))[group]);

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
  ] as const)("lists leading jobs first in %s", (group, jobs) => {
    expect(jobsInOrder(group, ...jobs.toReversed())).toEqual(jobs);
  });

  test("keeps the source's order for equal jobs", () => {
    const entries = crew("Driver", "Producer", "Caterer", "producer", "Baker");
    expect(inPageOrder(credits({ production: entries })).production.map(({ id }) => id)).toEqual([
      1, 3, 0, 2, 4,
    ]);
  });
});

describe("isCameraJob()", () => {
  test.each([
    "Director of Photography",
    "Cinematography",
    "Camera Operator",
    "Steadicam Operator",
    "First Assistant Camera",
  ])("returns true for %s", (job) => expect(isCameraJob({ job })).toBe(true));

  test.each(["Producer", "Casting Director", "Location Manager", ""])("returns false for %j", (job) => {
    expect(isCameraJob({ job })).toBe(false);
  });
});

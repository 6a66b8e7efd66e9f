/** Whom a title page names as directors and writers. */
import { describe, expect, test } from "vitest";
import { makersOf } from "../../site/components/credits/makers.ts";

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
    expect(jobsOf(makersOf({ director, writer: [] }).directors)).toEqual([
      "Director",
      "Co-Director",
      "Series Director",
    ]);
  });

  test("whoever has no job there directs", () => {
    expect(makersOf({ director: crew(""), writer: [] }).directors).toHaveLength(1);
  });
});

describe("of the writing department", () => {
  const { writers, authors } = makersOf({
    director: [],
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
    ),
  });

  test("those who wrote are writers", () => {
    expect(jobsOf(writers)).toEqual([
      "Screenplay",
      "Writer",
      "Story",
      "Original Story",
      "Teleplay",
      "written by",
    ]);
  });

  test("those whose work it is based on are told apart", () => {
    expect(jobsOf(authors)).toEqual([
      "Novel",
      "Characters",
      "Short Story",
      "Theatre Play",
      "based on the novel by",
    ]);
  });
});

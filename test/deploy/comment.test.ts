/** The comment about a preview, against an HTTP server that keeps comments as GitHub does. */
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postPreview, sizeTable } from "../../tools/deploy/preview-comment.ts";
import { freePort } from "../listening.ts";

const TOKEN = "a-token-for-nothing";
let comments: { id: number; body: string }[] = [];
let authorizations: (string | undefined)[] = [];
let api: string;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  authorizations.push(request.headers.authorization);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://github");
  const path = pathname.replace("/repos/film/marquee", "");
  if (path === "/pulls") {
    const open = searchParams.get("head") === "film:feature/login" ? [{ number: 7 }] : [];
    return response.end(JSON.stringify(open));
  }
  if (request.method === "POST" && path === "/issues/7/comments") {
    comments.push({ id: comments.length + 1, body: JSON.parse(body).body });
    return response.end("{}");
  }
  if (request.method === "PATCH") {
    const own = comments.find(({ id }) => path === `/issues/comments/${id}`);
    if (own !== undefined) own.body = JSON.parse(body).body;
    return response.end("{}");
  }
  if (path === "/issues/7/comments") return response.end(JSON.stringify(comments));
  return response.writeHead(403).end("{}");
});

beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  api = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  comments = [{ id: 1, body: "Nice work!" }];
  authorizations = [];
});

function post(text: string, branch = "feature/login", repository = "film/marquee") {
  return postPreview(text, { api, repository, token: TOKEN, branch, fetch });
}

describe("the comment about a preview", () => {
  test("is one, updated with every push, beside the comments of people", async () => {
    expect(await post("first")).toBe(7);
    expect(await post("second")).toBe(7);
    expect(comments).toEqual([
      { id: 1, body: "Nice work!" },
      { id: 2, body: expect.stringMatching(/second$/) },
    ]);
  });

  test("is not made for a branch without a pull request", async () => {
    expect(await post("text", "feature/other")).toBeNull();
    expect(comments).toHaveLength(1);
  });

  test("sends the token in the header and nowhere else", async () => {
    await post("text");
    expect(new Set(authorizations)).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  test("fails with what was refused, but not the token, when GitHub refuses", async () => {
    const refused = post("text", "feature/login", "film/other");
    await expect(refused).rejects.toThrow(/403/);
    await expect(refused).rejects.not.toThrow(TOKEN);
  });
});

test("the table of sizes shows what changed", () => {
  const before = { worker: 102_400, scripts: 2_048, styles: 1_024, pages: 4_096 };
  const table = sizeTable(before, { ...before, worker: 103_936, scripts: 1_024 });
  expect(table).toContain("| Worker | 100.0 KiB | 101.5 KiB | +1.5 KiB |");
  expect(table).toContain("| scripts | 2.0 KiB | 1.0 KiB | −1.0 KiB |");
  expect(table).toContain("| styles | 1.0 KiB | 1.0 KiB | – |");
});

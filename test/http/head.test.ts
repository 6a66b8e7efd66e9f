import { expect, test } from "vitest";
import { withoutBody } from "../../worker/http/head.ts";
import type { LogLine } from "../../worker/log.ts";

const request = new Request("https://marquee.test/images/240/1999/01/a.png", { method: "HEAD" });

function head(body: BodyInit | null, headers: HeadersInit = {}) {
  const work: Promise<unknown>[] = [];
  const lines: LogLine[] = [];
  const services = {
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    log: (line: LogLine) => lines.push(line),
  };
  const response = withoutBody(new Response(body, { headers }), request, services);
  return { response, lines, settled: () => Promise.all(work) };
}

test("a body that never ends is given up without being read", async () => {
  let given = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(1_024));
    },
    cancel() {
      cancelled = true;
    },
  });
  const { response, settled } = head(endless, { ETag: '"a"' });
  await settled();
  expect(response.body).toBeNull();
  expect(response.headers.get("ETag")).toBe('"a"');
  expect(response.headers.has("Content-Length")).toBe(false);
  expect([cancelled, given <= 1]).toEqual([true, true]);
});

test("a body that breaks off is answered all the same, and logged without its words", async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new TypeError("at https://secret.example/"));
    },
  });
  const { response, lines, settled } = head(broken);
  await settled();
  expect(response.status).toBe(200);
  expect(lines).toEqual([{ event: "body-failed", reason: "TypeError" }]);
});

test("a length that is known is said", () => {
  expect(head("image", { "Content-Length": "5" }).response.headers.get("Content-Length")).toBe("5");
});

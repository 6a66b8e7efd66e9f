import { describe, expect, test } from "vitest";
import { followRedirects } from "../../worker/source/redirects.ts";

const BASE = new URL("http://10.0.0.5:9000/posters/");

/** Requests an image from a server that redirects to these locations in turn, and then responds with 200. */
async function request(...locations: readonly string[]) {
  const asked: string[] = [];
  const fetch = followRedirects(BASE, async (address) => {
    asked.push(address.href);
    const location = locations[asked.length - 1];
    if (location === undefined) return new Response("image");
    return new Response(null, { status: 302, headers: { Location: location } });
  });
  const { status } = await fetch(new URL("a.png", BASE), {});
  return { status, asked: asked.slice(1) };
}

describe("followRedirects()", () => {
  test.each([301, 302, 303, 307, 308])("follows a %i", async (status) => {
    let calls = 0;
    const fetch = followRedirects(BASE, async () => {
      calls += 1;
      return calls === 1 ? new Response(null, { status, headers: { Location: "b.png" } }) : new Response("b");
    });
    expect((await fetch(new URL("a.png", BASE), {})).status).toBe(200);
  });

  test.each([
    ["/posters/b.png", "http://10.0.0.5:9000/posters/b.png"],
    ["https://images.example.org/b.png", "https://images.example.org/b.png"],
  ])("follows a redirect to %s", async (location, address) => {
    expect(await request(location)).toEqual({ status: 200, asked: [address] });
  });

  test.each([
    "http://images.example.org/b.png",
    "http://10.0.0.5:9001/b.png",
    "https://10.0.0.6/b.png",
    "https://169.254.169.254/latest",
    "https://2130706433/b.png",
    "https://0x7f.1/b.png",
    "https://[::1]/b.png",
    "https://localhost/b.png",
    "https://localhost./b.png",
    "https://intranet/b.png",
    "https://nas.local/b.png",
    "https://metadata.google.internal/b.png",
    "https://user:secret@images.example.org/b.png",
    "https://images.example.org:22/b.png",
    "data:image/png,",
    "https://",
  ])("does not follow a redirect to %s", async (location) => {
    expect(await request(location)).toEqual({ status: 302, asked: [] });
  });

  test("does not reach a private address through another host", async () => {
    const { status, asked } = await request("https://images.example.org/b.png", "https://192.168.1.1/");
    expect([status, asked.length]).toEqual([302, 1]);
  });

  test("gives up after three redirects", async () => {
    const { status, asked } = await request("1", "2", "3", "4");
    expect([status, asked.length]).toEqual([302, 3]);
  });
});

/** Starts an upstream whose texts contain markup that tries to run scripts. */
import { createServer } from "node:http";
import { type Listening, listen } from "../listening.ts";

export const ATTACK = `"><img src=x onerror=alert(1)></script><script>alert(1)</script><!--{{x}}\${x}&#x3c;`;

const record = {
  id: 666,
  is_adult: 0,
  type: ATTACK,
  title: `Evil ${ATTACK}`,
  original_title: `Mal ${ATTACK}`,
  year: "1999",
  countries: `${ATTACK}, United States`,
  genres: `${ATTACK}, Drama`,
  runtime: "139",
  rating: 6.6,
  plot: ATTACK,
  poster: "1999/01/poster.jpg",
};

const person = { id: 1, name: ATTACK, profile_path: "1999/01/face.jpg" };
const crew = [{ ...person, job: ATTACK }];
const credits = {
  id: 666,
  cast: [{ ...person, character: ATTACK }],
  writer: crew,
  director: crew,
  editing: crew,
  production: crew,
  art: crew,
  "visual effects": crew,
  sound: crew,
};

/** Starts the upstream. It also serves images: `poster.jpg` is an HTML page, and `face.jpg` is a redirect. */
export function startHostileUpstream(): Promise<Listening> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://upstream.invalid");
    if (url.pathname.endsWith("poster.jpg")) {
      response.writeHead(200, { "Content-Type": "text/html" }).end(`<script>alert(1)</script>`);
    } else if (url.pathname.endsWith("face.jpg")) {
      response.writeHead(302, { Location: "https://example.org/" }).end();
    } else if (url.pathname.endsWith("good.png")) {
      response.writeHead(200, { "Content-Type": "image/png" }).end(ONE_PIXEL);
    } else {
      const search = url.searchParams.get("category") === "search";
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify(search ? [record] : credits));
    }
  });
  return listen(server);
}

const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

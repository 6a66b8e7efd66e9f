/**
 * Draws the images of the TMDB stub, so that pages look as they do with real ones. The file name decides what an image
 * shows, and TMDB's size decides how large it is. The same path always results in the same bytes.
 */
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** A place on a picture. `x` is between 0 and 1, and `y` is between 0 and the height divided by the width. */
type Place = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];
/** A shape with its colour. */
interface Shape {
  readonly covers: (x: number, y: number) => boolean;
  readonly colour: Colour;
}

interface Picture {
  /** The height divided by the width. */
  readonly ratio: number;
  /** The width of the original. */
  readonly width: number;
  readonly ground: readonly [top: Colour, bottom: Colour];
  readonly shapes: readonly Shape[];
}

/** Returns a PNG for a path below `/t/p`, such as `w342/poster-7.png`. */
export function drawPicture(path: string): Buffer {
  const [size = "", file = ""] = path.split("/");
  const { ratio, width: original, ground, shapes } = design(file);
  const [, side, digits] = /^([wh])(\d+)/.exec(size) ?? [];
  const wanted = side === "h" ? Number(digits) / ratio : side === "w" ? Number(digits) : original;
  const width = Math.round(Math.min(wanted, original));
  const height = Math.round(width * ratio);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let row = 0; row < height; row += 1) {
    const y = (row + 0.5) / width;
    const sky = blend(...ground, y / ratio);
    for (let column = 0; column < width; column += 1) {
      const x = (column + 0.5) / width;
      const colour = shapes.findLast(({ covers }) => covers(x, y))?.colour ?? sky;
      const at = row * (1 + width * 3) + 1 + column * 3;
      [rows[at], rows[at + 1], rows[at + 2]] = colour;
    }
  }
  return encodePng(width, height, rows);
}

/** Returns the picture of a file: a backdrop, a still, a portrait, a logo or, by default, a poster. */
function design(file: string): Picture {
  const hash = createHash("sha256").update(file).digest();
  const random = (at: number) => (hash[at] ?? 0) / 255;
  const hue = random(0) * 360;
  if (/backdrop/.test(file)) return { ratio: 9 / 16, width: 1_280, ...landscape(random, hue, 9 / 16) };
  if (/still/.test(file)) return { ratio: 9 / 16, width: 780, ...scene(random, hue) };
  if (/portrait/.test(file)) return { ratio: 1.5, width: 632, ...portrait(random, hue) };
  if (/logo/.test(file)) return { ratio: 0.4, width: 500, ...logo(random, hue) };
  return { ratio: 1.5, width: 780, ...poster(random, hue) };
}

type Random = (at: number) => number;
type Drawing = Pick<Picture, "ground" | "shapes">;

function landscape(random: Random, hue: number, ratio: number): Drawing {
  const ridge = (base: number, at: number, colour: Colour): Shape => ({
    covers: (x, y) =>
      y > ratio * (base + 0.1 * Math.sin(x * (4 + at * 3) + random(at) * 9) + 0.03 * Math.sin(x * 23 + at)),
    colour,
  });
  return {
    ground: [hsl(hue, 45, 20), hsl(hue + 40, 70, 70)],
    shapes: [
      disc([0.2 + random(1) * 0.6, ratio * 0.4], 0.05 + random(2) * 0.05, hsl(hue + 50, 90, 85)),
      ridge(0.58, 3, hsl(hue, 30, 42)),
      ridge(0.72, 4, hsl(hue, 35, 28)),
      ridge(0.87, 5, hsl(hue, 40, 13)),
    ],
  };
}

function scene(random: Random, hue: number): Drawing {
  const [left, right] = [0.2 + random(1) * 0.15, 0.6 + random(2) * 0.2];
  return {
    ground: [hsl(hue, 25, 55), hsl(hue + 20, 30, 25)],
    shapes: [
      box([0.4 + random(3) * 0.1, 0.08], [0.2, 0.22], hsl(hue + 60, 60, 80)),
      box([0, 0.45], [1, 0.2], hsl(hue, 30, 18)),
      ...figure([left, 0.3], 0.075, hsl(hue + 180, 35, 30), random(4)),
      ...figure([right, 0.26], 0.09, hsl(hue + 120, 35, 25), random(5)),
    ],
  };
}

function portrait(random: Random, hue: number): Drawing {
  return {
    ground: [hsl(hue, 20, 60 + random(1) * 25), hsl(hue, 25, 35)],
    shapes: figure([0.5, 0.6], 0.24, hsl(hue + 150, 40, 20 + random(2) * 50), random(3)),
  };
}

function poster(random: Random, hue: number): Drawing {
  const isLight = random(1) > 0.6;
  const [ground, ink] = isLight
    ? [hsl(hue, 45, 88), hsl(hue, 60, 18)]
    : [hsl(hue, 50, 14), hsl(hue + 45, 80, 82)];
  const accent = hsl(hue + 160, 70, 50);
  return {
    ground: [ground, hsl(hue + 30, 45, isLight ? 68 : 30)],
    shapes: [
      disc([0.3 + random(2) * 0.4, 0.45 + random(3) * 0.2], 0.2 + random(4) * 0.15, accent),
      ...figure([0.35 + random(5) * 0.3, 0.72], 0.14, hsl(hue, 40, isLight ? 30 : 6), random(6)),
      box([0.1, 1.14], [0.8, 0.09], ink),
      box([0.1, 1.26], [0.35 + random(7) * 0.45, 0.09], ink),
      box([0.1, 1.4], [0.8, 0.015], ink),
    ],
  };
}

function logo(random: Random, hue: number): Drawing {
  return {
    ground: [hsl(hue, 60, 35), hsl(hue, 60, 35)],
    shapes: [
      disc([0.2, 0.2], 0.12, [255, 255, 255]),
      box([0.38, 0.14], [0.3 + random(1) * 0.25, 0.12], [255, 255, 255]),
    ],
  };
}

/** A person seen from the front: shoulders, neck, hair and face. */
function figure([x, y]: Place, head: number, clothes: Colour, tone: number): Shape[] {
  const skin = hsl(24, 45, 30 + tone * 45);
  return [
    ellipse([x, y + head * 3], [head * 2, head * 1.8], clothes),
    box([x - head * 0.35, y + head * 0.6], [head * 0.7, head], skin),
    ellipse([x, y - head * 0.25], [head, head * 1.2], hsl(tone * 40, 40, 8 + tone * 30)),
    ellipse([x, y + head * 0.1], [head * 0.78, head * 1.05], skin),
  ];
}

const disc = (centre: Place, radius: number, colour: Colour) => ellipse(centre, [radius, radius], colour);

function ellipse([cx, cy]: Place, [rx, ry]: Place, colour: Colour): Shape {
  return { colour, covers: (x, y) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1 };
}

function box([left, top]: Place, [width, height]: Place, colour: Colour): Shape {
  return { colour, covers: (x, y) => x > left && x < left + width && y > top && y < top + height };
}

function blend(from: Colour, to: Colour, share: number): Colour {
  const mix = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [mix(0), mix(1), mix(2)];
}

/** Converts a CSS colour, `hsl(hue saturation% lightness%)`. */
function hsl(hue: number, saturation: number, lightness: number): Colour {
  const light = lightness / 100;
  const chroma = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (at: number) => {
    const sector = (at + hue / 30) % 12;
    return Math.round(255 * (light - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Encodes rows of RGB pixels, each of which starts with the filter type 0. */
function encodePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = [
    ["IHDR", header],
    ["IDAT", deflateSync(rows, { level: 1 })],
    ["IEND", Buffer.alloc(0)],
  ] as const;
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks.map(toChunk)]);
}

function toChunk([type, data]: readonly [string, Buffer]): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.byteLength, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}

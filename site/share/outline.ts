/** Outlines as lines of points: curves are cut into short straight pieces. */

export type Point = readonly [x: number, y: number];
export type Contour = readonly Point[];

const PIECES = 6;

/** A quadratic curve without its first point. */
export function curve(from: Point, control: Point, to: Point): Point[] {
  return Array.from({ length: PIECES }, (_, at) => {
    const t = (at + 1) / PIECES;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * from[0] + b * control[0] + c * to[0], a * from[1] + b * control[1] + c * to[1]];
  });
}

/** Half a turn of a circle from one end of its diameter to the other, without the first point. */
function halfTurn(from: Point, to: Point, clockwise: boolean): Point[] {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const radius = Math.hypot(to[0] - from[0], to[1] - from[1]) / 2;
  const start = Math.atan2(from[1] - y, from[0] - x);
  const pieces = Math.ceil(6 * Math.sqrt(radius));
  return Array.from({ length: pieces }, (_, at) => {
    const angle = start + ((clockwise ? 1 : -1) * Math.PI * (at + 1)) / pieces;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

const STEP = /([MLhvqtaz])([^MLhvqtaz]*)/g;

/** An SVG path as the motifs write it: M, L, h, v, q, t, z and half circles with a. */
export function contoursOf(path: string): Contour[] {
  const contours: Point[][] = [];
  let line: Point[] = [];
  let control: Point = [0, 0];
  for (const [, command, numbers = ""] of path.matchAll(STEP)) {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const [x, y] = line.at(-1) ?? [0, 0];
    const [a = 0, b = 0, c = 0, d = 0] = values;
    switch (command) {
      case "M":
        line = [[a, b]];
        contours.push(line);
        break;
      case "L":
        line.push([a, b]);
        break;
      case "h":
        line.push([x + a, y]);
        break;
      case "v":
        line.push([x, y + a]);
        break;
      case "q":
        control = [x + a, y + b];
        line.push(...curve([x, y], control, [x + c, y + d]));
        break;
      case "t":
        control = [2 * x - control[0], 2 * y - control[1]];
        line.push(...curve([x, y], control, [x + a, y + b]));
        break;
      case "a":
        line.push(...halfTurn([x, y], [x + (values[5] ?? 0), y + (values[6] ?? 0)], values[4] === 1));
        break;
    }
  }
  return contours;
}

/**
 * The pictures on drawn posters: a few simple shapes in the upper part of a sheet of 200 by 300. `random` returns numbers
 * from 0 to 1, the same for the same title.
 */
export type Random = () => number;

/** One shape: an SVG path, and which of the two colours of the palette it takes. */
export interface Shape {
  readonly path: string;
  readonly colour: "first" | "second";
}

export type Motif = (random: Random) => Shape[];

const CENTRE = 100;

/** `sweep`: 1 draws it the other way round, which cuts it out of the circle around it. */
function circle(x: number, y: number, r: number, sweep = 0): string {
  const half = `a${round(r)} ${round(r)} 0 1 ${sweep}`;
  return `M${round(x - r)} ${round(y)}${half} ${round(2 * r)} 0${half} ${round(-2 * r)} 0z`;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

function times(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join("");
}

/** A low sun behind bars of land. */
export function horizon(random: Random): Shape[] {
  const x = between(random, 60, 140);
  const r = between(random, 38, 56);
  return [
    { path: circle(x, 84, r), colour: "first" },
    { path: times(5, (at) => rectangle(0, 84 + at * 12, 200, 2.5 + at * 2)), colour: "second" },
  ];
}

/** Light from a projector, or a sun. */
export function rays(random: Random): Shape[] {
  const x = between(random, 40, 160);
  const y = between(random, 40, 90);
  const count = 12 + Math.floor(random() * 3) * 2;
  const step = (2 * Math.PI) / count;
  const beam = (at: number) => {
    const [from, to] = [at * step, at * step + step / 2];
    return `M${round(x)} ${round(y)}L${point(x, y, 320, from)}L${point(x, y, 320, to)}z`;
  };
  return [
    { path: times(count, beam), colour: "second" },
    { path: circle(x, y, between(random, 16, 26)), colour: "first" },
  ];
}

function point(x: number, y: number, r: number, angle: number): string {
  return `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`;
}

/** Rings around a place: a ripple, a target, an orbit. */
export function rings(random: Random): Shape[] {
  const x = between(random, 50, 150);
  const y = between(random, 60, 100);
  const band = (at: number) => circle(x, y, 150 - at * 26) + circle(x, y, 150 - at * 26 - 9, 1);
  return [
    { path: times(5, band), colour: "second" },
    { path: circle(x, y, 15), colour: "first" },
  ];
}

/** Two discs, one over the other: an eclipse, a pair. */
export function eclipse(random: Random): Shape[] {
  const r = between(random, 46, 58);
  const shift = between(random, 22, 44);
  return [
    { path: circle(CENTRE - shift / 2, 82, r), colour: "first" },
    { path: circle(CENTRE + shift, 82 - shift / 4, r * 0.86), colour: "second" },
  ];
}

/** Windows at night. */
export function city(random: Random): Shape[] {
  const tops = Array.from({ length: 6 }, () => between(random, 30, 110));
  const house = (at: number) => rectangle(at * 34, tops[at] ?? 60, 30, 220);
  const lit = times(24, () => {
    const at = Math.floor(random() * 6);
    const row = Math.floor(random() * 5);
    const column = Math.floor(random() * 3);
    return rectangle(at * 34 + 5 + column * 8, (tops[at] ?? 60) + 8 + row * 12, 4, 6);
  });
  return [
    { path: times(6, house), colour: "second" },
    { path: lit, colour: "first" },
  ];
}

/** A stair, up or down. */
export function stairs(random: Random): Shape[] {
  const up = random() > 0.5;
  const step = (at: number) => {
    const height = 24 + at * 22;
    return rectangle(up ? at * 29 : 200 - (at + 1) * 29, 160 - height, 29, height + 140);
  };
  return [
    { path: times(7, step), colour: "second" },
    { path: circle(up ? 42 : 158, between(random, 46, 66), 20), colour: "first" },
  ];
}

/** Doors within doors. */
export function frames(random: Random): Shape[] {
  const shift = between(random, -14, 14);
  const frame = (at: number) => {
    const [x, y, width, height] = [
      14 + at * 17 + shift * at * 0.2,
      14 + at * 13,
      172 - at * 34,
      190 - at * 26,
    ];
    return `${rectangle(x, y, width, height)}M${round(x + 5)} ${round(y + 5)}v${round(height - 10)}h${round(width - 10)}v${round(10 - height)}z`;
  };
  return [
    { path: times(4, frame), colour: "second" },
    { path: rectangle(86 + shift, 70, 28, 60), colour: "first" },
  ];
}

/** The bulbs of a marquee, some of them out. */
export function bulbs(random: Random): Shape[] {
  const on: string[] = [];
  const off: string[] = [];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const lit = random() > 0.34;
      (lit ? on : off).push(circle(23 + column * 22, 26 + row * 22, lit ? 7 : 3));
    }
  }
  return [
    { path: off.join(""), colour: "second" },
    { path: on.join(""), colour: "first" },
  ];
}

/** Waves, one behind the other. */
export function waves(random: Random): Shape[] {
  const swell = between(random, 14, 26);
  const wave = (at: number) => {
    const y = 74 + at * 20;
    const start = -((at % 2) * 40) - 10;
    return `M${start} ${y}${times(4, () => `q20 ${round(-swell)} 40 0t40 0`)}v9${times(4, () => `q-20 ${round(swell)} -40 0t-40 0`)}z`;
  };
  return [
    { path: circle(between(random, 50, 150), 58, between(random, 24, 34)), colour: "first" },
    { path: times(5, wave), colour: "second" },
  ];
}

/**
 * The drawn poster of a title without one: lettering, a picture and two inks on a ground, chosen by the title, its year and
 * genre. Deterministic: the same title gets the same poster everywhere.
 */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { type Line, setTitle } from "./poster-letters.ts";
import {
  bulbs,
  city,
  eclipse,
  frames,
  horizon,
  type Motif,
  type Random,
  rays,
  rings,
  type Shape,
  stairs,
  waves,
} from "./poster-motifs.ts";

export const POSTER_WIDTH = 200;
export const POSTER_HEIGHT = 300;
export const MARGIN = 14;

interface Palette {
  readonly ground: string;
  /** The lettering. At least 7:1 on the ground. */
  readonly ink: string;
  readonly first: string;
  readonly second: string;
}

export interface PosterDesign {
  readonly palette: Palette;
  readonly shapes: readonly Shape[];
  readonly lines: readonly Line[];
  /** For the small line below, with the year; "" if unknown. */
  readonly genre: string;
}

export type Pictured = Pick<TitleRecord, "title" | "original_title" | "year" | "genres">;

export function designPoster({ title, original_title, year, genres }: Pictured): PosterDesign {
  // The original title, so that the picture is the same in every language.
  const random = randomFrom(`${original_title}\n${year}`);
  const [genre = ""] = genres.split(", ");
  const { palettes, motifs } = MOODS[genre] ?? ANY;
  const palette = pick(palettes, random);
  const motif = pick(motifs, random);
  const lines = setTitle(title, { width: POSTER_WIDTH - 2 * MARGIN, bottom: 268, height: 132 });
  return { palette, shapes: motif(random), lines, genre };
}

const NIGHT: Palette = { ground: "#10172b", ink: "#f4ecd8", first: "#f2b632", second: "#26355e" };
const BLOOD: Palette = { ground: "#160b0c", ink: "#f3e7dc", first: "#d3302f", second: "#3b1416" };
const SAND: Palette = { ground: "#f0dfbd", ink: "#2b1509", first: "#c2451e", second: "#e0bd84" };
const SEA: Palette = { ground: "#062c33", ink: "#eef3e6", first: "#f0865a", second: "#0f4d57" };
const ROSE: Palette = { ground: "#f6dcd6", ink: "#40101f", first: "#b3213f", second: "#eab6ae" };
const MOSS: Palette = { ground: "#16251a", ink: "#f2eed8", first: "#d8b24a", second: "#2c4a33" };
const PAPER: Palette = { ground: "#f1ece0", ink: "#17171a", first: "#d0381f", second: "#d5ccb8" };
const PLUM: Palette = { ground: "#231433", ink: "#f6ebf3", first: "#f28f5b", second: "#47286a" };
const SUN: Palette = { ground: "#f3b71f", ink: "#1d1306", first: "#b92c12", second: "#f8cf63" };
const STEEL: Palette = { ground: "#1b1e22", ink: "#f0f1ee", first: "#9fb4c4", second: "#343b43" };
const SKY: Palette = { ground: "#d8e6ea", ink: "#0d2333", first: "#e2592d", second: "#b4cdd6" };

interface Mood {
  readonly palettes: readonly Palette[];
  readonly motifs: readonly Motif[];
}

const ANY: Mood = {
  palettes: [PAPER, NIGHT, SAND, SEA, STEEL, PLUM],
  motifs: [eclipse, frames, horizon, stairs, rings],
};

const MOODS: Readonly<Record<string, Mood>> = {
  Action: { palettes: [SUN, STEEL, BLOOD, SAND], motifs: [rays, stairs, rings, city] },
  Adventure: { palettes: [SAND, SEA, SUN, MOSS], motifs: [horizon, waves, rays] },
  Animation: { palettes: [SKY, SUN, ROSE, SEA], motifs: [waves, rings, rays, eclipse] },
  Comedy: { palettes: [SUN, SKY, PAPER, ROSE], motifs: [bulbs, stairs, eclipse, rings] },
  Crime: { palettes: [STEEL, BLOOD, PAPER, NIGHT], motifs: [city, frames, stairs] },
  Documentary: { palettes: [PAPER, STEEL, MOSS], motifs: [frames, horizon, rings] },
  Drama: { palettes: [NIGHT, PAPER, SEA, SAND, PLUM], motifs: [eclipse, horizon, frames, stairs] },
  Family: { palettes: [SKY, SUN, ROSE], motifs: [rays, waves, bulbs] },
  Fantasy: { palettes: [PLUM, MOSS, NIGHT], motifs: [rays, rings, eclipse] },
  History: { palettes: [SAND, MOSS, PAPER], motifs: [frames, horizon, stairs] },
  Horror: { palettes: [BLOOD, STEEL], motifs: [frames, rings, eclipse, city] },
  Music: { palettes: [PLUM, SUN, NIGHT], motifs: [bulbs, rings, rays] },
  Mystery: { palettes: [NIGHT, STEEL, PLUM], motifs: [frames, city, rings] },
  Romance: { palettes: [ROSE, PLUM, SEA], motifs: [eclipse, waves, city] },
  "Science Fiction": { palettes: [NIGHT, SEA, PLUM, STEEL], motifs: [rings, eclipse, rays] },
  Thriller: { palettes: [BLOOD, STEEL, SEA], motifs: [rings, stairs, frames] },
  War: { palettes: [MOSS, BLOOD, SAND], motifs: [horizon, rays, frames] },
  Western: { palettes: [SAND, SUN], motifs: [horizon, rays, eclipse] },
};

function pick<T>(choices: readonly T[], random: Random): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error("nothing to choose from");
  return choice;
}

/** FNV-1a of the text as the seed of mulberry32: small, well spread, and the same everywhere. */
function randomFrom(text: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

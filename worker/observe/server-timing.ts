/** The header `Server-Timing` (W3C): where the time of this answer went, in milliseconds. */
import type { Observation } from "./observation.ts";

export function serverTiming(observation: Observation): string {
  const phases = [...observation.spent].map(([phase, spent]) => `${phase};dur=${spent}`);
  return [...phases, `total;dur=${observation.duration}`].join(", ");
}

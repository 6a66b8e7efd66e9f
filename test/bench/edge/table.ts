/** The costs as a table in Markdown, each as a ratio to another, with what it may be. */
import type { Cost } from "./measure.ts";

export interface Target<Name extends string> {
  /** The row's own heading. */
  readonly name: string;
  readonly of: Name;
  readonly against: Name;
  /** The ratio it may have at most; absent: it is there to compare with. */
  readonly max?: number;
}

export function costTable<Name extends string>(
  targets: readonly Target<Name>[],
  costs: Record<Name, Cost>,
): string {
  const names = new Map(targets.map(({ of, name }) => [of, name]));
  const rows = targets.map(({ name, of, against, max }) => {
    const { processorMs, perSecond } = costs[of];
    const ratio = processorMs / costs[against].processorMs;
    const target = max === undefined ? "" : `≤ ${max}`;
    const cells = [
      name,
      processorMs.toFixed(2),
      perSecond.toFixed(0),
      ratio.toFixed(2),
      names.get(against) ?? "",
      target,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| | CPU ms a request | requests/s | ratio of CPU | to | target |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

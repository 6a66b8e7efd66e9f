import { expect, test } from "vitest";
import { createRetryBudget } from "../../../worker/origins/upstream/retry-budget.ts";

test.each([100, 1_000, 10_000])(
  "of %i first tries at most a tenth as many are followed by a second",
  (tries) => {
    const budget = createRetryBudget();
    let second = 0;
    for (let first = 0; first < tries; first++) {
      budget.deposit();
      if (budget.withdraw()) second++;
    }
    expect(second).toBeGreaterThan(tries * 0.05);
    expect(second).toBeLessThanOrEqual(tries * 0.1);
  },
);

test("the first failure of all may be tried again, and a quiet time saves up no more than one try", () => {
  const budget = createRetryBudget();
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
  for (let first = 0; first < 1_000; first++) budget.deposit();
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
});

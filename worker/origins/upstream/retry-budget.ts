/**
 * Second tries are paid from a budget that first tries fill, so that an upstream in trouble
 * is never asked more than 1.1 times as often as we are: eight second tries in a hundred
 * first ones, and one to begin with.
 */
export interface RetryBudget {
  /** A first try is made. */
  deposit(): void;
  /** Whether a second try may be made; if so it is paid. */
  withdraw(): boolean;
}

/** In hundredths of a try, to stay with whole numbers. */
const TRY = 100;
const SHARE = 8;

export function createRetryBudget(): RetryBudget {
  // No more than one try is saved up: a long quiet time does not pay for a storm.
  let balance = TRY;
  return {
    deposit() {
      balance = Math.min(balance + SHARE, TRY);
    },
    withdraw() {
      if (balance < TRY) return false;
      balance -= TRY;
      return true;
    },
  };
}

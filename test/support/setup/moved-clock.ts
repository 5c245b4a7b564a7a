/** To be loaded before a program (`--import`): its wall clock is ahead by TEST_CLOCK_AHEAD_MS, its other clocks are not. */
const aheadMs = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0);
const RealDate = Date;

class MovedDate extends RealDate {
  /** No code here makes a date of its parts. */
  constructor(given: number | string | Date = RealDate.now() + aheadMs) {
    super(given);
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
}

if (aheadMs !== 0) globalThis.Date = MovedDate as DateConstructor;

export {};

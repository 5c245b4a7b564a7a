// Loaded before a desk under test: its machine's clock is ahead by so many milliseconds.
const aheadMs = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0);
const RealDate = Date;

/** The time of day is ahead; dates that are given are as they were given. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) =>
    Reflect.construct(
      target,
      given.length === 0 ? [target.now() + aheadMs] : given,
      made,
    ) as object,
  get: (target, name, receiver) =>
    name === 'now'
      ? () => target.now() + aheadMs
      : (Reflect.get(target, name, receiver) as unknown),
});

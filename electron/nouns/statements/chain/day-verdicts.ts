import type { DayVerdict } from '../../accounts/days.ts';
import type { DayChain, Ends } from './chain.ts';

/**
 * The verdict on every day of a range. A day without entries opens and closes with the balance of the day before. `holds`: pages
 * and counts agreed; without that no day of the range is proven.
 */
export function dayVerdicts(
  prover: { readonly days: ReadonlyMap<number, DayChain>; readonly ends: Ends },
  range: { from: number; to: number },
  holds: boolean,
): DayVerdict[] {
  const verdicts: DayVerdict[] = [];
  let balanceE4 = prover.ends.openingE4;
  for (let day = range.from; day <= range.to; day += 1) {
    const chain = prover.days.get(day);
    const verdict = chain ? verdictOf(chain, holds) : quietDay(day, balanceE4, holds);
    verdicts.push(verdict);
    balanceE4 = verdict.closingE4 ?? balanceE4;
  }
  return verdicts;
}

const verdictOf = (chain: DayChain, holds: boolean): DayVerdict => ({
  day: chain.day,
  state: chain.broken ? 'broken' : holds ? 'proven' : 'unproven',
  entries: chain.entries,
  openingE4: chain.entries > 0 ? chain.openingE4 : null,
  closingE4: chain.entries > 0 ? chain.closingE4 : null,
  broken: chain.broken && {
    entryId: chain.broken.entryId,
    expectedE4: chain.broken.expectedE4,
    foundE4: chain.broken.foundE4,
  },
});

const quietDay = (day: number, balanceE4: bigint, holds: boolean): DayVerdict => ({
  day,
  state: holds ? 'proven' : 'unproven',
  entries: 0,
  openingE4: balanceE4,
  closingE4: balanceE4,
  broken: null,
});

import { rateUnits, ratio, type Ratio } from '../../../shared/money/rate.ts';
import type { KeptRate } from './tables.ts';

/** A way from one currency to another by what sources said, exact. */
export type FoundRate = Pick<KeptRate, 'source' | 'name' | 'at'> & { readonly ratio: Ratio };

const sources = ['hand', 'bank', 'file'] as const;

/**
 * The newest way: what was said of the pair, of the pair the other way round, or, of one file alone, by way of the currency that both
 * are quoted in. Of equally old ones what a person typed counts first, then the bank. Null where nobody said any.
 */
export function findRate(kept: readonly KeptRate[], from: string, to: string): FoundRate | null {
  const ways = [...straight(kept, from, to), ...across(kept, from, to)];
  const [newest] = ways.toSorted(
    (a, b) =>
      (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) ||
      sources.indexOf(a.source) - sources.indexOf(b.source),
  );
  return newest ?? null;
}

const straight = (kept: readonly KeptRate[], from: string, to: string): FoundRate[] =>
  kept.flatMap(({ base, counter, rate, ...said }) => {
    if (base === from && counter === to) return [{ ...said, ratio: ratio(rate) }];
    if (base === to && counter === from) return [{ ...said, ratio: ratio(rate, 'inverse') }];
    return [];
  });

/** A file that quotes all in one currency, as the European Central Bank does in the euro. */
const across = (kept: readonly KeptRate[], from: string, to: string): FoundRate[] =>
  kept
    .filter(({ source, counter }) => source === 'file' && counter === from)
    .flatMap((leg) =>
      kept
        .filter((one) => one.source === 'file' && one.counter === to)
        .filter(({ base, at, name }) => base === leg.base && at === leg.at && name === leg.name)
        .map(({ source, name, at, rate }) => ({
          ...{ source, name, at },
          ratio: { times: rateUnits(rate), by: rateUnits(leg.rate) },
        })),
    );

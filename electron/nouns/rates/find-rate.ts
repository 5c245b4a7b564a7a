import { rateUnits, ratio, type Ratio } from '../../../shared/money/rate.ts';
import type { StoredRate } from './tables.ts';

/** An exact conversion between two currencies, with its source. */
export type FoundRate = Pick<StoredRate, 'source' | 'name' | 'at'> & { readonly ratio: Ratio };

const sources = ['hand', 'bank', 'file'] as const;

/**
 * Finds the newest rate: of the pair, of the inverse pair, or, within one file, across the currency that both are quoted in. Of equally
 * old rates an entered one counts first, then the bank's. Null where there is none.
 */
export function findRate(
  stored: readonly StoredRate[],
  from: string,
  to: string,
): FoundRate | null {
  const candidates = [...straight(stored, from, to), ...across(stored, from, to)];
  const [newest] = candidates.toSorted(
    (a, b) =>
      (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) ||
      sources.indexOf(a.source) - sources.indexOf(b.source),
  );
  return newest ?? null;
}

const straight = (stored: readonly StoredRate[], from: string, to: string): FoundRate[] =>
  stored.flatMap(({ base, counter, rate, ...origin }) => {
    if (base === from && counter === to) return [{ ...origin, ratio: ratio(rate) }];
    if (base === to && counter === from) return [{ ...origin, ratio: ratio(rate, 'inverse') }];
    return [];
  });

/** Finds cross rates of a file that quotes all in one currency, as the European Central Bank does in the euro. */
const across = (stored: readonly StoredRate[], from: string, to: string): FoundRate[] =>
  stored
    .filter(({ source, counter }) => source === 'file' && counter === from)
    .flatMap((leg) =>
      stored
        .filter((one) => one.source === 'file' && one.counter === to)
        .filter(({ base, at, name }) => base === leg.base && at === leg.at && name === leg.name)
        .map(({ source, name, at, rate }) => ({
          ...{ source, name, at },
          ratio: { times: rateUnits(rate), by: rateUnits(leg.rate) },
        })),
    );

import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { RateSource } from '../../../shared/ipc/accounts/rates.ts';
import type { Rate } from '../../../shared/money/rate.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** How many units of `counter` one unit of `base` is, by whom and as of when. */
export type StoredRate = {
  readonly base: string;
  readonly counter: string;
  readonly source: RateSource;
  readonly name: string;
  readonly rate: Rate;
  readonly at: string;
};

/** A rate without its source. */
export type Pair = Pick<StoredRate, 'base' | 'counter' | 'rate' | 'at'>;

export const listRates = (journal: Journal): StoredRate[] =>
  rows<StoredRate>(journal, 'SELECT base, counter, source, name, rate, at FROM exchange_rate');

/** The kinds of the shared records of rates. Rates that the bank quoted stay on their desk. */
export const rateKinds = {
  ...{ hand: 'rate-by-hand', file: 'rate-of-file', currency: 'reporting-currency' },
} as const;

/**
 * Saves rates. Of a file or the bank, the newest rate of a pair counts: an older one does not replace it. Of a person, the last entered
 * rate counts.
 */
export function saveRates(journal: Journal, stored: readonly StoredRate[], at: Timestamp): void {
  writeJournal(journal, 'exchange_rate', () => {
    const changed = new Map<string, StoredRate>();
    for (const rate of stored)
      if (writeRate(journal, rate))
        changed.set(`${rate.source} ${rate.base} ${rate.counter}`, rate);
    const of = (source: RateSource) =>
      [...changed.values()].filter((rate) => rate.source === source);
    const hand = of('hand').map(({ base, counter, rate }) => ({ base, counter, rate }));
    shareChanges(journal, rateKinds.hand, hand, at);
    shareChanges(journal, rateKinds.file, of('file').map(fileRateOf), at);
  });
}

/** A rate of a file as a team shares it. */
export const fileRateOf = ({ base, counter, rate, name, at }: StoredRate) => ({
  ...{ base, counter, rate, name },
  day: at,
});

/** Writes a rate without sharing it, such as a colleague's. True where it changed anything. */
export function writeRate(
  journal: Journal,
  { base, counter, source, name, rate, at }: StoredRate,
): boolean {
  const changed = writeJournal(journal, 'exchange_rate', () =>
    run(
      journal,
      `INSERT INTO exchange_rate (base, counter, source, name, rate, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (base, counter, source) DO UPDATE SET name = excluded.name, rate = excluded.rate, at = excluded.at
       WHERE source = 'hand' OR excluded.at > at OR excluded.at = at AND (excluded.rate, excluded.name) <> (rate, name)`,
      ...[base, counter, source, name, rate, at],
    ),
  );
  return changed > 0;
}

export function deleteManualRate(
  journal: Journal,
  { base, counter }: Pick<StoredRate, 'base' | 'counter'>,
  at: Timestamp,
): void {
  writeJournal(journal, 'exchange_rate', () => {
    eraseManualRate(journal, { base, counter });
    shareChanges(journal, rateKinds.hand, [{ base, counter, rate: null }], at);
  });
}

/** Deletes an entered rate without sharing it, such as one that a colleague removed. */
export function eraseManualRate(
  journal: Journal,
  { base, counter }: Pick<StoredRate, 'base' | 'counter'>,
): void {
  writeJournal(journal, 'exchange_rate', () =>
    run(
      journal,
      "DELETE FROM exchange_rate WHERE base = ? AND counter = ? AND source = 'hand'",
      ...[base, counter],
    ),
  );
}

export const reportingCurrency = (journal: Journal): string | null =>
  row<{ currency: string }>(journal, 'SELECT currency FROM reporting_currency WHERE one = 1')
    ?.currency ?? null;

export function chooseReportingCurrency(journal: Journal, currency: string, stamp: Stamp): void {
  if (reportingCurrency(journal) === currency) return;
  writeJournal(journal, 'reporting_currency', () => {
    writeReportingCurrency(journal, currency, stamp);
    shareChanges(journal, rateKinds.currency, [{ currency }], stamp.at);
  });
}

/** Writes the choice without sharing it, such as a colleague's. */
export function writeReportingCurrency(
  journal: Journal,
  currency: string,
  { at, actor }: Stamp,
): void {
  writeJournal(journal, 'reporting_currency', () =>
    run(
      journal,
      'INSERT OR REPLACE INTO reporting_currency (one, currency, chosen_at, actor) VALUES (1, ?, ?, ?)',
      ...[currency, at, actorText(actor)],
    ),
  );
}

/** Returns the reporting currency with who chose it and when; null before the first choice. */
export function reportingChoice(journal: Journal): (Stamp & { readonly currency: string }) | null {
  const stored = row<{ currency: string; at: string; actor: string }>(
    journal,
    'SELECT currency, chosen_at AS at, actor FROM reporting_currency WHERE one = 1',
  );
  return stored && { ...stored, actor: actorIn(stored.actor) };
}

import { actorText, type Stamp } from '../../../shared/actor.ts';
import type { RateSource } from '../../../shared/ipc/accounts/rates.ts';
import type { Rate } from '../../../shared/money/rate.ts';
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

/** The newest of a pair and a kind of source is kept: an older file does not take a newer one's place. */
export function saveRates(journal: Journal, stored: readonly StoredRate[]): void {
  writeJournal(journal, 'exchange_rate', () => {
    for (const { base, counter, source, name, rate, at } of stored)
      run(
        journal,
        `INSERT INTO exchange_rate (base, counter, source, name, rate, at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (base, counter, source) DO UPDATE SET name = excluded.name, rate = excluded.rate, at = excluded.at
         WHERE excluded.at >= exchange_rate.at`,
        ...[base, counter, source, name, rate, at],
      );
  });
}

export function deleteManualRate(journal: Journal, base: string, counter: string): void {
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

export function chooseReportingCurrency(
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

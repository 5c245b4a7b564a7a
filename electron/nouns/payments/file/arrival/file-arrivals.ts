import type { IsoDate } from '../../../../../shared/calendar/calendar.ts';
import type { LinesArrival } from '../../../../../shared/calendar/file-arrivals.ts';
import { inTurns } from '../../../../engines/files/turns.ts';
import { piecesBehind } from '../../../../engines/store/pieces-behind.ts';
import type { Journal } from '../../../../engines/store/database.ts';
import { arrivalOf, arrivesFrom } from '../../arrival/payment-arrival.ts';
import { knownBeneficiary } from '../../beneficiary.ts';
import type { PaymentParts } from '../../tables.ts';
import { unsentAfter, type UnsentLine } from '../tables/line-tables.ts';

/** Lines read from the journal at a time. */
const linesPerRead = 500;

/** Lines of one currency to one country that are sent on one day; `day` is null where they are sent now. */
type Group = {
  readonly currency: string;
  readonly country: string;
  readonly day: IsoDate | null;
  lines: number;
};

/**
 * Returns when the unsent lines of a file arrive, by the cut-offs of the bank file and the holidays of the currency and the payee’s
 * country. Lines of a currency with the same days share a row. Lines that are sent now come before those for a later day.
 */
export async function fileArrivals(
  parts: Pick<PaymentParts, 'reader' | 'journal' | 'clock' | 'bank'>,
  batchId: string,
): Promise<LinesArrival[]> {
  const groups = new Map<string, Group>();
  const countries = new Map<string, string>();
  for await (const some of inTurns(readings(parts.journal, batchId)))
    for (const { currency, beneficiaryId, day } of some) {
      const country =
        countries.get(beneficiaryId) ??
        knownBeneficiary(parts, beneficiaryId)?.record.country ??
        '';
      countries.set(beneficiaryId, country);
      const key = JSON.stringify([currency, country, day]);
      const group = groups.get(key) ?? { currency, country, day, lines: 0 };
      group.lines += 1;
      groups.set(key, group);
    }
  const { paymentDays } = parts.bank;
  const sentMs = parts.clock.now();
  const arrivals = [...groups.values()].map(({ currency, country, day, lines }): LinesArrival => {
    if (day === null) {
      const arrival = arrivalOf(paymentDays, { currency }, { country, sentMs });
      return { kind: 'now', currency, lines, arrival };
    }
    const arrivesOn = arrivesFrom(paymentDays, { currency, country, day });
    return { kind: 'later', currency, lines, day, arrivesOn };
  });
  return joined(arrivals).toSorted(byCurrencyAndDay);
}

const readings = (journal: Journal, batchId: string): Generator<readonly UnsentLine[]> =>
  piecesBehind(
    0,
    (after) => unsentAfter(journal, batchId, { after, limit: linesPerRead }),
    ({ line }) => line,
  );

/** Joins the rows of countries with the same days. */
function joined(arrivals: readonly LinesArrival[]): LinesArrival[] {
  const rows = new Map<string, LinesArrival>();
  for (const one of arrivals) {
    const key = JSON.stringify({ ...one, lines: 0 });
    rows.set(key, { ...one, lines: one.lines + (rows.get(key)?.lines ?? 0) });
  }
  return [...rows.values()];
}

const byCurrencyAndDay = (a: LinesArrival, b: LinesArrival): number =>
  sortText(a).localeCompare(sortText(b));

/** Lines that are sent now sort before every day. */
const sortText = (one: LinesArrival): string =>
  `${one.currency} ${one.kind === 'later' ? one.day : ''} ${arrivalDay(one) ?? ''}`;

const arrivalDay = (one: LinesArrival): IsoDate | null | undefined =>
  one.kind === 'later' ? one.arrivesOn : one.arrival?.before.arrivesOn;

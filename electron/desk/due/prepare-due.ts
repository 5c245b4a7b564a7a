import { timestampNow, type DeskClock } from '../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { bankDetailsOf, fingerprintOf } from '../../nouns/beneficiaries/fingerprint.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { prepareRecurring } from '../../nouns/due-payments/recurring/prepare.ts';
import { knownBeneficiary } from '../../nouns/payments/beneficiary.ts';
import type { WorkingDays } from '../../nouns/due-payments/working-days.ts';

type Preparing = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly clock: DeskClock;
};

/** Prepares the next recurring payments as scheduled payments. Sends nothing; does nothing where all are prepared. */
export function prepareDue(
  { journal, reader, clock }: Preparing,
  workingDays: WorkingDays,
): number {
  return prepareRecurring(
    journal,
    {
      ...{ days: dueDaysAt(clock), dueDay: workingDays, now: timestampNow(clock) },
      fingerprintOf: (beneficiaryId) => {
        const record = knownBeneficiary({ reader, journal }, beneficiaryId)?.record ?? null;
        return record && fingerprintOf(bankDetailsOf(record));
      },
    },
    { correlationId: 'recurring payments' },
  );
}

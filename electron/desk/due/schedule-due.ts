import type { Stamp } from '../../../shared/actor.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { DueSource } from '../../../shared/ipc/changes/due-payments.ts';
import { err } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { whyUnfilled } from '../../engines/submissions/required-fields.ts';
import { bankDetailsOf, fingerprintOf } from '../../nouns/beneficiaries/fingerprint.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { schedulePayment } from '../../nouns/due-payments/schedule.ts';
import type { DuePayment } from '../../nouns/due-payments/tables.ts';
import { knownBeneficiary, payeeName } from '../../nouns/payments/beneficiary.ts';
import { readOrder, type EnteredTransfer } from '../../nouns/payments/order.ts';
import type { DeskParts } from '../open-bank/changes.ts';
import type { WorkingDays } from '../../nouns/due-payments/working-days.ts';

/** A payment as it is entered for a later day. */
export type EnteredDue = EnteredTransfer & {
  readonly due: IsoDate;
  readonly source: DueSource;
  readonly sourceId: string;
  /** The fingerprint of the reviewed bank details; absent: those of the local copy. */
  readonly payeeFingerprint?: string | undefined;
};

/** Schedules an entered payment on its day, or on the working day to which the calendar moves it. Does not call the bank. */
export function scheduleDue(
  parts: DeskParts,
  { due, source, sourceId, payeeFingerprint, ...entered }: EnteredDue,
  { stamp, workingDays }: { readonly stamp: Stamp; readonly workingDays: WorkingDays },
  context: Context,
): Outcome<DuePayment> {
  const read = readOrder(parts.reader, entered, context);
  if (!read.ok) return read;
  const order = read.value;
  const unfilled = whyUnfilled(parts, 'createSingleTransfer', { body: order }, context);
  if (unfilled) return err(unfilled);
  const record = knownBeneficiary(parts, order.beneficiaryId)?.record ?? null;
  const known = record && fingerprintOf(bankDetailsOf(record));
  const days = dueDaysAt(parts.clock);
  return schedulePayment(
    parts.journal,
    {
      ...{ order, enteredDay: due, source, sourceId },
      due: workingDays(due, { currency: order.currency, notBefore: days.last }),
      payee: record ? payeeName(record) : order.beneficiaryId,
      fingerprint: payeeFingerprint ?? known,
    },
    stamp,
    { days, context },
  );
}

import type { Actor, Stamp } from '../../../../shared/actor.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import { todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { bankDetailsOf, fingerprintOf } from '../../beneficiaries/fingerprint.ts';
import type { DueDays } from '../../due-payments/due-days.ts';
import { schedulePayment } from '../../due-payments/schedule.ts';
import type { WorkingDays } from '../../due-payments/working-days.ts';
import { knownBeneficiary } from '../beneficiary.ts';
import { replaceLines } from '../file/tables/line-tables.ts';
import type { PaymentParts } from '../tables.ts';

/** The parts that schedule the lines of a file. */
export type LineScheduling = {
  /** The day on which a payment is due that is requested for a day. */
  readonly dueDay: WorkingDays;
  readonly days: () => DueDays;
  readonly stamp: () => Stamp;
};

const thisDesk: Actor = { id: '', name: 'this desk', desk: '' };

/** Schedules every line on the exact day that its file gives, by this machine's clock. */
export const onTheDay = ({ clock }: Pick<PaymentParts, 'clock'>): LineScheduling => ({
  dueDay: (day) => ({ day, reason: null }),
  days: () => ({ first: todayAt(clock.now()), last: todayAt(clock.now()) }),
  stamp: () => ({ actor: thisDesk, at: timestampNow(clock) }),
});

type Scheduling = LineScheduling & {
  readonly batchId: string;
  readonly lines: readonly { readonly checked: CheckedLine; readonly order: PaymentOrder }[];
};

/**
 * Schedules lines of a file that are for a later day, each under its own reference, in one transaction with the state of the line: a
 * file that is sent again schedules nothing twice. A line that cannot be scheduled is marked as invalid, with the reason.
 */
export function scheduleLines(
  parts: PaymentParts,
  { batchId, lines, dueDay, days, stamp }: Scheduling,
  context: Context,
): void {
  const { journal } = parts;
  const [at, today] = [stamp(), days()];
  writeJournal(journal, ['due_payment', 'payment_line', 'team_outgoing'], () => {
    for (const { checked, order } of lines) {
      if (checked.due === undefined) continue;
      const { entered } = checked.due;
      const record = knownBeneficiary(parts, order.beneficiaryId)?.record ?? null;
      const scheduled = schedulePayment(
        journal,
        {
          ...{
            order,
            enteredDay: entered,
            due: dueDay(entered, { currency: order.currency, notBefore: today.last }),
            payee: checked.payeeName,
          },
          fingerprint: record && fingerprintOf(bankDetailsOf(record)),
          ...{ source: 'file', sourceId: batchId },
        },
        at,
        { days: today, context },
      );
      replaceLines(journal, batchId, [
        scheduled.ok
          ? { state: 'scheduled', checked: { ...checked, due: dueOf(scheduled.value) } }
          : invalid(checked, scheduled.error.message),
      ]);
    }
  });
}

const dueOf = ({
  enteredDay,
  day,
  moved,
}: {
  readonly enteredDay: IsoDate;
  readonly day: IsoDate;
  readonly moved: string | null;
}): NonNullable<CheckedLine['due']> => ({
  ...{ entered: enteredDay, day },
  ...(moved === null ? {} : { moved }),
});

const invalid = (checked: CheckedLine, problem: string) => ({
  state: 'invalid' as const,
  checked: { ...checked, problems: { ...checked.problems, line: problem } },
});

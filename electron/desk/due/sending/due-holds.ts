import { dayOf } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { lastReconciliation } from '../../../engines/submissions/journal/reconciliations.ts';
import type { DueDays } from '../../../nouns/due-payments/due-days.ts';
import type { DuePayment } from '../../../nouns/due-payments/tables.ts';
import { openLostTime } from '../../../nouns/payments/file/lost-time.ts';

/**
 * Why a due payment needs the name of a person; null where it is not held. A payment scheduled before the journal was reconciled with the
 * bank may have been sent or withdrawn in the time that the journal lost. `deskId` is the desk that sends without a person, for which a
 * colleague's payment is held too; null where a person reviews it.
 */
export function whyHeld(
  { journal, deskId }: { readonly journal: Journal; readonly deskId: string | null },
  { order, day, scheduledAt, actor }: DuePayment,
  { last }: DueDays,
): string | null {
  if (day < last) return `It was due on ${fullDay(day, 'named')} and was not sent then.`;
  if (deskId !== null && actor.desk !== deskId)
    return `${actor.name === '' ? 'A colleague' : actor.name} scheduled it on another desk.`;
  const reconciled = lastReconciliation(journal);
  if (reconciled !== null && scheduledAt <= reconciled.openedAt)
    return `It was scheduled before the sent log was compared with the bank on ${fullDay(dayOf(reconciled.openedAt), 'named')}, and may have been sent or withdrawn in the time that the log had lost.`;
  const { reference, accountNumber, beneficiaryId, amount, currency } = order;
  const line = { reference, accountNumber, beneficiaryId, amount: money(amount, currency) };
  const isFound = openLostTime(
    journal,
    scheduledAt,
  )(line).some(({ kind }) => kind === 'maybe-at-bank');
  return isFound
    ? 'The bank has a payment like this one from the time that the sent log had lost.'
    : null;
}

import type { BankDesk } from '../../../../electron/desk/open-bank/bank-desk.ts';
import { enterDueAmount } from '../../../../electron/desk/due/amounts/enter-due-amount.ts';
import { dueRows } from '../../../../electron/desk/due/due-rows.ts';
import { prepareDue } from '../../../../electron/desk/due/prepare-due.ts';
import { scheduleDue } from '../../../../electron/desk/due/schedule-due.ts';
import { sendDue } from '../../../../electron/desk/due/sending/send-due.ts';
import { settleSent } from '../../../../electron/nouns/due-payments/change.ts';
import { dueDaysAt } from '../../../../electron/nouns/due-payments/due-days.ts';
import { saveSeries } from '../../../../electron/nouns/due-payments/recurring/series-table.ts';
import { dayNumber, todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { actorNamed } from '../../../support/desks/actors.ts';
import { mirageAccounts } from '../../../support/banks/mirage/mirage.ts';
import { miragePayees } from '../../../support/banks/mirage/mirage-records.ts';
import { deskAnswer, refused, twinsMeant, type Care, type DeskAnswer } from '../../person.ts';
import type { Payment } from '../../plan.ts';

const context = { correlationId: 'laboratory' };
const onTheDay = (day: IsoDate) => ({ day, reason: null });
const seriesId = '7a1e0f52-91c4-4b0e-8d3f-64b7f0a2c915';
const askedId = '1d7c9f04-5b8e-4c1e-9f57-0a5a3c2b6e48';

const stampOf = ({ copy, changes }: BankDesk, name: string) => ({
  actor: { ...actorNamed(name), desk: copy.deskId },
  at: new Date(changes.clock.now()).toISOString(),
});

/** Schedules a payment for today, by the desk's own clock; the list is shared with the team at the next reading. */
export function schedule(desk: BankDesk, payment: Payment, name: string): DeskAnswer {
  const { reference, account, payee, amount } = payment;
  const scheduled = scheduleDue(
    desk.changes,
    {
      ...{ reference, accountNumber: account, beneficiaryId: payee, amount, currency: 'USD' },
      ...({ narration: '', source: 'form', sourceId: '' } as const),
      due: todayAt(desk.changes.clock.now()),
    },
    { stamp: stampOf(desk, name), workingDays: onTheDay },
    context,
  );
  return scheduled.ok ? deskAnswer(scheduled.value.state) : refused(scheduled.error);
}

/**
 * Every desk that does it prepares the same payments of today, one with a fixed amount and one whose amount it enters: their references
 * follow from the recurring payment and the day. Each desk enters another amount, and one that has an amount gets another one.
 */
export function prepareRecurring(desk: BankDesk, name: string): DeskAnswer {
  const stamp = stampOf(desk, name);
  const today = todayAt(desk.changes.clock.now());
  const save = (id: string, amount: string | null): void => {
    saveSeries(
      desk.copy.journal,
      {
        ...{ seriesId: id, name: 'Rent', payee: 'Payee', from: today, until: null, isEnded: false },
        order: {
          ...{ accountNumber: mirageAccounts[0], beneficiaryId: miragePayees[2] },
          ...{ amount, currency: 'USD' },
        },
        rhythm: { every: 'week', weekday: ((dayNumber(today) + 3) % 7) + 1 },
        ...stamp,
      },
      stamp.at,
    );
  };
  save(seriesId, '77.00');
  save(askedId, null);
  const count = prepareDue(desk.changes, onTheDay);
  const entered = enterAmounts(desk, name);
  const words = `${String(count)} prepared, ${String(entered)} amounts entered`;
  return deskAnswer(words, count + entered === 0 ? 'idle' : null);
}

/** Enters this person's amount wherever it is asked. Returns how many payments took it. */
function enterAmounts(desk: BankDesk, name: string): number {
  const { copy, changes } = desk;
  const stamp = stampOf(desk, name);
  const amount = `${String(300 + (name.codePointAt(0) ?? 0))}.00`;
  const rows = dueRows({ journal: copy.journal, days: dueDaysAt(changes.clock) });
  return rows
    .filter(({ hasVariableAmount }) => hasVariableAmount)
    .map(({ reference, amount: shown }) =>
      enterDueAmount(
        { journal: copy.journal, reader: copy.reader },
        reference,
        { amount, instead: shown?.amount ?? null },
        { stamp, context },
      ),
    )
    .filter((entered) => entered.ok).length;
}

type SendingDue = {
  readonly name: string;
  readonly care: Care;
  /** Somebody saw it at the bank: it is not paid again. */
  readonly wasSeen: (reference: string) => boolean;
};

/** Sends what is due, each on the name of a person, as a colleague of whoever scheduled it may; it ends at the first doubt. */
export async function sendWhatIsDue(
  desk: BankDesk,
  { name, care, wasSeen }: SendingDue,
): Promise<DeskAnswer> {
  const { changes, copy } = desk;
  const stamp = stampOf(desk, name);
  settleSent(copy.journal, stamp);
  const rows = dueRows({ journal: copy.journal, days: dueDaysAt(changes.clock) }).filter(
    ({ state, reference }) => state !== 'scheduled' && !wasSeen(reference),
  );
  const words: string[] = [];
  for (const { reference } of rows) {
    const send = (twins: readonly string[]) =>
      sendDue(
        changes,
        reference,
        {
          approval: {
            ...{ by: 'script', twins, payeeChecked: true },
            twinsUnchecked: care.twinsUnchecked,
          } as const,
          ...{ release: stamp, stamp, deskId: copy.deskId },
        },
        context,
      );
    const first = await send([]);
    const meant = first.ok ? [] : twinsMeant(first.error.message, reference, care);
    const sent = first.ok || meant.length === 0 ? first : await send(meant);
    if (!sent.ok) words.push(`${sent.error.code} ${sent.error.message}`);
    else words.push(sent.value.submission.state);
    if (sent.ok && sent.value.submission.state === 'unknown') break;
  }
  return deskAnswer(words.join(', ') || 'nothing due', words.length === 0 ? 'idle' : null);
}

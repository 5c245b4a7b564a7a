import { signingActor } from '../../../shared/actor.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DuePaymentRow } from '../../../shared/ipc/changes/due-payments.ts';
import { dueApprovalsIn } from '../../desk/approvals/due/unapproved.ts';
import { dueRows } from '../../desk/due/due-rows.ts';
import { prepareDue } from '../../desk/due/prepare-due.ts';
import { scheduleDue } from '../../desk/due/schedule-due.ts';
import { sendDue } from '../../desk/due/sending/send-due.ts';
import { workingDaysOf } from '../../nouns/due-payments/working-days.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { deskClock, timestampNow } from '../../engines/machine/context.ts';
import { stampOf } from '../../engines/submissions/open-bank.ts';
import { settleSent } from '../../nouns/due-payments/change.ts';
import { daysDiffer, dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { cutOffOf, type PaymentDays } from '../../nouns/payments/arrival/cut-offs.ts';
import { argumentsOf, dateOption } from '../input/arguments.ts';
import { withSendingDesk } from '../input/bank-access.ts';
import {
  newContext,
  printFailure,
  valueOf,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import {
  confirmationOptions,
  patienceOf,
  scriptConfirmation,
  type ScriptConfirmation,
} from '../input/script-confirmation.ts';
import { isOfOnePayment } from '../send-order.ts';
import { amountOptions, amountWish, enterAmountOf } from './due-amount.ts';
import { changeDayRun, dayRunOptions, dayRunWish } from './day-run.ts';
import { reportSent } from './sent-payment.ts';

/**
 * Lists the payments that wait for their day, or sends the due ones one by one, each with the checks of `pay` made again. Overdue payments,
 * those that a colleague scheduled, and those that may have been sent before need the name of a person.
 */
export const due: Command = {
  summary:
    'Lists the payments that are scheduled, sends those that are due, or plans that a window sends them on their day.',
  usage:
    'due [--until DAY] [--account NUMBER]...; or due --send-on-day DAY --before HH:MM --planned-by NAME [--account NUMBER]...; or due --withdraw-run DAY; or due --amount REFERENCE --input JSON|@FILE, where JSON is { amount, instead? }, instead being the amount that it has; or due --send [--release-as NAME] [--until DAY] [--account NUMBER]... [--twin-of SUBMISSION]... [--payee-checked] [--twins-unchecked] [--wait SECONDS]',
  mayChange: true,
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      until: { type: 'string' },
      account: { type: 'string', multiple: true },
      send: { type: 'boolean' },
      'release-as': { type: 'string' },
      ...dayRunOptions,
      ...amountOptions,
      ...confirmationOptions,
    });
    const planning = dayRunWish(values);
    if (planning !== null) return changeDayRun(global, planning);
    const entering = amountWish(values, global.io);
    if (entering !== null) return enterAmountOf(global, entering);
    const isChosen = chosenBy(dateOption(values.until, 'until'), values.account);
    if (values.send !== true) {
      refuseWithoutSend(values);
      return withHeldCopy(global, ({ journal, reader, team }, { bankFile }) => {
        const clock = deskClock(global.io.clock, () => null);
        prepareDue({ journal, reader, clock }, workingDaysOf(bankFile));
        const days = dueDaysAt(clock);
        const now = () => timestampNow(clock);
        const approvalsOf = dueApprovalsIn({ team, reader, now });
        for (const row of dueRows({ journal, days, approvalsOf }).filter(isChosen))
          global.io.print(JSON.stringify(dueLine(row, bankFile)));
        return Promise.resolve(0);
      });
    }
    const name = values['release-as']?.trim();
    if (name === '') throw new WrongUse('--release-as needs the name of the person who looked.');
    const sending = { name: name ?? null, confirmation: scriptConfirmation(values) };
    const send = (desk: BankDesk) => sendAllDue(desk, isChosen, sending, global.io);
    return withSendingDesk(global, send, patienceOf(values));
  },
};

function refuseWithoutSend(values: Readonly<Record<string, unknown>>): void {
  const stray = ['release-as', ...Object.keys(confirmationOptions)].find(
    (option) => values[option] !== undefined,
  );
  if (stray !== undefined) throw new WrongUse(`--${stray} belongs to --send.`);
}

type IsChosen = (row: DuePaymentRow) => boolean;

const chosenBy =
  (until: IsoDate | undefined, accounts: readonly string[] | undefined): IsChosen =>
  ({ day, accountNumber }) =>
    (until === undefined || day <= until) &&
    (accounts === undefined || accounts.includes(accountNumber));

function dueLine(row: DuePaymentRow, days: PaymentDays) {
  const { reference, day, moved, accountNumber, amount, currency, payee, state } = row;
  return {
    ...{ reference, day, moved, account: accountNumber },
    ...{ amount: amount?.amount ?? null, currency, payee, state },
    ...(row.sendsUntil === null ? {} : { sendsUntil: row.sendsUntil }),
    ...(row.approvals === null ? {} : { approvals: row.approvals }),
    cutOff: cutOffOf(days, 'createSingleTransfer', currency, day),
  };
}

/** Schedules a payment of `pay --input` that has a day. Sends nothing. */
export function scheduleOrder(
  desk: BankDesk,
  order: PaymentOrder,
  day: IsoDate,
  io: CommandIo,
): Promise<ExitCode> {
  const entered = {
    ...{ ...order, narration: order.narration ?? '', due: day },
    ...({ source: 'command', sourceId: '' } as const),
  };
  const scheduling = { stamp: stampOf(desk), workingDays: workingDaysOf(desk.profile.bankFile) };
  const payment = valueOf(scheduleDue(desk.changes, entered, scheduling, newContext()));
  const { moved, enteredDay } = payment;
  io.print(
    JSON.stringify({
      ...{ reference: payment.order.reference, state: payment.state, day: payment.day },
      ...(moved === null ? {} : { moved: { from: enteredDay, reason: moved } }),
    }),
  );
  return Promise.resolve(0);
}

type Sending = { readonly name: string | null; readonly confirmation: ScriptConfirmation };

/** The result of one payment: the exit code of that payment, and whether sending stops after it. */
type Ended = { readonly code: ExitCode; readonly isDoubt: boolean };

/**
 * Sends the due payments. Those without an answer come first: they are looked up. Stops at the first payment without an answer, and at a
 * failure that would affect all others. Exit 3 where an outcome is unknown, 1 where one was not sent, 4 where only approvals are missing.
 */
async function sendAllDue(
  desk: BankDesk,
  isChosen: IsChosen,
  sending: Sending,
  io: CommandIo,
): Promise<ExitCode> {
  const { changes } = desk;
  prepareDue(changes, workingDaysOf(desk.profile.bankFile));
  settleSent(changes.journal, stampOf(desk));
  const days = dueDaysAt(changes.clock);
  const differ = daysDiffer(days);
  if (differ !== null) io.warn(JSON.stringify({ notice: differ }));
  const rows = dueRows({ journal: changes.journal, days })
    .filter(isChosen)
    .filter(
      ({ state, day }) => state !== 'scheduled' && (state !== 'amount-needed' || day <= days.last),
    )
    .toSorted((a, b) => Number(b.state === 'unknown') - Number(a.state === 'unknown'));
  const codes = new Set<ExitCode>();
  for (const [at, { reference, amount }] of rows.entries()) {
    if (amount === null) {
      io.print(JSON.stringify({ reference, state: 'amount-needed' }));
      codes.add(1);
      continue;
    }
    const { code, isDoubt } = await sendOne(desk, reference, sending, io);
    codes.add(code);
    if (!isDoubt) continue;
    for (const { reference: waiting } of rows.slice(at + 1))
      io.print(JSON.stringify({ reference: waiting, state: 'waiting' }));
    break;
  }
  return ([3, 1, 4] as const).find((code) => codes.has(code)) ?? 0;
}

async function sendOne(
  desk: BankDesk,
  reference: string,
  { name, confirmation }: Sending,
  io: CommandIo,
): Promise<Ended> {
  const { changes, copy, user } = desk;
  const stamp = stampOf(desk);
  const release =
    name === null
      ? null
      : { actor: signingActor(copy.deskId, user, name), at: timestampNow(desk.clock) };
  const sent = await sendDue(
    changes,
    reference,
    { approval: confirmation, release, stamp, deskId: copy.deskId },
    newContext(),
  );
  if (!sent.ok) return notSent(reference, sent.error, io);
  const code = reportSent(io, sent.value);
  const { state, error } = sent.value.submission;
  const isGeneral = state === 'not-sent' && error !== null && !isOfOnePayment(error.code);
  return {
    code: error?.code === 'team.not-approved' ? 4 : code,
    isDoubt: code === 3 || isGeneral,
  };
}

function notSent(reference: string, error: AppError, io: CommandIo): Ended {
  const { code, message, fields } = error;
  const state = fields?.['held'] === undefined ? 'not-sent' : 'held';
  io.print(JSON.stringify({ reference, state, error: { code, message } }));
  const exit = printFailure(io, error);
  return { code: code === 'team.not-approved' ? 4 : exit, isDoubt: !isOfOnePayment(code) };
}

import { createHash } from 'node:crypto';

import { todayAt, addDays } from '../../shared/calendar/calendar.ts';
import { DeskFault, type AppError, type Outcome } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { BankDesk } from '../../electron/desk/open-bank/bank-desk.ts';
import { earlierFile } from '../../electron/nouns/payments/file/tables/file-tables.ts';
import { fileLines } from '../../electron/nouns/payments/file/tables/line-tables.ts';
import {
  listSubmissions,
  submissionByReference,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { settleByPerson } from '../../electron/engines/submissions/settle-by-person.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { sendTransfer } from '../../electron/nouns/payments/send.ts';
import { pause } from '../support/randoms.ts';
import type { Payment, PaymentFile } from './plan.ts';
import { actorNamed } from '../support/desks/actors.ts';

/** What the desk answered a person, in a few words, and the code of its refusal. */
export type DeskAnswer = { readonly words: string; readonly code: string | null };

const context = { correlationId: 'laboratory' };
export const deskAnswer = (words: string, code: string | null = null): DeskAnswer => ({
  words,
  code,
});
export const refused = ({ code, message }: AppError): DeskAnswer =>
  deskAnswer(`${code} ${message}`, code);

/** What DeskFaults say reaches a person as any other refusal does; everything else is `internal`. */
export async function catchDeskFault(act: () => Promise<DeskAnswer>): Promise<DeskAnswer> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof DeskFault) return deskAnswer(`${cause.code} ${cause.message}`, cause.code);
    throw cause;
  }
}

/** All that finds a submission in the journal. */
type Named = Pick<Payment, 'reference'>;

const submissionOf = ({ copy }: BankDesk, { reference }: Named): Submission | null =>
  submissionByReference(copy.journal, reference);

const outcomeOf = (outcome: Outcome<{ submission: Submission }>): DeskAnswer =>
  outcome.ok ? stateOf(outcome.value.submission) : refused(outcome.error);

const stateOf = ({ state, error }: Submission): DeskAnswer =>
  deskAnswer(state + (error ? ` (${error.code}: ${error.message})` : ''), error?.code ?? null);

/** What whoever pays knows of the bank's own records. */
export type Care = {
  /** Is the transfer of this id the payment itself? Then it is no twin that is meant as well. */
  readonly isItself: (id: string, reference: string) => boolean;
  /** Pays though the bank's list cannot be read. */
  readonly twinsUnchecked: boolean;
};

/** Alone at the bank: what looks the same is another payment, and what the list leaves out is our own to know. */
export const careless: Care = { isItself: () => false, twinsUnchecked: true };

/** As a script does: the same again asks what came of the first. */
export async function pay(desk: BankDesk, payment: Payment, care = careless): Promise<DeskAnswer> {
  const known = submissionOf(desk, payment);
  const { reference, account, payee, amount } = payment;
  const order = { reference, accountNumber: account, beneficiaryId: payee, amount };
  const send = (twins: readonly string[]) =>
    sendTransfer(
      desk.changes,
      {
        ...{ ...order, currency: 'USD', narration: '', payeeFingerprint: null },
        approval: {
          ...{ by: 'script', twins, payeeChecked: true },
          twinsUnchecked: care.twinsUnchecked,
        } as const,
      },
      context,
    );
  const first = await send([]);
  const meant = first.ok ? [] : twinsMeant(first.error.message, reference, care);
  const sent = first.ok ? first : await send(meant);
  if (!sent.ok || known === null || sent.value.submission.state !== 'unknown')
    return outcomeOf(sent);
  return look(desk, payment);
}

/** Both are meant: a person reads what looks the same, and names it. */
const twinsIn = (words: string): string[] =>
  [...words.matchAll(/--twin-of (\S+?)[.]?(?=\s|$)/g)].flatMap(([, id]) => id ?? []);

/** Those that were looked at and are another payment. */
export const twinsMeant = (words: string, reference: string, { isItself }: Care): string[] =>
  twinsIn(words).filter((id) => !isItself(id, reference));

export async function look(desk: BankDesk, named: Named): Promise<DeskAnswer> {
  const submission = submissionOf(desk, named);
  if (submission === null) return deskAnswer('not in the journal');
  const looked = await lookUp(desk.changes, submission, context);
  return looked.ok ? stateOf(looked.value) : refused(looked.error);
}

/** Where the desk offers it. What looks the same is looked at, and named unless it is the payment itself. */
export async function sendOnceMore(
  desk: BankDesk,
  named: Named,
  care = careless,
): Promise<DeskAnswer> {
  const submission = submissionOf(desk, named);
  if (submission === null || !viewOf(submission, desk.changes).mayRepeat)
    return deskAnswer('not offered');
  const { twinsUnchecked } = care;
  const again = (twins: readonly string[]) =>
    sendAgain(desk.changes, submission, context, {
      ...{ by: 'script', twins, payeeChecked: false, twinsUnchecked },
    } as const);
  const first = await again([]);
  const meant = first.ok ? [] : twinsMeant(first.error.message, named.reference, care);
  return outcomeOf(meant.length > 0 ? await again(meant) : first);
}

/** Somebody asks the bank on the telephone and types in its answer, which is true. */
export function settleByTelephone(desk: BankDesk, named: Named, isBooked: boolean): DeskAnswer {
  const submission = submissionOf(desk, named);
  if (submission === null || !viewOf(submission, desk.changes).maySettle)
    return deskAnswer('not offered');
  const word = {
    as: isBooked ? 'accepted' : 'not-found',
    note: 'by telephone',
    actor: actorNamed('A. Person'),
  } as const;
  const settled = settleByPerson(desk.changes, submission, word, context);
  return settled.ok ? stateOf(settled.value) : refused(settled.error);
}

export async function sync(desk: BankDesk, period: 'usual' | 'last month'): Promise<DeskAnswer> {
  const today = todayAt(desk.clock.now());
  const question =
    period === 'usual'
      ? { from: addDays(today, -4), to: today }
      : { from: addDays(today, -40), to: addDays(today, -30) };
  desk.runner.start(question, context);
  while (desk.runner.progress.running) await pause(1);
  const { error, accounts } = desk.runner.progress;
  const failed = error ?? accounts.find((account) => account.error)?.error ?? null;
  return failed ? refused(failed) : deskAnswer('done');
}

/** The file as it lies in its folder: the same again goes on with it. */
export async function payFile(
  desk: BankDesk,
  file: PaymentFile,
  isBooked: IsBooked,
  care = careless,
): Promise<DeskAnswer> {
  const bytes = bytesOf(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = earlierFile(desk.copy.journal, { batchId: '', sha256 });
  const added = known
    ? { ok: true as const, value: known }
    : await desk.paymentFiles.add(
        { fileName: 'payroll.csv', bytes, accountNumber: undefined },
        context,
      );
  if (!added.ok) return refused(added.error);
  const { batchId } = added.value;
  await releaseHeld(desk, batchId, isBooked);
  const checked = await desk.paymentFiles.get(batchId, context);
  if (checked.counts.ready + checked.counts['not-sent'] > 0) {
    const word = { by: 'script', payeeChecked: true, twinsUnchecked: care.twinsUnchecked } as const;
    const started = await desk.paymentFiles.start(batchId, { ...word, twins: [] }, context);
    if (!started.ok) return refused(started.error);
    await desk.paymentFiles.ended();
    const lines = fileLines(desk.copy.journal, batchId, { only: 'all', index: 0, limit: 100 });
    const referenceAt = (line: number): string =>
      lines.find((one) => one.line === line)?.reference ?? '';
    const twins = [...desk.paymentFiles.heldIn(batchId)].flatMap(([line, why]) =>
      twinsMeant(why, referenceAt(line), care),
    );
    const again =
      twins.length > 0
        ? await desk.paymentFiles.start(batchId, { ...word, twins }, context)
        : started;
    if (!again.ok) return refused(again.error);
    await desk.paymentFiles.ended();
  }
  const { counts, stopReason } = await desk.paymentFiles.get(batchId, context);
  const lines = Object.entries(counts).filter(([, count]) => count > 0);
  return deskAnswer(
    `${lines.map(([state, count]) => `${String(count)} ${state}`).join(', ')}${stopReason === null ? '' : ` (${stopReason})`}`,
  );
}

type IsBooked = (line: { readonly reference: string; readonly amount: string }) => boolean;

/** What the desk holds back because the bank may have it, somebody looks for at the bank, line by line. */
async function releaseHeld(
  { paymentFiles, copy }: BankDesk,
  batchId: string,
  isBooked: IsBooked,
): Promise<void> {
  const lines = fileLines(copy.journal, batchId, { only: 'all', index: 0, limit: 100 });
  for (const { line, reference, amount, warnings } of lines) {
    const isHeld = warnings.some(({ kind }) => kind === 'maybe-at-bank');
    if (isHeld && !isBooked({ reference, amount: amount?.amount ?? '' }))
      await paymentFiles.release(batchId, { line, actor: actorNamed('A. Person') }, context);
  }
}

const bytesOf = ({ account, lines }: PaymentFile): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.from(
      [
        'account,beneficiary id,amount,currency,reference,narration',
        ...lines.map(({ payee, amount, reference }) =>
          [account, payee, amount, 'USD', reference, ''].join(','),
        ),
      ].join('\n'),
    ),
  );

/** What a person sees of everything that was sent, and whether sending it again is offered. */
export const standing = ({
  copy,
  changes,
}: BankDesk): { submission: Submission; mayRepeat: boolean }[] =>
  listSubmissions(copy.journal, { limit: limits.listRowsMax }).map((submission) => ({
    submission,
    mayRepeat: viewOf(submission, changes).mayRepeat,
  }));

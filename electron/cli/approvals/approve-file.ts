import type { LinesTotal } from '../../../shared/ipc/approval-lines.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { isDecimal, toUnits } from '../../../shared/money/decimal.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import {
  approveRequests,
  countsOf,
  reviewRequests,
  whyUndecided,
  type Decision,
  type ReviewedRequests,
} from '../../desk/approvals/lines/lines-review.ts';
import { totalsOf, type ReadLine } from '../../desk/approvals/lines/read-lines.ts';
import type { OpenApprovals } from '../../desk/approvals/requests.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import { CommandFailed, newContext, valueOf, WrongUse, type CommandIo } from '../input/command.ts';
import { confirmOnTerminal, oneLine } from '../input/terminal.ts';
import { requestNamed, requestView } from './approvals-access.ts';

export type WantedLines = {
  /** `TOTAL:CURRENCY:LINES` of what is approved, one for each currency. */
  readonly expected: readonly string[];
  /** Lines that are left out: their places in the request, from 1. */
  readonly without: readonly number[];
};

/**
 * Approves the lines of a payment file by this desk's own reading of the bank, without those that are left out. The person at the
 * terminal reads every line that is marked. Throws where something else would be approved than was expected; nothing is signed then.
 */
export async function approveFile(
  desk: BankDesk,
  open: OpenApprovals,
  request: Request,
  { expected, without }: WantedLines,
  io: CommandIo,
): Promise<void> {
  const { reader, journal } = desk.copy;
  const parts = () => ({ open, reader, journal, now: timestampNow(io.clock) });
  const { digest } = request;
  const reviewed = valueOf(await reviewRequests(parts(), desk.changes, [digest], newContext()));
  const decision = decisionOf(request, reviewed, without);
  const why = whyUndecided(reviewed, decision);
  if (why !== null) throw new DeskFault('team.refused', why);
  const { approved } = countsOf(reviewed, decision);
  const totals = totalsOf(approved);
  if (!areExpected(totals, expected))
    throw new DeskFault(
      'input.invalid',
      `${sumsText(totals)} would be approved, and --expect names something else. Nothing was signed.`,
    );
  confirmOnTerminal(
    questionText(request, reviewed, { decision, totals }),
    totals.map(({ amount }) => amount.amount).join(' '),
  );
  const { approved: rows, failed } = await approveRequests(
    parts(),
    reviewed,
    decision,
    newContext(),
  );
  if (failed !== null) throw new CommandFailed(failed.error);
  for (const { part, needs, mayApprove, many } of rows)
    io.print(
      JSON.stringify({
        ...requestView(reader, requestNamed(open, digest)),
        ...{ may: part === 'approved', needs, mayApprove },
        ...{ toSend: many?.toSend, excluded: many?.excluded },
      }),
    );
}

/** Counts every line as opened: the question at the terminal shows each line that is marked. */
function decisionOf(
  { lines }: Request,
  reviewed: ReviewedRequests,
  without: readonly number[],
): Decision {
  const excluded = without.map((number) => {
    const place = reviewed.lines.findIndex(({ line }) => line === number - 1);
    if (place >= 0) return place;
    throw new WrongUse(
      number >= 1 && number <= lines.length
        ? `Line ${String(number)} was sent. --without takes the others.`
        : `The request has no line ${String(number)}. Its first line is 1.`,
    );
  });
  return { opened: reviewed.lines.map((_, place) => place), excluded };
}

/** Do these texts name the totals, each of them once? */
function areExpected(totals: readonly LinesTotal[], expected: readonly string[]): boolean {
  const isNamed = ({ amount, payments }: LinesTotal, text: string): boolean => {
    const [, sum = '', currency = '', lines = ''] = /^([^:]+):([^:]+):(\d+)$/.exec(text) ?? [];
    return (
      isDecimal(sum) &&
      toUnits(sum) === toUnits(amount.amount) &&
      currency === amount.currency &&
      Number(lines) === payments
    );
  };
  return (
    totals.length === expected.length &&
    totals.every((total) => expected.some((text) => isNamed(total, text)))
  );
}

const payments = (count: number): string =>
  count === 1 ? 'one payment' : `${formatCount(count)} payments`;

const sumsText = (totals: readonly LinesTotal[]): string =>
  totals
    .map(({ amount, payments: count }) => `${payments(count)} for ${formatMoney(amount)}`)
    .join(' and ');

/** What the person at the terminal reads: the sums, and each line that is marked, left out or cannot be approved. */
function questionText(
  { maker, words, lines: requested }: Request,
  { lines, review: { withoutFee, isUnlisted } }: ReviewedRequests,
  {
    decision: { excluded },
    totals,
  }: { readonly decision: Decision; readonly totals: readonly LinesTotal[] },
): string {
  const isOut = new Set(excluded);
  const shown = lines.flatMap((line, place) => {
    const left = isOut.has(place) ? ['Left out.'] : [];
    const notes = [...left, ...problemOf(line), ...line.row.marks];
    return notes.length === 0 ? [] : [`  ${lineText(line)}: ${notes.map(oneLine).join(' ')}`];
  });
  return [
    `${oneLine(maker.person)} requests ${payments(requested.length)} in one request: ${oneLine(words)}`,
    ...shown,
    ...(withoutFee === 0 ? [] : [`The fee of ${payments(withoutFee)} is not known.`]),
    ...(isUnlisted
      ? [
          'The bank’s recent payments could not be read: payments that look the same may be missing.',
        ]
      : []),
    `Approved: ${sumsText(totals)}. The rest stays unsent.`,
  ].join('\n');
}

const problemOf = ({ row: { problem } }: ReadLine): readonly string[] =>
  problem === null ? [] : [`Cannot be approved: ${problem}`];

function lineText({ line, row: { reference, amount, payee, account } }: ReadLine): string {
  const sum = amount === null ? 'an amount that cannot be read' : formatMoney(amount);
  return `${String(line + 1)}. ${oneLine(reference)}, ${sum} to ${oneLine(payee)}, ${oneLine(account)}`;
}

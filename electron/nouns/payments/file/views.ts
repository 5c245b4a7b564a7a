import type { RequiredField } from '../../../../shared/bank/required-fields.ts';
import type {
  PaymentFileFilter,
  PaymentFileLineState,
  PaymentFileTotals,
  PaymentFile,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import type { UnknownAccount } from '../../../../shared/ipc/accounts/accounts.ts';
import { add, type Money } from '../../../../shared/money/money.ts';
import { endingAlike } from '../../accounts/names.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { attemptSync } from '../../../engines/store/local-faults.ts';
import { balanceAround, isCovered } from '../../../engines/submissions/funds/funds.ts';
import type { FundsSumAt } from '../../../engines/submissions/funds/run-funds.ts';
import { fieldsToPropose } from './proposed-columns.ts';
import { earlierFile, type PaymentFileRecord } from './tables/file-tables.ts';
import { lineGroups, type LineGroup } from './tables/line-tables.ts';

/** The stop reason of a file that was being sent when the program ended. */
export const interrupted =
  'Nostro ended while it was being sent. What was sent is known by its reference and is not sent again.';

/** A file with its counts and sums, from the journal and the balances of the local copy. */
export function fileView(
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  file: PaymentFileRecord,
  {
    isRunning,
    isUnlisted,
    seal,
    fundsAt,
    requiredFields = [],
  }: {
    isRunning: boolean;
    isUnlisted: boolean;
    seal: string;
    fundsAt: FundsSumAt;
    requiredFields?: readonly RequiredField[];
  },
): PaymentFile {
  const groups = lineGroups(journal, file.batchId);
  const totals = totalsOf(fundsAt, groups);
  const isLost = file.state === 'sending' && !isRunning;
  return {
    batchId: file.batchId,
    fileName: file.fileName,
    addedAt: file.addedAt,
    state: isLost ? 'stopped' : file.state,
    counts: countsOf(groups),
    lines: linesIn(groups),
    found: foundIn(groups),
    notes: file.notes,
    proposed: file.proposed?.columns ?? [],
    proposedFields: fieldsToPropose(file, requiredFields),
    unknownAccounts: unknownIn(reader, groups),
    totals,
    duplicateOf: earlierFile(journal, file)?.fileName ?? null,
    seal,
    toConfirm: toConfirmOf(groups, totals, isUnlisted),
    stopReason: isLost ? interrupted : file.stopReason,
  };
}

/** Unknown accounts that are listed at a time: a file pays from a few. */
const unknownMax = 10;

/** Accounts of invalid lines, as the file writes them, that are none of ours. */
function unknownIn(reader: CacheReader, groups: readonly LineGroup[]): UnknownAccount[] {
  const unknown = new Map<string, Omit<UnknownAccount, 'endingAlike'>>();
  for (const { state, accountNumber: written, amount } of groups) {
    if (state !== 'invalid' || written === '') continue;
    const currency = amount?.currency ?? '';
    unknown.set(`${written} ${currency}`, { written, currency });
  }
  const read = attemptSync(() =>
    [...unknown.values()]
      .filter(({ written }) => findOrdinal(reader, written) === null)
      .slice(0, unknownMax)
      .map((account) => ({
        ...account,
        endingAlike: endingAlike(reader, account.written, account.currency),
      })),
  );
  return read.ok ? read.value : [];
}

/** Ready, or provably never left: the lines that a start or a resume sends. */
const isToSend = ({ state }: Pick<LineGroup, 'state'>): boolean =>
  state === 'ready' || state === 'not-sent';

function countsOf(groups: readonly LineGroup[]): Record<PaymentFileLineState, number> {
  const counts: Record<PaymentFileLineState, number> = {
    invalid: 0,
    ready: 0,
    skipped: 0,
    later: 0,
    scheduled: 0,
    sending: 0,
    accepted: 0,
    refused: 0,
    unknown: 0,
    'not-sent': 0,
    'not-found': 0,
    'at-bank': 0,
  };
  for (const { state, lines } of groups) counts[state] += lines;
  return counts;
}

const problemStates: ReadonlySet<PaymentFileLineState> = new Set([
  'invalid',
  'refused',
  'unknown',
  'not-sent',
  'not-found',
]);
const openStates: ReadonlySet<PaymentFileLineState> = new Set([
  'ready',
  'later',
  'scheduled',
  'not-sent',
  'sending',
  'unknown',
]);

const shows: Readonly<Record<Exclude<PaymentFileFilter, 'all'>, (group: LineGroup) => boolean>> = {
  problems: ({ state, toConfirm }) =>
    problemStates.has(state) || (state === 'ready' && toConfirm.length > 0),
  open: ({ state }) => openStates.has(state),
  sent: ({ state }) => state === 'accepted' || state === 'at-bank',
};

const foundIn = (groups: readonly LineGroup[]): Record<PaymentFileFilter, number> => ({
  all: linesIn(groups),
  problems: linesIn(groups.filter(shows.problems)),
  open: linesIn(groups.filter(shows.open)),
  sent: linesIn(groups.filter(shows.sent)),
});

const linesIn = (groups: readonly LineGroup[]): number =>
  groups.reduce((sum, { lines }) => sum + lines, 0);

type Sum = { readonly accountNumber: string; readonly amount: Money; readonly lines: number };

function totalsOf(fundsAt: FundsSumAt, groups: readonly LineGroup[]): PaymentFileTotals[] {
  const sums = new Map<string, Sum>();
  for (const group of groups.filter(isToSend)) {
    if (group.amount === null) continue;
    const { accountNumber, amount, lines } = group;
    const key = `${accountNumber} ${amount.currency}`;
    const known = sums.get(key);
    sums.set(key, {
      accountNumber,
      amount: known ? add(known.amount, amount) : amount,
      lines: lines + (known?.lines ?? 0),
    });
  }
  // The lines are shown without the balances too, where the local copy cannot be read.
  return [...sums.values()].map(({ accountNumber, amount, lines }) => {
    const read = attemptSync(() => fundsAt(accountNumber, amount.currency));
    const known = read.ok ? read.value : null;
    const balance = known ? balanceAround(known, amount) : { before: null, after: null };
    const { currency } = amount;
    const inFlight = known?.inFlight?.amount ?? null;
    return {
      currency,
      lines,
      amount,
      accountNumber,
      inFlight,
      balance,
      coversIt: isCovered(balance),
    };
  });
}

function toConfirmOf(
  groups: readonly LineGroup[],
  totals: readonly PaymentFileTotals[],
  isUnlisted: boolean,
): { kind: PaymentWarningKind; lines: number }[] {
  const kinds = new Map<PaymentWarningKind, number>();
  for (const { toConfirm, lines } of groups.filter(isToSend))
    for (const kind of toConfirm) kinds.set(kind, (kinds.get(kind) ?? 0) + lines);
  for (const { coversIt, lines } of totals)
    if (coversIt === false) kinds.set('insufficient', (kinds.get('insufficient') ?? 0) + lines);
  const toSend = linesIn(groups.filter(isToSend));
  if (isUnlisted && toSend > 0) kinds.set('twins-unread', toSend);
  return [...kinds].map(([kind, lines]) => ({ kind, lines }));
}

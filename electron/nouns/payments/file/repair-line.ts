import { DeskFault } from '../../../../shared/errors.ts';
import type {
  CheckedLine,
  LineRepair,
  Repair,
  RepairedField,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { Stamp } from '../../../../shared/actor.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import type { PaymentParts } from '../tables.ts';
import { checkLine, type LineReading } from './reading/line-check.ts';
import { overlayOf } from './reading/repaired-cells.ts';
import type { PaymentField } from './reading/columns.ts';
import { sumMax } from './reading/twins.ts';
import { lineGroups, unsentLine, type PaymentLine } from './tables/line-tables.ts';
import { otherLineWith, saveRepaired } from './tables/repair-lines.ts';

/** A repair of one line, decided on its state after `revision` repairs. */
export type RepairRequest = Stamp & {
  readonly line: number;
  readonly revision: number;
  readonly repair: Repair;
};

/**
 * Saves a repair with the previous value, its author and its time. The cells of the file stay as they are. Throws `input.invalid`, and
 * changes nothing, for a line that was sent, left out or repaired since, and for a value that cannot be paid. The caller checks the whole
 * file again.
 */
export function repairLine(
  parts: PaymentParts,
  batchId: string,
  request: RepairRequest,
  {
    reading,
    stateOf,
  }: {
    readonly reading: LineReading;
    readonly stateOf: (checked: CheckedLine) => PaymentLine['state'];
  },
): void {
  const known = repairable(parts, batchId, request);
  const { checked, cells } = known;
  const changes = changesOf(request.repair, known, reading);
  const { actor, at } = request;
  const repairs = [...(checked.repairs ?? []), ...changes.map((one) => ({ ...one, actor, at }))];
  const again = checkLine({ line: checked.line, cells }, reading, checked.reference, repairs);
  const problem =
    problemOf(parts, batchId, { repair: request.repair, again, reading }) ??
    tooMuch(parts, batchId, checked, again);
  if (problem !== null) throw new DeskFault('input.invalid', `${problem} Nothing was changed.`);
  if (changes.length === 0) return;
  saveRepaired(parts.journal, batchId, { state: stateOf(again), checked: again });
}

function repairable(
  { journal }: PaymentParts,
  batchId: string,
  { line, revision }: RepairRequest,
): PaymentLine {
  const known = unsentLine(journal, batchId, line);
  if (!known)
    throw new DeskFault(
      'input.invalid',
      `Line ${line} was sent and cannot be repaired. Nothing was changed.`,
    );
  if (known.state === 'skipped')
    throw new DeskFault(
      'input.invalid',
      `Line ${line} is left out. Nothing was changed. Take it in first, then repair it.`,
    );
  if ((known.checked.repairs?.length ?? 0) !== revision)
    throw new DeskFault(
      'input.invalid',
      `Line ${line} was repaired in another window. Nothing was changed here. Read it again, then repair it.`,
    );
  return known;
}

/** A sentence where the payments of one currency would add up to more than the desk can calculate with; else null. */
function tooMuch(
  { journal }: PaymentParts,
  batchId: string,
  before: CheckedLine,
  { amount }: CheckedLine,
): string | null {
  if (amount === null) return null;
  const sameCurrency = (one: CheckedLine['amount']): one is Money =>
    one?.currency === amount.currency;
  const sums = lineGroups(journal, batchId)
    .map((group) => group.amount)
    .filter(sameCurrency);
  const others = sums.reduce((sum, one) => sum + toUnits(one.amount), 0n);
  const own = sameCurrency(before.amount) ? toUnits(before.amount.amount) : 0n;
  return others - own + toUnits(amount.amount) < sumMax
    ? null
    : `The payments in ${amount.currency} would add up to more than the desk can calculate with.`;
}

type Change = Pick<LineRepair, 'field' | 'was' | 'to'>;

/** The fields that a repair changes; none where the line has these values already. */
function changesOf(repair: Repair, line: PaymentLine, reading: LineReading): Change[] {
  const now = currentTexts(line, reading);
  const change = (field: RepairedField, to: string): Change[] =>
    now[field] === to ? [] : [{ field, was: now[field], to }];
  switch (repair.kind) {
    case 'payee':
      return line.checked.beneficiaryId === repair.entityId && !namesOther(line.checked)
        ? []
        : [{ field: 'payee', was: now.payee, to: repair.entityId }];
    case 'account':
      return change('account', repair.accountNumber);
    case 'amount': {
      const currency = repair.currency.trim().toUpperCase();
      // A line without a currency is paid in that of its account.
      const isAsRead = now.currency === '' && line.checked.amount?.currency === currency;
      return [
        ...change('amount', repair.amount.trim()),
        ...(currency === '' || isAsRead ? [] : change('currency', currency)),
      ];
    }
    case 'text':
      return change(repair.field, repair.text.trim());
    case 'undo': {
      const standing = new Map((line.checked.repairs ?? []).map(({ field, to }) => [field, to]));
      return [...standing].flatMap(([field, to]) =>
        to === null ? [] : [{ field, was: now[field], to: null }],
      );
    }
  }
}

/** The line names a payee that is not the one found, so the choice of that one is a change. */
const namesOther = ({ problems }: CheckedLine): boolean =>
  ['beneficiary', 'beneficiaryAccount', 'beneficiaryId'].some((field) => field in problems);

function currentTexts(
  { checked, cells }: PaymentLine,
  { columns, defaultAccount, ledger }: LineReading,
): Readonly<Record<RepairedField, string>> {
  const overlay = overlayOf(checked.repairs ?? []);
  const text = (field: PaymentField): string =>
    (overlay[field] ?? cells[columns[field] ?? -1])?.text.trim() ?? '';
  const chosen = ledger.beneficiaries.byId.get(text('beneficiaryId'));
  const named = [text('beneficiary'), text('beneficiaryAccount')].filter((one) => one !== '');
  const payee = named.length > 0 ? named.join(', ') : (chosen?.name ?? '');
  return {
    payee: payee === '' ? text('beneficiaryId') : payee,
    account: text('account') || (defaultAccount ?? ''),
    amount: text('amount'),
    currency: text('currency').toUpperCase(),
    reference: text('reference'),
    narration: text('narration'),
  };
}

const noCurrency = 'The currency of the line is not known. Choose it, or the account to pay from.';
const payeeGone = 'This payee is no longer among the saved payees. Choose another one.';

/** Why the repaired value itself is invalid, in a sentence; null where it is valid, even if the line has other problems. */
function problemOf(
  { journal }: PaymentParts,
  batchId: string,
  {
    repair,
    again,
    reading: { ledger },
  }: { readonly repair: Repair; readonly again: CheckedLine; readonly reading: LineReading },
): string | null {
  const { problems } = again;
  switch (repair.kind) {
    case 'payee':
      return ledger.beneficiaries.byId.has(repair.entityId) ? null : payeeGone;
    case 'account':
      return ledger.currencyByAccount.has(repair.accountNumber)
        ? null
        : (problems['account'] ?? null);
    case 'amount':
      return again.amount === null
        ? (problems['amount'] ?? problems['currency'] ?? noCurrency)
        : null;
    case 'text': {
      const other = repair.field === 'reference' ? otherLineWith(journal, batchId, again) : null;
      return other === null
        ? (problems[repair.field] ?? null)
        : `Line ${other} has the same reference.`;
    }
    case 'undo':
      return null;
  }
}

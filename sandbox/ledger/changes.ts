import type { StatementEntry } from '../../shared/bank/statements.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { invalid } from '../server/refusal.ts';
import { contraNames, insertRow, rebalance, removeRow } from './book.ts';
import {
  balanceOf,
  bookContra,
  contraKey,
  contraOf,
  entryAt,
  indexOfEntry,
  ledgerAccount,
  type Ledger,
  type LedgerAccount,
  type LedgerChange,
  type Post,
} from './ledger.ts';

type Rewrite = Extract<LedgerChange, { kind: 'rewrite' }>;

/** 14 digits before the point and 4 after it: what an amount on the wire can hold. */
const unitsMax = 10n ** 18n - 1n;

/** Applies a change and records it. Throws Refusal when it cannot be applied; then nothing has changed. */
export function applyChange(ledger: Ledger, change: LedgerChange): void {
  const account = ledgerAccount(ledger, change.account);
  if (change.kind === 'post') post(ledger, account, change);
  else if (change.kind === 'rewrite') rewrite(ledger, account, change);
  else withdraw(ledger, account, change.id);
  ledger.changes.push(change);
}

/** A new entry id, made of the count of changes so far. */
export const nextEntryId = (ledger: Ledger, account: LedgerAccount): string =>
  `e${account.number}-${String(ledger.changes.length + 1).padStart(6, '0')}`;

type NewEntry = Omit<Post, 'kind' | 'id' | 'customReference'> & {
  readonly customReference?: string | undefined;
};

/** Books an entry; without a reference it carries its own id. Throws Refusal. */
export function bookEntry(ledger: Ledger, entry: NewEntry): StatementEntry {
  const account = ledgerAccount(ledger, entry.account);
  const id = nextEntryId(ledger, account);
  const { customReference = id } = entry;
  applyChange(ledger, { ...entry, kind: 'post', id, customReference });
  return entryAt(account, indexOfEntry(account, id));
}

function post(ledger: Ledger, account: LedgerAccount, change: Post): void {
  const units = signed(change.amount, change.direction);
  refuseOverflow(account, units);
  const { id, transactionType, narration, customReference } = change;
  const contra = contraOf(transactionType);
  account.added.push({ id, transactionType, narration, customReference });
  insertRow(account.book, {
    at: Date.parse(change.at),
    units,
    contra: contraNames.indexOf(contra),
    origin: -account.added.length,
  });
  bookContra(ledger, contraKey(contra, account.currency), -units);
}

function rewrite(ledger: Ledger, account: LedgerAccount, change: Rewrite): void {
  const index = indexOfEntry(account, change.id);
  const before = entryAt(account, index);
  const old = account.book.units[index] ?? 0n;
  const units = signed(change.amount ?? before.amount, change.direction ?? before.direction);
  refuseOverflow(account, units - old);
  account.added.push({
    id: change.id,
    transactionType: change.transactionType ?? before.transactionType,
    narration: change.narration ?? before.narration,
    customReference: change.customReference ?? before.customReference,
  });
  account.book.units[index] = units;
  account.book.origin[index] = -account.added.length;
  rebalance(account.book, index);
  bookContra(ledger, contraKeyAt(account, index), old - units);
}

function withdraw(ledger: Ledger, account: LedgerAccount, id: string): void {
  const index = indexOfEntry(account, id);
  bookContra(ledger, contraKeyAt(account, index), account.book.units[index] ?? 0n);
  removeRow(account.book, index);
}

function contraKeyAt(account: LedgerAccount, index: number): string {
  const name = contraNames[account.book.contra[index] ?? 0] ?? 'clearing';
  return contraKey(name, account.currency);
}

const signed = (amount: string, direction: 'debit' | 'credit'): bigint =>
  direction === 'debit' ? -toUnits(amount) : toUnits(amount);

function refuseOverflow(account: LedgerAccount, units: bigint): void {
  const after = balanceOf(account) + units;
  if (after > unitsMax || after < -unitsMax)
    throw invalid({ field: 'amount', message: 'would take the balance beyond 14 digits' });
}

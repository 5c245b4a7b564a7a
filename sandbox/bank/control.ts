import { z } from 'zod';

import type { StatementEntry } from '../../shared/bank/statements.ts';
import { TimestampText } from '../../shared/calendar.ts';
import type { Bank } from './bank.ts';
import { timestampOf } from '../server/clock.ts';
import { Dialect } from '../statements/dialect.ts';
import { FaultRule } from '../server/faults.ts';
import { IdempotencyMode } from '../server/idempotency.ts';
import {
  applyChange,
  entryAt,
  indexOfEntry,
  ledgerAccount,
  nextEntryId,
} from '../ledger/ledger.ts';
import { Refusal } from '../server/refusal.ts';
import { restoreBank, snapshotOf } from './snapshot.ts';
import { parseSnapshot } from '../server/state-file.ts';

const amount = z.string();
const direction = z.enum(['debit', 'credit']);

/** An entry to be booked; without `at` it is booked now. Amounts are decimal texts above zero. */
export const NewEntry = z.strictObject({
  account: z.string(),
  amount,
  direction,
  at: TimestampText.optional(),
  transactionType: z.string().default('transfer'),
  narration: z.string().default(''),
  customReference: z.string().default(''),
});

export const EntryRewrite = z.strictObject({
  account: z.string(),
  id: z.string(),
  amount: amount.optional(),
  direction: direction.optional(),
  transactionType: z.string().optional(),
  narration: z.string().optional(),
  customReference: z.string().optional(),
});

export const EntryName = z.strictObject({ account: z.string(), id: z.string() });

export const DialectChange = Dialect.partial();
export const FaultRules = z.strictObject({ rules: z.array(FaultRule) });
export const IdempotencyChange = z.strictObject({ mode: IdempotencyMode });
export const ClockStep = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(3_650 * 86_400_000),
});

/** Moves the sandbox's clock forward; answers its time. */
export function advanceClock(bank: Bank, ms: number): string {
  bank.clock.advance(ms);
  bank.onChange();
  return timestampOf(bank.clock);
}

export function setFaults(bank: Bank, rules: readonly FaultRule[]): void {
  bank.rules = rules.map((rule) => ({ rule, seen: 0, fired: 0 }));
  bank.onChange();
}

export function setDialect(bank: Bank, change: z.output<typeof DialectChange>): Dialect {
  bank.dialect = Dialect.parse({ ...bank.dialect, ...change });
  bank.onChange();
  return bank.dialect;
}

/** What the bank makes of a request that comes again. */
export function setIdempotency(
  bank: Bank,
  { mode }: z.output<typeof IdempotencyChange>,
): { mode: IdempotencyMode } {
  bank.idempotency.mode = mode;
  bank.onChange();
  return { mode };
}

/** Books an entry, in the past too; later running balances follow. Throws Refusal. */
export function postEntry(bank: Bank, entry: z.input<typeof NewEntry>): StatementEntry {
  const { at, ...fields } = NewEntry.parse(entry);
  const account = ledgerAccount(bank.ledger, entry.account);
  const id = nextEntryId(bank.ledger, account);
  applyChange(bank.ledger, { kind: 'post', id, at: at ?? timestampOf(bank.clock), ...fields });
  return changedEntry(bank, entry.account, id);
}

/** Gives an entry other content under the same id; later running balances follow. Throws Refusal. */
export function rewriteEntry(bank: Bank, change: z.output<typeof EntryRewrite>): StatementEntry {
  applyChange(bank.ledger, { kind: 'rewrite', ...change });
  return changedEntry(bank, change.account, change.id);
}

/** Takes an entry back, as if it had never been. Throws Refusal. */
export function withdrawEntry(bank: Bank, name: z.output<typeof EntryName>): void {
  applyChange(bank.ledger, { kind: 'withdraw', ...name });
  bank.onChange();
}

function changedEntry(bank: Bank, number: string, id: string): StatementEntry {
  bank.onChange();
  const account = ledgerAccount(bank.ledger, number);
  return entryAt(account, indexOfEntry(account, id));
}

/** The whole state as JSON text; equal states give equal texts. */
export const takeSnapshot = (bank: Bank): string => JSON.stringify(snapshotOf(bank));

/** Puts the bank back into a state taken before. Throws Refusal for text that is no snapshot. */
export function restoreSnapshot(bank: Bank, text: string): void {
  const snapshot = parseSnapshot(text);
  if (!snapshot) throw new Refusal(400, 'invalid_snapshot', 'The text is not a snapshot');
  restoreBank(bank, snapshot);
  bank.onChange();
}

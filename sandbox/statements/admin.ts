import { z } from 'zod';

import type { StatementEntry } from '../../shared/bank/statements.ts';
import { TimestampText } from '../../shared/calendar.ts';
import {
  applyChange,
  entryAt,
  indexOfEntry,
  ledgerAccount,
  nextEntryId,
} from '../ledger/ledger.ts';
import { readAdminBody } from '../server/admin.ts';
import { timestampOf } from '../server/clock.ts';
import type { SandboxApp } from '../server/request.ts';
import { Dialect } from './dialect.ts';
import type { StatementsBank } from './state.ts';

const EntryName = z.strictObject({ account: z.string(), id: z.string() });

const fields = {
  amount: z.string(),
  direction: z.enum(['debit', 'credit']),
  transactionType: z.string(),
  narration: z.string(),
  customReference: z.string(),
};

/** An entry to be booked; without `at` it is booked now. Amounts are decimal texts above zero. */
export const NewEntry = z.strictObject({
  ...fields,
  account: z.string(),
  at: TimestampText.optional(),
  transactionType: z.string().default('transfer'),
  narration: z.string().default(''),
  customReference: z.string().default(''),
});

const EntryRewrite = EntryName.extend(z.strictObject(fields).partial().shape);

export function mountAdmin(app: SandboxApp, bank: StatementsBank): void {
  app.post('/entries', async (context) =>
    context.json({ entry: postEntry(bank, await readAdminBody(context, NewEntry)) }),
  );
  app.patch('/entries', async (context) => {
    const change = await readAdminBody(context, EntryRewrite);
    applyChange(bank.ledger, { kind: 'rewrite', ...change });
    return context.json({ entry: changedEntry(bank, change) });
  });
  app.delete('/entries', async (context) => {
    const name = await readAdminBody(context, EntryName);
    applyChange(bank.ledger, { kind: 'withdraw', ...name });
    bank.onChange();
    return context.json({ entry: null });
  });
  app.get('/dialect', (context) => context.json(bank.dialect));
  app.put('/dialect', async (context) => {
    const change = await readAdminBody(context, Dialect.partial());
    bank.dialect = Dialect.parse({ ...bank.dialect, ...change });
    bank.onChange();
    return context.json(bank.dialect);
  });
}

/** Books an entry, in the past too; later running balances follow. Throws Refusal. */
function postEntry(bank: StatementsBank, entry: z.output<typeof NewEntry>): StatementEntry {
  const { at = timestampOf(bank.clock), ...booked } = entry;
  const id = nextEntryId(bank.ledger, ledgerAccount(bank.ledger, entry.account));
  applyChange(bank.ledger, { kind: 'post', id, at, ...booked });
  return changedEntry(bank, { account: entry.account, id });
}

function changedEntry(
  bank: StatementsBank,
  { account: number, id }: z.output<typeof EntryName>,
): StatementEntry {
  bank.onChange();
  const account = ledgerAccount(bank.ledger, number);
  return entryAt(account, indexOfEntry(account, id));
}

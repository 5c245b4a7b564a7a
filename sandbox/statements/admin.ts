import { z } from 'zod';

import { TimestampText } from '../../shared/calendar/calendar-schemas.ts';
import { applyChange, bookEntry } from '../ledger/changes.ts';
import { entryAt, indexOfEntry, ledgerAccount } from '../ledger/ledger.ts';
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

/** An entry to be booked; without `at` it is booked now, with it possibly in the past. Amounts are decimal texts above zero. */
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
  app.post('/entries', async (context) => {
    const { at = timestampOf(bank.clock), ...booked } = await readAdminBody(context, NewEntry);
    const entry = bookEntry(bank.ledger, { at, ...booked });
    bank.onChange();
    return context.json({ entry });
  });
  app.patch('/entries', async (context) => {
    const change = await readAdminBody(context, EntryRewrite);
    applyChange(bank.ledger, { kind: 'rewrite', ...change });
    bank.onChange();
    const account = ledgerAccount(bank.ledger, change.account);
    return context.json({ entry: entryAt(account, indexOfEntry(account, change.id)) });
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

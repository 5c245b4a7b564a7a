import { DeskFault, type Outcome } from '../../../../shared/errors.ts';
import type { CreditMatch, ReceivableRow } from '../../../../shared/ipc/changes/receivables.ts';
import { ok } from '../../../../shared/result.ts';
import { removeMatch, saveMatch } from './matches-table.ts';
import { listRegister, registeredById, type Registered } from '../tables.ts';
import { openOrders } from '../open-orders.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import { chosenCredit, createReceivable, receivableRows } from './receivables.ts';
import { importRecord, refreshRegister } from '../reading.ts';
import { viewOf } from '../../../engines/submissions/submission-views.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { notCached, stampOf, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import type { EventWrites } from '../../../engines/store/records/bank-events.ts';

type Open = OpenBank<EventWrites>;

type Routes = Extract<keyof Handlers, `receivables.${string}`>;

export const receivableHandlers = (desk: () => Open): Pick<Handlers, Routes> => ({
  'receivables.list': async ({ search }) => {
    const { copy, changes } = desk();
    const rows = await receivableRows(copy, listRegister(copy.journal, 'receivable', search));
    return ok({ rows, open: openOrders(copy.journal, 'receivable', { search, parts: changes }) });
  },
  'receivables.get': ({ id }) => {
    const open = desk();
    return rowOf(open, known(open, id));
  },
  'receivables.import': async ({ id }, context) => {
    const open = desk();
    const allowed = mayAsk(open.bank, 'getReceivable', context);
    if (!allowed.ok) return allowed;
    const imported = await importRecord(open.changes, 'receivable', id.trim(), context);
    if (!imported.ok) return imported;
    open.announce('store.changed', { topic: 'receivables' });
    return rowOf(open, imported.value);
  },
  'receivables.refresh': async (_, context) => {
    const { changes, announce } = desk();
    const allowed = mayAsk(changes.bank, 'getReceivable', context);
    if (!allowed.ok) return allowed;
    const refreshed = await refreshRegister(changes, context, ['receivable']);
    announce('store.changed', { topic: 'receivables' });
    return refreshed;
  },
  'receivables.create': async ({ order }, context) => {
    const { changes, announce } = desk();
    const created = await createReceivable(changes, order, context);
    if (!created.ok) return created;
    announce('store.changed', { topic: 'receivables' });
    return ok(viewOf(created.value, changes));
  },
  'receivables.match': async ({ id, accountNumber, entryId }) => {
    const open = desk();
    const receivable = known(open, id);
    if (accountNumber === undefined || entryId === undefined)
      removeMatch(open.copy.journal, receivable.id);
    else {
      const credit = await creditFor(open, receivable, { accountNumber, entryId });
      saveMatch(open.copy.journal, id, { ...credit, ...stampOf(open) });
    }
    open.announce('store.changed', { topic: 'receivables' });
    return rowOf(open, receivable);
  },
});

function known({ copy }: Open, id: string): Registered<'receivable'> {
  const receivable = registeredById(copy.journal, 'receivable', id);
  if (!receivable) throw notCached(`Receivable ${id}`);
  return receivable;
}

async function rowOf(
  { copy }: Open,
  receivable: Registered<'receivable'>,
): Promise<Outcome<ReceivableRow>> {
  const [row] = await receivableRows(copy, [receivable]);
  return ok(row ?? { ...receivable, suggestions: [], matched: null });
}

/** The suggestion with its reason, or an entry that a person chose. Throws `input.invalid` where it is no credit. */
async function creditFor(
  { copy }: Open,
  receivable: Registered<'receivable'>,
  { accountNumber, entryId }: Pick<CreditMatch, 'accountNumber' | 'entryId'>,
): Promise<CreditMatch> {
  const [row] = await receivableRows(copy, [receivable]);
  const credit =
    row?.suggestions.find(
      (other) => other.accountNumber === accountNumber && other.entryId === entryId,
    ) ?? chosenCredit(copy.reader, accountNumber, entryId);
  if (!credit)
    throw new DeskFault('input.invalid', 'This is no credit that stands in the local copy.');
  return credit;
}

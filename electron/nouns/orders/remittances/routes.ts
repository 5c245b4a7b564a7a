import { ok } from '../../../../shared/result.ts';
import { listRegister, registeredById } from '../tables.ts';
import { openOrders } from '../open-orders.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import { importRecord, refreshRegister } from '../reading.ts';
import { sendRemittance } from './remittances.ts';
import { viewOf } from '../../../engines/submissions/submission-views.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { notCached, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import type { TransferWrites } from '../../payments/tables.ts';
import type { BeneficiaryWrites } from '../../beneficiaries/tables.ts';
import type { EventWrites } from '../../../engines/store/records/bank-events.ts';

type Routes = Extract<keyof Handlers, `remittances.${string}`>;

export const remittanceHandlers = (
  desk: () => OpenBank<TransferWrites & BeneficiaryWrites & EventWrites>,
): Pick<Handlers, Routes> => ({
  'remittances.list': ({ search }) => {
    const { copy, changes } = desk();
    const rows = listRegister(copy.journal, 'remittance', search);
    return ok({ rows, open: openOrders(copy.journal, 'remittance', { search, parts: changes }) });
  },
  'remittances.get': ({ id }) => {
    const row = registeredById(desk().copy.journal, 'remittance', id);
    if (!row) throw notCached(`Remittance ${id}`);
    return ok(row);
  },
  'remittances.import': async ({ id }, context) => {
    const { changes, announce } = desk();
    const allowed = mayAsk(changes.bank, 'getRemittance', context);
    if (!allowed.ok) return allowed;
    const imported = await importRecord(changes, 'remittance', id.trim(), context);
    if (imported.ok) announce('store.changed', { topic: 'remittances' });
    return imported;
  },
  'remittances.refresh': async (_, context) => {
    const { changes, announce } = desk();
    const allowed = mayAsk(changes.bank, 'getRemittance', context);
    if (!allowed.ok) return allowed;
    const refreshed = await refreshRegister(changes, context, ['remittance']);
    announce('store.changed', { topic: 'remittances' });
    return refreshed;
  },
  /** Fails with `confirmation.required` where a warning must be confirmed first; `fields`: kind of warning -> its sentence. */
  'remittances.send': async ({ order, acknowledged }, context) => {
    const { changes, announce } = desk();
    const approval = { by: 'person', acknowledged } as const;
    const sent = await sendRemittance(changes, { order, approval }, context);
    if (!sent.ok) return sent;
    announce('store.changed', { topic: 'remittances' });
    return ok(viewOf(sent.value.submission, changes));
  },
});

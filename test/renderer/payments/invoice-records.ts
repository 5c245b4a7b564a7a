import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import { payees } from './payment-records.ts';

/** An invoice in dollars of a saved payee. */
export const invoiceRow = (given: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...{ invoiceId: 'I-1', fileName: 'RE-2026-117.pdf' },
  ...{ addedAt: '2026-11-20T09:41:07.000Z', addedBy: 'Ines Frei' },
  stated: {
    ...{ number: 'RE-2026-117', seller: 'Sable Trading (Pty)', payee: '', buyer: 'Nordhaven Ltd' },
    ...{ amount: '1190.00', currency: 'USD', account: '62001234567', bic: '' },
    ...{ reference: 'RE-2026-117', issued: '2026-11-02', due: '2026-11-20' },
    from: {
      ...{ number: 'XML BT-1', seller: 'XML BT-27', amount: 'XML BT-115', currency: 'XML BT-5' },
      ...{ account: 'XML BT-84', reference: 'XML BT-83', issued: 'XML BT-2', due: 'XML BT-9' },
    },
    ...{ proposed: [], problems: [], notes: [] },
  },
  match: { kind: 'known', payee: payees[1]!, message: '' },
  ...{
    reference: 'RE-2026-117-0a1b2c3d',
    narration: 'RE-2026-117',
    dueLater: '',
    seen: '',
    isPaid: false,
  },
  ...given,
});

import type { LineRepair } from '../../../../../shared/ipc/changes/payment-files.ts';
import type { Cell } from '../../../../engines/files/table.ts';
import type { PaymentField } from './columns.ts';

/** Cells that replace those of the file. */
export type Overlay = Readonly<Partial<Record<PaymentField, Cell>>>;

const empty: Cell = { text: '' };

/** The cells with which the repairs of a line replace the file's; the newest repair of a field counts. */
export function overlayOf(repairs: readonly LineRepair[]): Overlay {
  const newest = new Map(repairs.map(({ field, to }) => [field, to]));
  const overlay: Partial<Record<PaymentField, Cell>> = {};
  for (const [field, to] of newest) {
    if (to === null) continue;
    if (field === 'payee')
      // A person chose the payee by its record: the file's name and number no longer decide.
      Object.assign(overlay, {
        beneficiaryId: { text: to },
        beneficiary: empty,
        beneficiaryAccount: empty,
      });
    // An amount that a person typed is plain text, independent of the file's decimal mark.
    else overlay[field] = field === 'amount' ? { text: to, isNumber: true } : { text: to };
  }
  return overlay;
}

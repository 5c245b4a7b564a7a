import type { RequiredField } from '../../../shared/bank/required-fields.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { sandboxDesk } from './desk-records.ts';

/** What a bank may ask for: one of each kind, in an order of its own. */
export const bankAsks: readonly RequiredField[] = [
  {
    name: 'purposeCode',
    label: 'Purpose code',
    kind: 'choice',
    required: true,
    choices: [
      { value: 'SALA', label: 'Salary' },
      { value: 'SUPP', label: 'Supplier <b>payment</b>' },
    ],
    maxLength: 140,
  },
  { ...textOf('valueDate', 'Value date'), kind: 'date' },
  { ...textOf('sourceOfFunds', 'Source of funds'), required: true, maxLength: 35 },
  { ...textOf('taxRate', 'Tax rate'), kind: 'number' },
];

function textOf(name: string, label: string): RequiredField {
  return { name, label, kind: 'text', required: false, choices: [], maxLength: 140 };
}

/** A desk whose bank asks for all that of one operation. */
export const askingDesk = (operation: OperationName): DeskState => ({
  ...sandboxDesk,
  requiredFields: { [operation]: bankAsks },
});

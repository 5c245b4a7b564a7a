import type { Decimals } from '../../../shared/ipc/changes/payment-files.ts';
import type { Cell } from '../files/table.ts';

/** The decimal sign that the amounts of a column show. */
export type DecimalsFound =
  /** Every amount can be read with this sign, and at least one only with it. */
  | Decimals
  /** Some can be read only with a point, others only with a comma. */
  | 'mixed'
  /** `1,500` may be fifteen hundred or one and a half: nothing in the column decides. */
  | 'ambiguous'
  /** No amount has a point or a comma, or a workbook stores them as numbers. */
  | 'whole';

const groups = "[ \\u00A0\\u202F'’]";
const shapes: Readonly<Record<Decimals, RegExp>> = {
  point: new RegExp(`^-?(\\d+|\\d{1,3}(,\\d{3})+|\\d{1,3}(${groups}\\d{3})+)(\\.\\d+)?$`),
  comma: new RegExp(`^-?(\\d+|\\d{1,3}(\\.\\d{3})+|\\d{1,3}(${groups}\\d{3})+)(,\\d+)?$`),
};

/** Finds the decimal sign of a whole column; numbers of a workbook are ignored. */
export function decimalsOf(cells: readonly Cell[]): DecimalsFound {
  const found = { point: false, comma: false, either: false };
  for (const { text, isNumber } of cells) {
    const typed = text.trim();
    if (isNumber === true || !/[.,]/.test(typed)) continue;
    const [point, comma] = [shapes.point.test(typed), shapes.comma.test(typed)];
    if (point && comma) found.either = true;
    else if (point) found.point = true;
    else if (comma) found.comma = true;
  }
  if (found.point && found.comma) return 'mixed';
  if (found.point) return 'point';
  if (found.comma) return 'comma';
  return found.either ? 'ambiguous' : 'whole';
}

/** The amount as digits with a decimal point; null where it has another form. A workbook's number is returned unchanged. */
export function plainAmount({ text, isNumber }: Cell, decimals: Decimals): string | null {
  const typed = text.trim();
  if (isNumber === true) return typed;
  if (!shapes[decimals].test(typed)) return null;
  const digits = typed.replace(new RegExp(groups, 'g'), '');
  return decimals === 'point'
    ? digits.replaceAll(',', '')
    : digits.replaceAll('.', '').replace(',', '.');
}

/** Does it look like an amount in any notation? A date, an account or a telephone number does not. */
export const isAmountLike = ({ text, isNumber }: Cell): boolean => {
  const typed = text.trim();
  if (isNumber === true) return typed !== '';
  return (
    (shapes.point.test(typed) || shapes.comma.test(typed)) &&
    (/[.,]/.test(typed) || typed.replace(/\D/g, '').length <= 7)
  );
};

import type { CheckedLine } from '../../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarning, TwinMark } from '../../../../../shared/ipc/changes/payments.ts';
import { toUnits } from '../../../../../shared/money/decimal.ts';

/** How many line numbers a sentence names. */
const namedMax = 3;

/** Warns on the lines of one file that pay the same amount to the same payee: each names the others. */
export function* withTwins<L extends { readonly checked: CheckedLine }>(
  lines: readonly L[],
): Generator<L, void, void> {
  const groups = new Map<string, CheckedLine[]>();
  for (const { checked } of lines) {
    const likeness = likenessOf(checked);
    if (likeness === null) continue;
    const group = groups.get(likeness);
    if (group) group.push(checked);
    else groups.set(likeness, [checked]);
  }
  for (const line of lines) yield twinned(line, groups.get(likenessOf(line.checked) ?? '') ?? []);
}

function twinned<L extends { readonly checked: CheckedLine }>(
  line: L,
  group: readonly CheckedLine[],
): L {
  const { checked } = line;
  if (group.length < 2) return line;
  const message = `The same amount to ${checked.payeeName} stands in ${othersOf(checked, group)} too.`;
  const twins = twinsIn(checked, group);
  const twin: PaymentWarning = { kind: 'duplicate', weight: 'confirm', message, twins };
  return { ...line, checked: { ...checked, warnings: [...checked.warnings, twin] } };
}

/** Sums that the desk can calculate with, in units of 10^-4: as large as its largest amount. */
export const sumMax = 10n ** 18n;

/** The first currency whose payments add up to more than any amount the desk can hold; null where there is none. */
export function overflowing(lines: readonly CheckedLine[]): string | null {
  const sums = new Map<string, bigint>();
  for (const { amount } of lines) {
    if (amount === null) continue;
    const sum = (sums.get(amount.currency) ?? 0n) + toUnits(amount.amount);
    if (sum >= sumMax) return amount.currency;
    sums.set(amount.currency, sum);
  }
  return null;
}

const likenessOf = ({ amount, beneficiaryId, problems }: CheckedLine): string | null =>
  amount && Object.keys(problems).length === 0
    ? `${beneficiaryId}|${amount.amount}|${amount.currency}`
    : null;

/** The others of the group, by the references that they are sent under. */
const twinsIn = ({ line }: CheckedLine, group: readonly CheckedLine[]): TwinMark[] =>
  group
    .filter((other) => other.line !== line)
    .map(({ reference }) => ({ name: reference, id: '' }));

function othersOf({ line }: CheckedLine, group: readonly CheckedLine[]): string {
  const others = group.filter((other) => other.line !== line).map((other) => String(other.line));
  const named = others.slice(0, namedMax).join(', ');
  const rest = others.length - namedMax;
  const more = rest > 0 ? ` and ${String(rest)} more` : '';
  return `${others.length === 1 ? 'line' : 'lines'} ${named}${more}`;
}

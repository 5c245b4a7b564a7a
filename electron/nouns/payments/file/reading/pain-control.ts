import { firstText, type PainGroup, type PainPayment } from './pain-elements.ts';

/** Decimals that a sum is added in; messages have 17 at most (DecimalNumber). */
const scale = 18;

/**
 * Compares the numbers of payments (NbOfTxs) and the sums (CtrlSum, over all currencies) of the message and of each group with
 * their payments. Returns the first difference as a sentence; null where all agree or are absent.
 */
export function controlProblem(head: PainPayment, groups: readonly PainGroup[]): string | null {
  const all = groups.flatMap(({ payments }) => payments);
  const problem = differing(head, all, 'the file');
  if (problem !== null) return problem;
  for (const group of groups) {
    const name = firstText(group.texts, 'PmtInfId')?.text;
    const of = name === undefined ? `the group of line ${group.line}` : `the group ${name}`;
    const inGroup = differing(group, group.payments, of);
    if (inGroup !== null) return inGroup;
  }
  return null;
}

function differing(
  { texts }: PainPayment,
  payments: readonly PainPayment[],
  of: string,
): string | null {
  const count = firstText(texts, 'NbOfTxs');
  if (count && !sameCount(count.text, payments.length))
    return `line ${count.line} states ${count.text} payments (NbOfTxs), but ${of} has ${payments.length}: nothing was imported.`;
  const control = firstText(texts, 'CtrlSum');
  if (!control) return null;
  const amounts = payments.map((payment) => unitsOf(amountText(payment)));
  if (amounts.some((amount) => amount === null)) return null;
  const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
  return unitsOf(control.text) === sum
    ? null
    : `line ${control.line} states the sum ${control.text} (CtrlSum), but the payments of ${of} add up to ${textOf(sum)}: nothing was imported.`;
}

const sameCount = (text: string, count: number): boolean =>
  /^\d{1,15}$/.test(text) && BigInt(text) === BigInt(count);

/** The amount as text; empty where the payment has two: it is not sent, and the sum is unknown. */
const amountText = ({ texts, repeated }: PainPayment): string =>
  [...repeated.keys()].some((place) => place.split('/')[0] === 'Amt')
    ? ''
    : (firstText(texts, 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt')?.text ?? '');

/** In units of 10^-18; null where it is no such decimal. */
function unitsOf(text: string): bigint | null {
  const found = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text);
  if (!found) return null;
  const [, whole = '', fraction = ''] = found;
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

function textOf(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

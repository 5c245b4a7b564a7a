import type { PainGroup, PainPayment } from './pain-elements.ts';

/** Decimals that a sum is added in; messages have 17 at most (DecimalNumber). */
const scale = 18;

/**
 * Holds the numbers of payments (NbOfTxs) and the sums (CtrlSum, over all currencies) of the message and of each group
 * against their payments. Answers the first that differs, in a sentence; null where all agree or are not told.
 */
export function controlProblem(head: PainPayment, groups: readonly PainGroup[]): string | null {
  const all = groups.flatMap(({ payments }) => payments);
  const problem = differing(head, all, 'the file');
  if (problem !== null) return problem;
  for (const group of groups) {
    const name = group.texts.get('PmtInfId')?.[0]?.text;
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
  const count = texts.get('NbOfTxs')?.[0];
  if (count && !sameCount(count.text, payments.length))
    return `line ${count.line} tells ${count.text} payments (NbOfTxs), and ${of} holds ${payments.length}: nothing of it was taken.`;
  const told = texts.get('CtrlSum')?.[0];
  if (!told) return null;
  const amounts = payments.map((payment) => unitsOf(amountText(payment)));
  if (amounts.some((amount) => amount === null)) return null;
  const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
  return unitsOf(told.text) === sum
    ? null
    : `line ${told.line} tells the sum ${told.text} (CtrlSum), and the payments of ${of} add up to ${textOf(sum)}: nothing of it was taken.`;
}

const sameCount = (told: string, count: number): boolean =>
  /^\d{1,15}$/.test(told) && BigInt(told) === BigInt(count);

/** Empty where the payment has two amounts: it is not sent, and adds up to nothing that is known. */
const amountText = ({ texts, repeated }: PainPayment): string =>
  [...repeated.keys()].some((place) => place.split('/')[0] === 'Amt')
    ? ''
    : ((texts.get('Amt/InstdAmt') ?? texts.get('Amt/EqvtAmt/Amt'))?.[0]?.text ?? '');

/** In units of 10^-18; null where it is no such decimal. */
function unitsOf(text: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

function textOf(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

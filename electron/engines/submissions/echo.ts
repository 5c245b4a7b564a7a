import { toUnits } from '../../../shared/money/decimal.ts';
import { likenessOf } from '../../../shared/reference-likeness.ts';

/** The comparison of an answer with what was sent. */
export type Echo = {
  /** Why it cannot be what was sent, such as another amount; null where it contradicts nothing. */
  readonly mismatch: string | null;
  /** True where the answer has our reference, or our amount and currency. With less it could answer anything. */
  readonly isOurs: boolean;
  /** The bank's own status and reason; empty where it sends none. */
  readonly status: string;
  readonly reason: string;
};

/** The compared fields. Empty text and null are absent values, which neither confirm nor contradict. */
export type EchoFields = {
  readonly reference: string;
  /** Decimal text. */
  readonly amount?: string | null | undefined;
  readonly currency: string;
  readonly accountNumber: string;
  /** The payee, as an entity id or an account number; empty where there is none. */
  readonly beneficiary: string;
};

type State = { readonly status: string; readonly reason: string };

/** Compares an answer about money with what was sent. Every field in it must match. */
export function echoOf(
  sent: EchoFields,
  answer: EchoFields,
  { status, reason }: State = { status: '', reason: '' },
): Echo {
  const amount = answer.amount ?? null;
  return {
    mismatch: mismatchOf(sent, answer),
    isOurs:
      referenceMatch(sent.reference, answer.reference) === 'ours' ||
      (amount !== null && answer.currency !== ''),
    status,
    reason,
  };
}

/** The fields of a record that are not undefined. */
export const definedFields = <R extends object>(record: R): DefinedFields<R> =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as DefinedFields<R>;

type DefinedFields<R> = { [F in keyof R]?: Exclude<R[F], undefined> };

/** The echo of an answer without money, which is ours where it contradicts nothing. */
export const agreed = (mismatch: string | null): Echo => ({
  mismatch,
  isOurs: true,
  status: '',
  reason: '',
});

/** Describes the first field of the answer that differs from what was sent; null when every field in it matches. */
function mismatchOf(sent: EchoFields, answer: EchoFields): string | null {
  const amount = answer.amount ?? null;
  if (referenceMatch(sent.reference, answer.reference) === 'another')
    return `The bank’s answer names the reference ${answer.reference} instead of ${sent.reference}.`;
  if (amount !== null && (!sent.amount || toUnits(amount) !== toUnits(sent.amount)))
    return `The bank’s answer gives the amount ${amount} instead of ${sent.amount ?? 'none'}.`;
  if (isOther(sent.currency, answer.currency))
    return `The bank’s answer gives the currency ${answer.currency} instead of ${sent.currency}.`;
  if (isOther(sent.accountNumber, answer.accountNumber))
    return `The bank’s answer is about the account ${answer.accountNumber} instead of ${sent.accountNumber}.`;
  if (isOther(sent.beneficiary, answer.beneficiary))
    return `The bank’s answer names the payee ${answer.beneficiary} instead of ${sent.beneficiary}.`;
  return null;
}

/** Compares the references; `near` is neither certainly ours nor another's. */
const referenceMatch = (
  sent: string,
  answered: string,
): 'ours' | 'near' | 'another' | 'nothing' => {
  if (answered.trim() === '') return 'nothing';
  const likeness = likenessOf(sent, answered);
  if (likeness === 'other') return 'another';
  return likeness === 'near' ? 'near' : 'ours';
};

/** Do two values differ? Ignores blanks, hyphens and case. Where the bank hides characters, only the shown ones count. */
export function isOther(sent: string, answered: string): boolean {
  const [ours, theirs] = [plain(sent), plain(answered)];
  if (ours === '' || theirs === '' || ours === theirs) return false;
  return !hidden.test(theirs) || !agreesWhereShown(ours, theirs);
}

const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase();
const hidden = /[*•…]/u;

/** Does the bank hide characters of it? */
export const isHidden = (text: string): boolean => hidden.test(text);

/** Compares the beginning and the end, which the bank shows. */
function agreesWhereShown(ours: string, theirs: string): boolean {
  const shown = theirs.split(hidden);
  return ours.startsWith(shown[0] ?? '') && ours.endsWith(shown.at(-1) ?? '');
}

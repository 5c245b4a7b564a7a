import { toUnits } from '../../../shared/money/decimal.ts';
import { likenessOf } from '../../../shared/reference-likeness.ts';

/** What an answer tells of what was sent. */
export type Echo = {
  /** Why it cannot be what was sent, such as another amount; null where it contradicts nothing. */
  readonly mismatch: string | null;
  /** Does it tell our reference, or our amount and currency? Less might be the answer to anything. */
  readonly isOurs: boolean;
  /** The bank's own word for the state of it, and why; empty where it tells none. */
  readonly status: string;
  readonly reason: string;
};

/** What is compared. Empty text and null are not told, which neither confirms nor contradicts. */
export type EchoFields = {
  readonly reference: string;
  /** Decimal text. */
  readonly amount?: string | null | undefined;
  readonly currency: string;
  readonly accountNumber: string;
  /** Whoever is paid: an entity id or an account number; empty where nobody is. */
  readonly beneficiary: string;
};

type State = { readonly status: string; readonly reason: string };

/** Holds an answer about money beside what was sent: every field that it tells must be ours. */
export function echoOf(
  sent: EchoFields,
  told: EchoFields,
  { status, reason }: State = { status: '', reason: '' },
): Echo {
  const amount = told.amount ?? null;
  return {
    mismatch: mismatchOf(sent, told),
    isOurs:
      referenceMatch(sent.reference, told.reference) === 'ours' ||
      (amount !== null && told.currency !== ''),
    status,
    reason,
  };
}

/** The fields of a record that an answer tells; what it leaves out is not among them. */
export const definedFields = <R extends object>(record: R): DefinedFields<R> =>
  Object.fromEntries(
    Object.entries(record).filter(([, told]) => told !== undefined),
  ) as DefinedFields<R>;

type DefinedFields<R> = { [F in keyof R]?: Exclude<R[F], undefined> };

/** An answer without money, which is ours where it contradicts nothing. */
export const agreed = (mismatch: string | null): Echo => ({
  mismatch,
  isOurs: true,
  status: '',
  reason: '',
});

/** The first field that is told otherwise than it was sent, in words; null when it agrees as far as it tells anything. */
function mismatchOf(sent: EchoFields, told: EchoFields): string | null {
  const amount = told.amount ?? null;
  if (referenceMatch(sent.reference, told.reference) === 'another')
    return `The bank’s answer names the reference ${told.reference} instead of ${sent.reference}.`;
  if (amount !== null && (!sent.amount || toUnits(amount) !== toUnits(sent.amount)))
    return `The bank’s answer tells the amount ${amount} instead of ${sent.amount ?? 'none'}.`;
  if (isOther(sent.currency, told.currency))
    return `The bank’s answer tells the currency ${told.currency} instead of ${sent.currency}.`;
  if (isOther(sent.accountNumber, told.accountNumber))
    return `The bank’s answer is about the account ${told.accountNumber} instead of ${sent.accountNumber}.`;
  if (isOther(sent.beneficiary, told.beneficiary))
    return `The bank’s answer names the beneficiary ${told.beneficiary} instead of ${sent.beneficiary}.`;
  return null;
}

/** Ours, as far as it is told; one that is only near it is not ours for certain, and not another's either. */
const referenceMatch = (sent: string, told: string): 'ours' | 'near' | 'another' | 'nothing' => {
  if (told.trim() === '') return 'nothing';
  const likeness = likenessOf(sent, told);
  if (likeness === 'other') return 'another';
  return likeness === 'near' ? 'near' : 'ours';
};

/** Blanks, hyphens and case do not count; where the bank hides characters, only those that it shows do. */
export function isOther(sent: string, told: string): boolean {
  const [ours, theirs] = [plain(sent), plain(told)];
  if (ours === '' || theirs === '' || ours === theirs) return false;
  return !hidden.test(theirs) || !agreesWhereShown(ours, theirs);
}

const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase();
const hidden = /[*•…]/u;

/** Does the bank hide characters of it? */
export const isHidden = (text: string): boolean => hidden.test(text);

/** The beginning and the end that are shown, whatever is hidden between them. */
function agreesWhereShown(ours: string, theirs: string): boolean {
  const shown = theirs.split(hidden);
  return ours.startsWith(shown[0] ?? '') && ours.endsWith(shown.at(-1) ?? '');
}

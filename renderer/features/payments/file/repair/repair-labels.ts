import { lastFour } from '../../../../../shared/account-digits.ts';
import type {
  LineRepair,
  LineToRepair,
  NearPayee,
  PaymentFileLine,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import { formatCount } from '../../../../../shared/money/format.ts';
import { clockText, dayText, shownDay } from '../../../../ui/text/dates.ts';

/** How a line is repaired in place. `held`: a person releases it. `file`: only the file itself can be corrected. */
export type RepairKind =
  | 'payee'
  | 'account'
  | 'currency'
  | 'amount'
  | 'reference'
  | 'narration'
  | 'held'
  | 'file';

const kindOfField: readonly (readonly [field: string, kind: RepairKind])[] = [
  ['beneficiaryId', 'payee'],
  ['beneficiary', 'payee'],
  ['beneficiaryAccount', 'payee'],
  ['account', 'account'],
  ['currency', 'currency'],
  ['amount', 'amount'],
  ['reference', 'reference'],
  ['narration', 'narration'],
];

/** The first problem to repair, and the sentence that explains it. */
export function firstProblem({ problems, warnings }: PaymentFileLine): {
  kind: RepairKind;
  sentence: string;
  others: readonly string[];
} {
  const known = kindOfField.find(([field]) => field in problems);
  const [first = ''] = Object.keys(problems);
  const field = known?.[0] ?? first;
  const others = Object.entries(problems).flatMap(([name, text]) => (name === field ? [] : [text]));
  if (field === '') {
    const blocking = warnings.filter(({ weight }) => weight === 'blocks');
    const [sentence = '', ...rest] = blocking.map(({ message }) => message);
    return { kind: 'held', sentence, others: rest };
  }
  return { kind: known?.[1] ?? 'file', sentence: problems[field] ?? '', others };
}

/** `Operating USD`: accounts of several currencies may have one name. */
export const accountLabel = ({
  accountName,
  accountNumber,
  currency,
}: {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly currency: string;
}): string => {
  const name = accountName || lastFour(accountNumber);
  return currency === '' || name.includes(currency) ? name : `${name} ${currency}`;
};

/** `GB29 NWBK ··6819`: bank and end of an account number. */
const accountEnds = (accountNumber: string): string => {
  const bare = accountNumber.replaceAll(/\s/g, '');
  return /^[A-Z]{2}\d{2}[A-Z]{4}/.test(bare)
    ? `${bare.slice(0, 4)} ${bare.slice(4, 8)} ${lastFour(bare)}`
    : lastFour(bare);
};

/** `GB29 NWBK ··6819 · 11 payments, last 3 Nov`. */
export function payeeHistory({ accountNumber, payments, lastPaidAt }: NearPayee): string {
  const paid =
    lastPaidAt === null
      ? 'never paid'
      : `${formatCount(payments)} ${payments === 1 ? 'payment' : 'payments'}, last ${dayText(shownDay(lastPaidAt))}`;
  return [accountEnds(accountNumber), paid].filter((part) => part !== '').join(' · ');
}

/** The currency of the amount that a person types for a line. */
export const writtenCurrency = ({ line, accounts }: LineToRepair): string =>
  line.amount?.currency ?? accounts[0]?.currency ?? '';

/** The value before the current repairs of a line, and who changed it: `was: Clearwel Audit GmbH · Ada Merlin, 3 Nov 09:41`. */
export function repairText({ repairs = [] }: Pick<PaymentFileLine, 'repairs'>): string {
  const standing = new Map<string, LineRepair>();
  for (const repair of repairs) {
    const before = standing.get(repair.field);
    if (repair.to === null) standing.delete(repair.field);
    else standing.set(repair.field, { ...repair, was: before?.was ?? repair.was });
  }
  return [...standing.values()]
    .map(
      ({ was, actor, at }) =>
        `was: ${was === '' ? 'empty' : was} · ${actor.name}, ${dayText(shownDay(at))} ${clockText(at)}`,
    )
    .join('; ');
}

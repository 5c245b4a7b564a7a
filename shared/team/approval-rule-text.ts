import { lastFour } from '../account-digits.ts';
import type { ApprovalRule, RuleCondition, RulesDraft } from './approval-rules.ts';
import { operationWords } from '../bank/operation-labels.ts';
import { formatCount, formatMoney } from '../money/format.ts';

/** A piece of a rule's sentence. `isChosen`: the author of the rule chose it. */
export type RulePart = { readonly text: string; readonly isChosen: boolean };

const plain = (text: string): RulePart => ({ text, isChosen: false });
const chosen = (text: string): RulePart => ({ text, isChosen: true });

const roleNouns: Readonly<Record<string, string>> = { any: 'other person', admin: 'administrator' };

/** `1 checker`, `2 other persons`. */
export function personsText({
  role,
  count,
}: {
  readonly role: string;
  readonly count: number;
}): string {
  const noun = roleNouns[role] ?? role;
  return `${String(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** One rule as a sentence in pieces: `A payment over 10,000.00 EUR needs 1 checker.` */
export const ruleParts = ({ when, need }: ApprovalRule): readonly RulePart[] => [
  ...subjectParts(when),
  ...conditionParts(when),
  plain(' needs '),
  chosen(personsText(need)),
  plain('.'),
];

/** One rule as a sentence. */
export const ruleSentence = (rule: ApprovalRule): string =>
  ruleParts(rule)
    .map(({ text }) => text)
    .join('');

/** `Ada Merlin approves up to 50,000.00 EUR.` */
export const limitSentence = (limit: RulesDraft['limits'][number]): string =>
  `${limit.person} approves up to ${formatMoney(limit)}.`;

/** `1 administrator must sign the next rules, and each desk that is admitted.` */
export const adminsSentence = (admins: number): string =>
  `${personsText({ role: 'admin', count: admins })} must sign the next rules, and each desk that is admitted.`;

type Settings = Pick<RulesDraft, 'sendingDesks' | 'payeeRelease'>;

type Setting = { readonly name: keyof Settings; readonly on: string; readonly off: string };

const settings: readonly Setting[] = [
  {
    name: 'sendingDesks',
    on: 'Only sending desks that two persons opened send payments.',
    off: 'Every desk sends payments, no longer only sending desks.',
  },
  {
    name: 'payeeRelease',
    on: 'A second person releases new bank details of a payee before they are paid.',
    off: 'New bank details of a payee are paid without the release of a second person.',
  },
];

/** One sentence for each requirement other than approvals, and for each that the rules before had and these do not. */
export const settingSentences = (rules: Settings, before: Settings | null): readonly string[] =>
  settings.flatMap(({ name, on, off }) => {
    if (rules[name] !== undefined) return [on];
    return before?.[name] === undefined ? [] : [off];
  });

function subjectParts({ operations, linesOver, ...rest }: RuleCondition): RulePart[] {
  if (operations) return [chosen(orText(operations.map(operationText)))];
  if (linesOver !== undefined)
    return [plain('A payment file with more than '), chosen(linesText(linesOver))];
  return [plain(Object.keys(rest).length === 0 ? 'Everything' : 'A payment')];
}

const operationText = (name: string): string =>
  Object.hasOwn(operationWords, name)
    ? `“${operationWords[name as keyof typeof operationWords].title}”`
    : `“${name}”`;

const linesText = (lines: number): string =>
  lines === 1 ? '1 line' : `${formatCount(lines)} lines`;

function conditionParts(when: RuleCondition): RulePart[] {
  const { over, accounts, currencies, countries, outside, sumOver, newPayee } = when;
  const sharesLines = when.operations && when.linesOver !== undefined;
  return [
    ...(sharesLines
      ? [plain(' in a file with more than '), chosen(linesText(when.linesOver ?? 0))]
      : []),
    ...(over ? [plain(' over '), chosen(formatMoney(over))] : []),
    ...(newPayee ? [plain(' to a '), chosen('new payee')] : []),
    ...(countries ? [plain(' to payees in '), chosen(orText(countries))] : []),
    ...(accounts ? [plain(' from account '), chosen(orText(accounts.map(lastFour)))] : []),
    ...(currencies ? [plain(' in '), chosen(orText(currencies))] : []),
    ...(outside ? [plain(' outside '), chosen(hoursText(outside))] : []),
    ...(sumOver
      ? [
          plain(' with which one '),
          chosen(
            `${sumOver.per} comes to more than ${formatMoney(sumOver)} in ${daysText(sumOver.days)}`,
          ),
        ]
      : []),
  ];
}

const daysText = (days: 1 | 7): string => (days === 1 ? 'a day' : '7 days');

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function hoursText({ from, to, days }: NonNullable<RuleCondition['outside']>): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? 7;
  if (sorted.length === 7) return `${from} to ${to}`;
  const nameOf = (day: number): string => weekdays[day - 1] ?? '';
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  const named = isRun ? `${nameOf(first)} to ${nameOf(last)}` : andText(sorted.map(nameOf));
  return `${from} to ${to}, ${named}`;
}

const orText = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(texts);

const andText = (texts: readonly string[]): string => new Intl.ListFormat('en').format(texts);

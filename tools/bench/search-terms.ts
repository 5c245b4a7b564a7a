import { benchEntries } from './statement-text.ts';

/** What is searched for: rare and common words, two of them, numbers, and beginnings of any length. */
export function searchTerms(entries: number): string[] {
  const invoice = 10_000 + Math.floor(entries / 2);
  const reference = 700_000 + Math.floor(entries / 3) * 3 + 1;
  return [
    'k',
    'ke',
    'kes',
    'kest',
    'kestrel',
    'w',
    'we',
    'settlem',
    'invoice',
    'kestrel logistics',
    'marula inv',
    'invoice 1',
    'settlement week 4',
    `invoice ${invoice}`,
    String(invoice).slice(0, 4),
    'REF',
    'REF-7',
    `REF-${reference}`,
    'qqqqq',
    'nothing like it',
    ...amountsOf(entries),
  ];
}

/** What is looked for in every account: each letter as it is typed first, words, and amounts in several writings. */
export const findTerms = (entries: number): string[] => [
  ...'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' '),
  ...searchTerms(entries),
  ...amountsOf(entries).map((amount) => amount.replace('.', ',')),
  '>100 kestrel',
  'kestrel out',
];

/** An amount as a person reads it off a letter. */
function amountsOf(entries: number): string[] {
  const [first] = benchEntries(Math.max(1, entries));
  if (first === undefined) return [];
  const text = (first.amountE4 / 100n).toString().padStart(3, '0');
  return [`${text.slice(0, -2)}.${text.slice(-2)}`];
}

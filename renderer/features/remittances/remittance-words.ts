import type { Remittance } from '../../../shared/bank/remittances.ts';
import { isTimestamp } from '../../../shared/calendar.ts';
import type { RemittanceRow } from '../../../shared/ipc/register-records.ts';
import type { SubmissionView } from '../../../shared/ipc/submission-records.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { exactInstant } from '../../ui/dates.ts';
import { submissionWords } from '../../ui/submission-words.ts';
import { countryName } from './countries.ts';

type Fact = { readonly label: string; readonly value: string };
type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

const tones: Readonly<Record<string, Tone>> = {
  paid: 'good',
  completed: 'good',
  rejected: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'bad',
};

/** A status is shown word for word; only those that end it have a colour. */
export const statusTone = (status: string): Tone => tones[status.toLowerCase()] ?? 'plain';

/** Known only once it was imported by its id: the statement told of the booking, not of the id. */
export const isWithoutId = ({ state, recordId }: SubmissionView): boolean =>
  state === 'accepted' && recordId === null;

/** In full, for a title. */
export const openWords = (submission: SubmissionView): string =>
  isWithoutId(submission)
    ? 'the bank carried it out; its id is not known here'
    : submissionWords(submission.state);

/** The same in a word or two, for a list. */
export const shortWords = (submission: SubmissionView): string =>
  isWithoutId(submission) ? 'id not known' : stateWords[submission.state];

const stateWords: Readonly<Record<SubmissionView['state'], string>> = {
  sending: 'on its way',
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'no answer',
  'not-sent': 'not sent',
  'not-found': 'not at the bank',
};

export const openTone = ({ state }: SubmissionView): Tone =>
  state === 'accepted' || state === 'sending' ? 'plain' : state === 'unknown' ? 'warn' : 'bad';

/** Null where the bank told no amount. */
export const amountOf = ({ amount, currency }: Remittance): Money | null =>
  typeof amount !== 'string' || currency === '' ? null : money(amount, currency);

/** Everything that is known of a remittance, in groups; what is empty is left out. */
export function factsOf({ record, origin, addedAt }: RemittanceRow): FactGroup[] {
  const groups: readonly FactGroup[] = [
    {
      title: 'Order',
      facts: [
        fact('Status', record.status),
        fact('Reason', record.reason),
        fact('From account', record.accountNumber),
        fact(
          'Fee',
          typeof record.fee !== 'string' ? '' : formatMoney(money(record.fee, record.currency)),
        ),
        fact('Purpose', record.purpose),
        fact('Narration', record.narration),
      ],
    },
    {
      title: 'Recipient',
      facts: [
        fact('Name', record.recipientName),
        fact('Country', countryWords(record.recipientCountry)),
        fact('Account number', record.recipientAccountNumber),
        fact('BIC or code', record.recipientBankBicOrCode),
        fact('Bank', record.recipientBankName),
      ],
    },
    {
      title: 'Sender',
      facts: [fact('Name', record.senderName), fact('Country', countryWords(record.senderCountry))],
    },
    {
      title: 'At the bank',
      facts: [
        fact('Created', instant(record.createdAt)),
        fact('Last change', instant(record.updatedAt)),
        fact(origin === 'made' ? 'Sent from here' : 'Imported', instant(addedAt)),
      ],
    },
  ];
  return groups
    .map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value !== '') }))
    .filter(({ facts }) => facts.length > 0);
}

/** `KEN · Kenya`; a code that we do not know stands alone. */
export function countryWords(code: string): string {
  const name = countryName(code);
  return name === null ? code : `${code} · ${name}`;
}

const fact = (label: string, value: string): Fact => ({ label, value });

const instant = (at: string | null): string =>
  at === null ? '' : isTimestamp(at) ? exactInstant(at) : at;

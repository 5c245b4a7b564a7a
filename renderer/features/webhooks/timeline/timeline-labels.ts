import type { BankEvent, BankEventKind } from '../../../../shared/ipc/review/timeline.ts';

/** The filters of the timeline: a few kinds under one label. */
type Choice = {
  readonly value: string;
  readonly label: string;
  readonly kinds?: readonly BankEventKind[];
};

export const kindChoices: readonly Choice[] = [
  { value: '', label: 'Everything' },
  { value: 'entries', label: 'Entries', kinds: ['entry'] },
  { value: 'transfers', label: 'Transfers', kinds: ['transfer'] },
  { value: 'trades', label: 'Conversions', kinds: ['trade'] },
  { value: 'remittances', label: 'Remittances', kinds: ['remittance'] },
  { value: 'receivables', label: 'Receivables', kinds: ['receivable'] },
  { value: 'beneficiaries', label: 'Payees', kinds: ['beneficiary'] },
  {
    value: 'sub-clients',
    label: 'Sub-clients',
    kinds: ['sub-client', 'document', 'shareholder'],
  },
  { value: 'accounts', label: 'Accounts', kinds: ['account'] },
  { value: 'webhooks', label: 'Webhooks', kinds: ['webhook'] },
];

const kinds: Readonly<Record<BankEventKind, string>> = {
  entry: 'Entry',
  transfer: 'Transfer',
  trade: 'Conversion',
  remittance: 'Remittance',
  receivable: 'Receivable',
  beneficiary: 'Payee',
  'sub-client': 'Sub-client',
  document: 'Document',
  shareholder: 'Shareholder',
  account: 'Account',
  webhook: 'Webhook',
};

export const kindWords = (kind: BankEventKind): string => kinds[kind];

/** `approvalStatus` reads "approval status", `callbackUrl.test` "callback url, test". */
export const fieldWords = (field: string): string =>
  field
    .replace('.', ', ')
    .replace(
      /(\p{Ll})(\p{Lu})/gu,
      (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
    );

/** A short label of a record that came or went as a whole; null where one of its fields changed. */
export function wholeWords({ kind, change, field }: BankEvent): string | null {
  if (change === 'changed') return null;
  if (change === 'gone') return kind === 'entry' ? 'withdrawn' : 'gone';
  return field === 'withdrawn' ? 'sent again' : 'new';
}

/** The whole event in one sentence, for screen readers and small windows. */
export function eventWords(event: BankEvent): string {
  const whole = wholeWords(event);
  const before = event.before ?? 'nothing';
  const after = event.after ?? 'nothing';
  const change =
    whole ?? (event.field === '' ? '' : `${fieldWords(event.field)}: ${before} → ${after}`);
  return [kindWords(event.kind), event.title, change].filter((part) => part !== '').join(' · ');
}

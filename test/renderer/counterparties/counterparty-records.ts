import type { Counterparty, CounterpartyFlow } from '../../../shared/ipc/counterparties.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';

const months = [
  ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
  ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
];
const dollars = (amount: string) => ({ amount, currency: 'USD' });

export const payeeOfPage = {
  ...{ entityId: 'P-1', name: 'Tern Software AB', accountName: 'Tern Software AB' },
  ...{ accountNumber: 'SE4550000000058398257466', bankName: 'Skandinaviska Enskilda Banken' },
  ...{ bankBicOrCode: 'ESSESESS', country: 'SWE', currency: 'USD', goneAt: null },
} as const;

const flow = (
  direction: CounterpartyFlow['direction'],
  currency: string,
  amount: string,
): CounterpartyFlow => {
  const sum = { amount, currency };
  const none = { entries: 0, sum: { amount: '0.00', currency } };
  return {
    ...{ direction, currency, everyDays: direction === 'debit' ? 30 : null },
    year: { entries: 11, sum },
    twelveMonths: { entries: 12, sum },
    months: months.map((_, at) => (at % 4 === 3 ? none : { entries: 1, sum })),
    last: [1, 2, 3].map((n) => ({
      ...{ accountNumber: '30026712', entryId: `e-${String(n)}`, day: '2026-11-03' },
      ...{ amount: sum, direction, customReference: `INV-${String(n)}` },
    })),
  };
};

/** The page of a payee with something in every part of it. */
export const counterparty = (given: Partial<Counterparty> = {}): Counterparty => ({
  ...{ name: 'Tern Software AB', payee: payeeOfPage, namesakes: [], quarantine: null },
  isNeverPaid: false,
  asOf: {
    statements: '2026-11-24T08:31:00.000Z',
    payees: '2026-11-24T08:30:00.000Z',
    payments: '2026-11-24T08:30:30.000Z',
  },
  entries: {
    ...{ count: 25, since: null, first: '2024-11-03', last: '2026-11-20', months },
    flows: [
      flow('debit', 'USD', '128394.50'),
      flow('credit', 'USD', '12.00'),
      flow('debit', 'JPY', '9120394'),
    ],
    rhythms: [
      {
        ...{ direction: 'debit', usual: dollars('6030.81'), rhythm: 'monthly, 3rd' },
        ...{ record: 'on time 11 of 12, ±2 %', next: '2026-12-03' },
      },
    ],
    newest: Array.from({ length: 6 }, (_, at) => ({
      ...{ accountNumber: '30026712', entryId: `TX-${String(at)}`, day: '2026-11-20' },
      ...{ amount: dollars(at === 1 ? '12.00' : '6030.81'), customReference: `INV-${String(at)}` },
      direction: at === 1 ? 'credit' : 'debit',
      narration: `Licence ${String(at)} Tern Software`,
    })),
  },
  payments: [
    {
      ...{ kind: 'payment', reference: 'PAY-1', recordId: 'PAY-1', at: '2026-11-20T09:00:00.000Z' },
      ...{ amount: dollars('6030.81'), accountNumber: '30026712', state: 'accepted' },
      status: 'BOOKED',
    },
    {
      ...{ kind: 'payment', reference: 'PAY-0', recordId: 'PAY-0', at: '2026-10-20T09:00:00.000Z' },
      ...{ amount: null, accountNumber: '', state: null, status: 'RETURNED' },
    },
  ],
  open: [
    {
      ...{ kind: 'due', opens: 'DUE-1', title: 'DUE-1', day: '2026-11-18', due: 'overdue' },
      ...{ amount: dollars('6030.81'), note: '' },
    },
    {
      ...{ kind: 'receivable', opens: 'R-1', title: 'INV-2026-77', day: '2026-12-10', due: null },
      ...{ amount: dollars('40.00'), note: 'may have come already' },
    },
    {
      ...{ kind: 'unanswered', opens: 'PAY-9', title: 'PAY-9', day: null, due: null },
      ...{ amount: dollars('1.00'), note: 'payment' },
    },
    {
      ...{ kind: 'invoice', opens: 'I-1', title: 'INV-91', day: '2026-12-24', due: null },
      ...{ amount: null, note: '' },
    },
  ],
  habit: { late: 1, times: 4 },
  invoiceTerm: { days: 30, invoices: 3 },
  details: [
    {
      ...{ kind: 'changed', at: '2026-06-02T08:00:00.000Z' },
      by: { kind: 'person', name: 'Ines Obi', reference: 'C-1' },
      fields: [
        {
          field: 'accountNumber',
          ...{ before: 'SE3550000000054910000003', now: 'SE4550000000058398257466' },
        },
      ],
    },
    {
      ...{ kind: 'changed', at: '2026-05-02T08:00:00.000Z', by: { kind: 'bank' } },
      fields: [{ field: 'intermediaryBank.bic', before: '', now: 'CORRUS33' }],
    },
    {
      ...{ kind: 'released', at: '2026-05-03T08:00:00.000Z' },
      by: { kind: 'person', name: 'Ines Obi', reference: '' },
    },
    {
      ...{ kind: 'created', at: null, by: { kind: 'bank' } },
      fields: [
        { field: 'accountNumber', before: '', now: 'SE3550000000054910000003' },
        { field: 'city', before: '', now: 'Stockholm' },
      ],
    },
  ],
  files: [
    {
      ...{ fileId: 'F-1', kind: 'attachment', name: 'contract.pdf', sizeBytes: 120_400 },
      mediaType: 'application/pdf',
      ...{ addedAt: '2026-11-20T10:00:00.000Z', addedBy: 'Ada Frei', of: '6712 TX-0' },
    },
    {
      ...{ fileId: 'I-1', kind: 'invoice', name: 'invoice-91.xml', sizeBytes: 2_120_400 },
      mediaType: 'application/xml',
      ...{ addedAt: '2026-11-19T10:00:00.000Z', addedBy: 'Ines Obi', of: 'ref-1' },
    },
  ],
  notes: [
    {
      ...{ accountNumber: '30026712', entryId: 'TX-1', text: 'Asked for the contract.' },
      ...{ at: '2026-11-20T10:00:00.000Z', by: 'Ada Frei' },
    },
  ],
  ...given,
});

/** Long names, a changed account, another payee of the name, and more entries than are counted. */
export const crowdedCounterparty: Counterparty = counterparty({
  name: 'Ostfriesische Getreidehandelsgesellschaft und Lagerhaus Emden GmbH & Co. KG',
  payee: {
    ...payeeOfPage,
    name: 'Ostfriesische Getreidehandelsgesellschaft und Lagerhaus Emden GmbH & Co. KG',
  },
  namesakes: [
    { ...payeeOfPage, entityId: 'P-2', accountNumber: 'DE75512108001245126199', country: 'DEU' },
  ],
  quarantine: {
    ...{ entityId: 'P-1', name: 'Ostfriesische Getreidehandelsgesellschaft', fingerprint: 'f' },
    changedFields: [{ field: 'accountNumber', before: 'SE35', now: 'SE45' }],
    lastPaidAt: '2026-11-20T09:00:00.000Z',
  },
  entries: { ...counterparty().entries, count: 2_000, since: '2026-03-02' },
});

/** A name that nothing has. */
export const unknownCounterparty: Counterparty = counterparty({
  ...{ name: 'Nowhere Ltd', payee: null, payments: [], open: [], habit: null, invoiceTerm: null },
  ...{ details: [], files: [], notes: [] },
  entries: {
    ...{ count: 0, since: null, first: null, last: null, months },
    ...{ flows: [], rhythms: [], newest: [] },
  },
});

export const counterpartyAnswers = (page: Counterparty = counterparty()): Answers => ({
  'counterparties.get': () => ok(page),
});

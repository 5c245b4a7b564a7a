import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import type { AccountRow, AccountDetail } from '../../../shared/ipc/accounts/accounts.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition, restingSync } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

const asOf = '2026-11-20T09:41:07.000Z';

const row = (
  accountNumber: string,
  [accountName, currency, amount]: readonly [string, string, string],
  given: Partial<AccountRow> = {},
): AccountRow => ({
  accountNumber,
  accountId: accountNumber,
  entityId: `e-${accountNumber}`,
  clientId: 'C-1',
  accountName,
  accountType: 'wallet',
  status: 'active',
  currency,
  available: { amount, currency },
  asOf,
  ...given,
});

const accountRows: readonly AccountRow[] = [
  row('30026712', ['Operating USD', 'USD', '8420118.90']),
  row('30020932', ['Collections USD', 'USD', '4060074.52']),
  row('30027781', ['Treasury EUR', 'EUR', '2640118.07']),
  row('30025501', ['Gulf reserve', 'KWD', '88410.280'], { status: 'blocked' }),
  row('9090000001', ['Rent Berlin', 'EUR', '0.00'], { clientId: 'S-2', accountType: 'virtual' }),
  row('30022210', ['Tokyo settlement', 'JPY', '184220500'], { available: null, asOf: null }),
];

const local = (accountNumber: string): FundingDetail => ({
  accountName: 'Acme Treasury Ltd Operating',
  bankOrSortCode: '021000021',
  bic: 'FMERUS33XXX',
  accountNumber,
  bankCountry: 'USA',
  bankName: 'First Meridian Bank N.A.',
  bankAddress: '200 Park Row, New York, NY 10038',
  countryIso3Code: 'USA',
});

const international: FundingDetail = {
  ...local('DE89500105171234567890'),
  bankName: 'Rheinkontor Bank AG',
  bic: 'RHKODEFFXXX',
  bankOrSortCode: '',
  bankAddress: 'Mainzer Landstrasse 11, 60329 Frankfurt am Main',
  bankCountry: 'DEU',
  countryIso3Code: 'DEU',
};

const accountAlso = '{"interest":{"rate":0.0150},"overdraftLimit":12345678901234567890.10}';

function detailOf(accountNumber: string): AccountDetail {
  const { available, ...found } = accountRows.find(
    (account) => account.accountNumber === accountNumber,
  )!;
  return {
    ...found,
    available,
    fundingDetails: available === null ? [] : [local(accountNumber), international],
    extras: available === null ? null : accountAlso,
  };
}

const subClient = (entityId: string, name: string, status: string) => ({
  entityId,
  name,
  businessName: name,
  code: '',
  countryOfRegistration: 'DEU',
  status,
  approvalStatus: 'approved',
  stagesRemaining: [],
  nearestExpiry: null,
  documentCount: null,
  documentWords: {},
  asOf,
});

export const openedAccount = submissionRecord({
  operation: 'createVirtualAccount',
  state: 'accepted',
  recordId: '9090000001',
  about: aboutOf('New EUR account: Rent Berlin', { counterparty: 'Rent Berlin' }),
});

/** Six accounts, one of a sub-client, one of which only the number is known. */
export const accountAnswers = (): Answers => ({
  'accounts.position': () => ok(fakePosition()),
  'sync.progress': () => ok(restingSync),
  'sync.start': () => ok(restingSync),
  'accounts.list': () => ok({ rows: accountRows, asOf }),
  'accounts.get': ({ accountNumber }) => ok(detailOf(accountNumber)),
  'accounts.refresh': () => ok({ count: accountRows.length }),
  'accounts.createVirtual': () => ok(openedAccount),
  'accounts.saveFundingPdf': () => ok({ saved: true, fileName: 'funding.pdf' }),
  'submissions.list': () => ok({ rows: [] }),
  'subClients.list': () =>
    ok({
      rows: [
        subClient('S-2', 'Brightwater GmbH', 'active'),
        subClient('S-3', 'Gone Ltd', 'deleted'),
      ],
      asOf,
    }),
  'sandbox.inflow': () => ok(submissionRecord({ operation: 'simulateInflow', state: 'accepted' })),
});

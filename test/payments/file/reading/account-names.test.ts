import { expect, test } from 'vitest';

import {
  accountNames,
  endingAlike,
  forgetAccountName,
  listAccountAliases,
  saveAccountName,
} from '../../../../electron/nouns/accounts/names.ts';
import {
  addPaymentFile,
  recheckFile,
} from '../../../../electron/nouns/payments/file/payment-files.ts';
import { checkStamp } from '../../../../electron/nouns/payments/file/tables/file-tables.ts';
import { fundsIn } from '../../../../electron/engines/submissions/funds/funds.ts';
import { fileView } from '../../../../electron/nouns/payments/file/views.ts';
import type { Account } from '../../../../shared/bank/accounts.ts';
import { context, valueOf } from '../../../support/desks/lone-desk.ts';
import { painFile } from '../../../support/files/pain-files.ts';
import { accountWith, openBatchDesk, type PaymentFileDesk } from '../batch-desk.ts';

const iban = 'DE89 3704 0044 0532 0130 00';
const asOf = '2026-11-20T09:00:00.000Z';
const allRead = { whyUnread: () => null, context };

const numbered = (
  accountId: string,
  accountNumber: string,
  currency: string,
  extras?: string,
): Account => ({
  ...accountWith(accountId, '1000.00', currency),
  fundingDetails: [{ ...noDetail, accountNumber }],
  ...(extras === undefined ? {} : { extras }),
});
const noDetail = {
  accountName: '',
  bankOrSortCode: '',
  bic: '',
  accountNumber: '',
  bankCountry: '',
  bankName: '',
  bankAddress: '',
  countryIso3Code: '',
};

function deskWith(...accounts: readonly Account[]): PaymentFileDesk {
  const desk = openBatchDesk();
  desk.cache.saveAccounts(accounts, asOf);
  return desk;
}

async function paidFrom({ parts, linesOf }: PaymentFileDesk, account: string) {
  const bytes = painFile({ groups: [{ account, lines: [{ currency: 'USD' }] }] });
  const { file, seal } = valueOf(
    await addPaymentFile(parts, { fileName: 'lauf.xml', bytes }, allRead),
  );
  const view = () =>
    fileView(parts, file, { isRunning: false, isUnlisted: false, seal, fundsAt: fundsIn(parts) });
  return { file, view, line: () => linesOf(file.batchId)[0] };
}

test('an IBAN that the bank gives for an account is that account', async () => {
  const desk = deskWith(numbered('a-1', '0532013000', 'USD', `{"iban":"${iban}"}`));
  const { line, view } = await paidFrom(desk, iban.replaceAll(' ', ''));
  expect(line()).toMatchObject({ accountNumber: '0532013000', shown: 'ready' });
  expect(view()).toMatchObject({ unknownAccounts: [] });
});

test('an IBAN that the bank gives for something else of an account is not', async () => {
  const desk = deskWith(numbered('a-1', '77', 'USD', `{"counterparty":{"iban":"${iban}"}}`));
  expect((await paidFrom(desk, iban.replaceAll(' ', ''))).line()?.problems).toHaveProperty(
    'account',
  );
});

test('an IBAN that the bank does not give is asked about, with the accounts that end alike, and never taken by itself', async () => {
  const desk = deskWith(
    numbered('a-1', '0532013000', 'USD'),
    numbered('a-2', '9932013000', 'USD'),
    numbered('a-3', '0532013000X', 'EUR'),
  );
  const written = iban.replaceAll(' ', '');
  const { file, view, line } = await paidFrom(desk, written);
  expect(line()).toMatchObject({ shown: 'invalid', accountNumber: written });
  expect(view().unknownAccounts).toEqual([
    { written, currency: 'USD', endingAlike: ['0532013000', '9932013000'] },
  ]);
  const { journal } = desk.parts;
  const before = checkStamp(journal);
  saveAccountName(journal, {
    written: iban,
    currency: 'USD',
    accountNumber: '0532013000',
    recordedAt: asOf,
  });
  expect(checkStamp(journal)).not.toBe(before);
  await recheckFile(desk.parts, file.batchId, allRead);
  expect(line()).toMatchObject({ shown: 'ready', accountNumber: '0532013000' });
  expect(view().unknownAccounts).toEqual([]);
  // It was answered once.
  expect((await paidFrom(desk, iban.replaceAll(' ', ''))).line()?.problems).toEqual({});
});

test('an answer about an account can be withdrawn, and counts for its currency alone', () => {
  const desk = deskWith(numbered('a-1', '0532013000', 'USD'));
  const { reader, journal } = desk.parts;
  const answer = { written: iban, currency: 'USD', accountNumber: '0532013000', recordedAt: asOf };
  saveAccountName(journal, answer);
  const names = () => accountNames(reader, journal);
  expect(names().numberOf(iban, 'USD')).toBe('0532013000');
  expect(names().numberOf(iban.replaceAll(' ', ''), 'USD')).toBe('0532013000');
  expect(names().numberOf(iban, 'EUR')).toBeNull();
  expect(listAccountAliases(journal)).toMatchObject([{ written: iban.replaceAll(' ', '') }]);
  forgetAccountName(journal, { written: iban, currency: 'USD' }, asOf);
  expect(names().numberOf(iban, 'USD')).toBeNull();
});

test('one IBAN of accounts in two currencies is the one in the currency of the payment', () => {
  const extras = `{"iban":"${iban}"}`;
  const desk = deskWith(numbered('a-1', '11', 'USD', extras), numbered('a-2', '22', 'EUR', extras));
  const names = accountNames(desk.parts.reader, desk.parts.journal);
  expect(names.numberOf(iban, 'USD')).toBe('11');
  expect(names.numberOf(iban, 'EUR')).toBe('22');
  expect(names.numberOf(iban, '')).toBeNull();
});

test('fewer than four signs that end alike propose nothing', () => {
  const desk = deskWith(numbered('a-1', '5000', 'USD'), numbered('a-2', '3000', 'USD'));
  expect(endingAlike(desk.parts.reader, iban, 'USD')).toEqual(['3000']);
});

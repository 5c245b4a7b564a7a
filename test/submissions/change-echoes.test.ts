import { describe, expect, test } from 'vitest';

import { accountByNumber } from '../../electron/nouns/accounts/tables.ts';
import { beneficiaryById } from '../../electron/nouns/beneficiaries/tables.ts';
import { clientConfiguration } from '../../electron/nouns/webhooks/tables.ts';
import { registeredById, registerRecord } from '../../electron/nouns/orders/tables.ts';
import { knownShareholders } from '../../electron/nouns/sub-clients/records/shareholders-table.ts';
import { subClientById } from '../../electron/nouns/sub-clients/records/tables.ts';
import { echoOf, isOther, type EchoFields } from '../../electron/engines/submissions/echo.ts';
import { changeOf, registry } from '../support/desks/changes.ts';
import { isLookedUp } from '../../electron/engines/submissions/change.ts';
import type { Beneficiary } from '../../shared/bank/beneficiaries.ts';
import { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { Receivable } from '../../shared/bank/receivables.ts';
import { Remittance } from '../../shared/bank/remittances.ts';
import type { StatementEntry } from '../../shared/bank/statements.ts';
import {
  accountOf,
  beginning,
  openLoneDesk,
  payeeOf,
  paying,
  sentOf,
} from '../support/desks/lone-desk.ts';

describe('an answer about money', () => {
  const sent: EchoFields = {
    reference: 'INV-2026-0001',
    amount: '100.00',
    currency: 'USD',
    accountNumber: '9988776655',
    beneficiary: 'b-1',
  };
  const silent: EchoFields = {
    reference: '',
    amount: null,
    currency: '',
    accountNumber: '',
    beneficiary: '',
  };
  const hold = (reported: Partial<EchoFields>) => echoOf(sent, { ...silent, ...reported });

  test('that gives nothing contradicts nothing, and is not known to be ours', () => {
    expect(hold({})).toEqual({ mismatch: null, isOurs: false, status: '', reason: '' });
    expect(hold({ reference: '  ' })).toMatchObject({ mismatch: null, isOurs: false });
    expect(hold({ amount: undefined, currency: 'USD' }).isOurs).toBe(false);
    expect(hold({ amount: '100' }).isOurs).toBe(false);
  });

  test('is ours by our reference, in any letters, or by our amount with its currency', () => {
    expect(hold({ reference: ' inv-2026-0001 ' })).toMatchObject({ mismatch: null, isOurs: true });
    expect(hold({ amount: '100.0', currency: 'USD' })).toMatchObject({
      mismatch: null,
      isOurs: true,
    });
  });

  test('whose reference is only near ours is neither ours for certain nor another’s', () => {
    expect(hold({ reference: 'INV 2026 0001' })).toMatchObject({ mismatch: null, isOurs: false });
  });

  test.each<[string, Partial<EchoFields>, string]>([
    ['reference', { reference: 'OTHER' }, 'names the reference OTHER instead of INV-2026-0001.'],
    ['amount', { amount: '100.01' }, 'gives the amount 100.01 instead of 100.00.'],
    ['currency', { currency: 'EUR' }, 'gives the currency EUR instead of USD.'],
    ['account', { accountNumber: '1' }, 'is about the account 1 instead of 9988776655.'],
    ['beneficiary', { beneficiary: 'b-9' }, 'names the payee b-9 instead of b-1.'],
  ])('that gives another %s cannot be ours', (_field, reported, words) => {
    expect(hold(reported).mismatch).toContain(words);
  });

  test('that gives an amount where none was sent cannot be ours', () => {
    expect(echoOf({ ...sent, amount: null }, { ...silent, amount: '5' }).mismatch).toContain(
      'the amount 5 instead of none.',
    );
  });

  test('brings the bank’s own word for its state', () => {
    const state = { status: 'R7', reason: 'closed' };
    expect(echoOf(sent, silent, state)).toMatchObject(state);
  });
});

test.each<[string, string, boolean]>([
  ['', 'b-1', false],
  ['b-1', '', false],
  [' - ', 'b-1', false],
  ['NG12 3456', 'ng12-3456', false],
  ['b-1', 'b-2', true],
  ['9988776655', '99******55', false],
  ['9988776655', '••••6655', false],
  ['9988776655', '9988…', false],
  ['9988776655', '99******56', true],
  ['9988776655', '98******55', true],
])('“%s” given as “%s” is another: %s', (ours, theirs, isAnother) => {
  expect(isOther(ours, theirs)).toBe(isAnother);
});

test('what only a person can find out is not looked up; what the bank reports is', () => {
  expect(isLookedUp(registry, 'simulateInflow')).toBe(false);
  expect(isLookedUp(registry, 'createReceivable')).toBe(false);
  expect(isLookedUp(registry, 'createSingleTransfer')).toBe(true);
  expect(isLookedUp(registry, 'initiateRemittance')).toBe(true);
  expect(isLookedUp(registry, 'getAllAccounts')).toBe(false);
  expect(isLookedUp(registry, 'nothing of ours')).toBe(false);
});

describe('an account that was opened', () => {
  const id = '01234567-89ab-4cde-8f01-23456789abcd';
  const body = { uniqueRequestId: id, currencyIso3Code: 'USD', accountName: 'Treasury' };
  const sent = sentOf('createVirtualAccount', { body });
  const { echo, recordId } = changeOf('createVirtualAccount');
  const hold = (given: Parameters<typeof accountOf>[0]) =>
    echo(sent, { message: '', account: accountOf({ accountId: 'A-1', ...given }) });

  test('is ours by the request that it echoes, in any letters', () => {
    const reported = ` ${id.toUpperCase()} `;
    expect(hold({ uniqueRequestId: reported, status: 'ACTIVE' })).toEqual({
      mismatch: null,
      isOurs: true,
      status: 'ACTIVE',
      reason: '',
    });
    expect(hold({ uniqueRequestId: '  ' })).toMatchObject({ mismatch: null, isOurs: false });
  });

  test('is not ours where it echoes another request, or is in another currency', () => {
    expect(hold({ uniqueRequestId: 'another' }).mismatch).toContain(
      `account A-1, does not echo our request ${id}.`,
    );
    expect(hold({ currencyIso3Code: 'EUR' }).mismatch).toContain(
      'account A-1 is in EUR instead of USD.',
    );
  });

  test('is stored by its number', async () => {
    const desk = openLoneDesk();
    const answer = { message: '', account: accountOf() };
    expect(recordId !== 'none' && recordId(answer)).toBe(paying);
    const { keep } = desk.parts.registry.createVirtualAccount;
    if (keep === 'not kept') expect.fail('an account is kept');
    await keep(desk.parts, answer, sent);
    expect(accountByNumber(desk.reader, paying)).toMatchObject({ accountName: 'Operations' });
  });
});

test('an account for which the local copy has no room is named by its number', async () => {
  const { parts } = openLoneDesk();
  const cache = { ...parts.cache, saveAccounts: () => Promise.resolve(['A-1025']) };
  const { keep } = changeOf('createVirtualAccount', { cache });
  if (keep === 'not kept') expect.fail('an account is kept');
  const body = { uniqueRequestId: '', currencyIso3Code: 'USD', accountName: '' };
  const answer = { message: '', account: accountOf() };
  await expect(keep(parts, answer, sentOf('createVirtualAccount', { body }))).rejects.toMatchObject(
    {
      code: 'store.accounts-full',
      message: expect.stringContaining('A-1025') as string,
    },
  );
});

describe('an inflow that was simulated', () => {
  const { echo, recordId } = changeOf('simulateInflow');
  const body = { accountNumber: paying, amount: '5.00', currency: 'USD' };
  const entry: StatementEntry = {
    id: 'E-1',
    amount: '5',
    currency: 'USD',
    direction: 'credit',
    transactionType: '',
    transactionDate: beginning,
    narration: '',
    customReference: '',
    balance: '5',
  };
  const hold = (given: Partial<StatementEntry>) =>
    echo(sentOf('simulateInflow', { body }), { message: '', entry: { ...entry, ...given } });

  test('is ours by its amount and currency', () => {
    expect(hold({})).toMatchObject({ mismatch: null, isOurs: true });
    expect(hold({ amount: '6' }).mismatch).toContain('the amount 6 instead of 5.00.');
    expect(hold({ currency: 'EUR' }).mismatch).toContain('the currency EUR instead of USD.');
    expect(recordId !== 'none' && recordId({ message: '', entry })).toBe('E-1');
  });
});

describe('a payee that was saved', () => {
  const body = {
    name: 'Ada',
    accountName: 'Ada',
    accountNumber: '0123-456',
    bankBicOrCode: 'ABNGNGLA',
    country: 'NGA',
    currencyIso3Code: 'USD',
  };
  const made = sentOf('createBeneficiary', { body });
  const changed = sentOf(
    'updateBeneficiary',
    { path: { entityId: 'b-1' }, body: { accountNumber: '0123456' } },
    { subject: 'b-1' },
  );
  const agrees = { accountNumber: '0123456', bankBicOrCode: 'ABNGNGLAXXX' };
  const hold = (given: Partial<Beneficiary>, sent = made) =>
    changeOf('createBeneficiary').echo(sent, {
      message: '',
      beneficiary: payeeOf('b-1', { ...agrees, ...given }),
    }).mismatch;

  test('may be reported tidied, and with the bank’s head office named or not', () => {
    expect(hold({ name: 'ADA  OBI' })).toBeNull();
    expect(hold({ bankBicOrCode: 'abngngla' })).toBeNull();
    expect(hold({ accountNumber: '', bankBicOrCode: '', currencyIso3Code: '' })).toBeNull();
  });

  test.each<[Partial<Beneficiary>, string]>([
    [{ accountNumber: '999' }, 'the account 999 instead of 0123-456.'],
    [{ bankBicOrCode: 'ZEIBNGLA' }, 'the bank ZEIBNGLA instead of ABNGNGLA.'],
    [{ bankBicOrCode: 'ABNGNGLA044' }, 'the bank ABNGNGLA044'],
    [{ bankBicOrCode: 'ABNGNGLAXXX1' }, 'the bank ABNGNGLAXXX1'],
    [{ currencyIso3Code: 'EUR' }, 'the currency EUR instead of USD.'],
  ])('is another place for the money with %j', (given, words) => {
    expect(hold(given)).toContain(words);
  });

  test('at a bank whose code only ends like that of a head office is at another bank', () => {
    const sent = sentOf('createBeneficiary', { body: { ...body, bankBicOrCode: 'ZABNGNGL' } });
    expect(hold({ bankBicOrCode: 'ZABNGNGLAXXX' }, sent)).toContain('the bank ZABNGNGLAXXX');
  });

  test('is compared in what was sent alone', () => {
    const { echo } = changeOf('updateBeneficiary');
    expect(echo(changed, payeeOf('b-1', { ...agrees, currencyIso3Code: 'EUR' }))).toMatchObject({
      mismatch: null,
      isOurs: true,
    });
    expect(echo(changed, payeeOf('b-1')).mismatch).toContain(
      'the account 0123456789 instead of 0123456.',
    );
    const bare = sentOf('updateBeneficiary', { path: { entityId: 'b-1' }, body: {} });
    expect(echo(bare, payeeOf('b-1')).mismatch).toBeNull();
  });

  test('that shows too little of where the money goes does not show what was sent', () => {
    const missing = (accountNumber: string) =>
      changeOf('updateBeneficiary').unshown?.(
        openLoneDesk().parts,
        changed,
        payeeOf('b-1', { accountNumber }),
      );
    expect(missing('•••456')).toBe(
      'The bank’s answer does not contain accountNumber, which was sent.',
    );
    expect(missing('•••3456')).toBeNull();
  });

  test('is stored: a new one by the bank’s identifier, a changed one by the identifier of its request', async () => {
    const desk = openLoneDesk();
    const creation = desk.parts.registry.createBeneficiary;
    const update = desk.parts.registry.updateBeneficiary;
    if (creation.keep === 'not kept' || update.keep === 'not kept') expect.fail('payees are kept');
    const answer = { message: '', beneficiary: payeeOf('b-7') };
    expect(creation.recordId !== 'none' && creation.recordId(answer)).toBe('b-7');
    await creation.keep(desk.parts, answer, made);
    await update.keep(desk.parts, payeeOf('', { bankName: 'Zenith' }), changed);
    expect(beneficiaryById(desk.reader, 'b-7')).toMatchObject({ asOf: beginning });
    expect(beneficiaryById(desk.reader, 'b-1')?.beneficiary.bankName).toBe('Zenith');
  });
});

describe('what the bank has no list of', () => {
  const common = { accountNumber: paying, amount: '7.00', currency: 'USD', reference: 'R-1' };
  const remittance = {
    ...common,
    purpose: 'Rent',
    senderName: 'We',
    senderCountry: 'NGA',
    recipientName: 'Lea',
    recipientCountry: 'FRA',
    recipientAccountNumber: 'FR76 1',
    recipientBankBicOrCode: 'BNPAFRPP',
  };
  const receivable = { ...common, payerName: 'Lea' };

  test('is ours as far as it shows: account, amount, currency, reference and whoever is paid', () => {
    const change = changeOf('initiateRemittance');
    const sent = sentOf('initiateRemittance', { body: remittance });
    const hold = (given: Partial<Remittance>) =>
      change.echo(sent, {
        message: '',
        remittance: { ...Remittance.decode({ id: 'M-1' }), ...given },
      });
    expect(hold({ reference: 'R-1', status: 'NEW', reason: 'why' })).toEqual({
      mismatch: null,
      isOurs: true,
      status: 'NEW',
      reason: 'why',
    });
    expect(hold({}).isOurs).toBe(false);
    expect(hold({ recipientAccountNumber: 'FR761' }).mismatch).toBeNull();
    expect(hold({ recipientAccountNumber: 'FR99' }).mismatch).toContain('FR99 instead of FR76 1');
    expect(hold({ amount: '7.01' }).mismatch).toContain('the amount');
    expect(hold({ currency: 'EUR' }).mismatch).toContain('the currency');
    expect(change.search).toEqual({ by: 'statement' });
    expect(change.booking?.(sent.input)).toEqual({
      accountNumber: paying,
      direction: 'debit',
      amount: '7.00',
      currency: 'USD',
    });
  });

  test('is ours where it is to be received, likewise', () => {
    const { echo } = changeOf('createReceivable');
    const sent = sentOf('createReceivable', { body: receivable });
    const hold = (given: Partial<Receivable>) =>
      echo(sent, { message: '', receivable: { ...Receivable.decode({ id: 'V-1' }), ...given } });
    expect(hold({ reference: 'R-1', status: 'OPEN' })).toMatchObject({
      mismatch: null,
      isOurs: true,
      status: 'OPEN',
    });
    expect(hold({ accountNumber: '1' }).mismatch).toContain('the account 1 instead of');
    expect(hold({ amount: '7.01' }).mismatch).toContain('the amount');
  });

  test('has of its record amount and fee in its currency, and neither where there is none', () => {
    const { recorded } = changeOf('initiateRemittance');
    const { parts } = openLoneDesk();
    const shown = (given: Partial<Remittance>) => {
      const record = { ...Remittance.decode({ id: 'M-1' }), amount: '7.00', fee: '1.00', ...given };
      registerRecord(parts.journal, 'remittance', record, { origin: 'made', asOf: beginning });
      return recorded?.(parts, { reference: 'R-1', recordId: 'M-1' });
    };
    expect(recorded?.(parts, { reference: 'R-1', recordId: 'M-1' })).toBeNull();
    expect(recorded?.(parts, { reference: 'R-1', recordId: null })).toBeNull();
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    expect(shown({ currency: 'USD' })).toMatchObject({ amount: usd('7.00'), fee: usd('1.00') });
    expect(shown({ currency: 'USD', fee: null })).toMatchObject({ amount: usd('7.00'), fee: null });
    expect(shown({ currency: '' })).toMatchObject({ amount: null, fee: null });
  });

  test('goes into our register at once, filled in from what was sent', async () => {
    const { parts } = openLoneDesk();
    const [paid, owed] = [changeOf('initiateRemittance'), changeOf('createReceivable')];
    if (paid.keep === 'not kept' || owed.keep === 'not kept') expect.fail('both are kept');
    const made = { message: '', remittance: Remittance.decode({ id: 'M-1' }) };
    const due = { message: '', receivable: Receivable.decode({ id: 'V-1' }) };
    expect(paid.recordId !== 'none' && paid.recordId(made)).toBe('M-1');
    expect(owed.recordId !== 'none' && owed.recordId(due)).toBe('V-1');
    await paid.keep(parts, made, sentOf('initiateRemittance', { body: remittance }));
    await owed.keep(parts, due, sentOf('createReceivable', { body: receivable }));
    expect(registeredById(parts.journal, 'remittance', 'M-1')).toMatchObject({
      origin: 'made',
      addedAt: beginning,
      asOf: beginning,
      record: { recipientName: 'Lea', amount: '7.00' },
    });
    expect(registeredById(parts.journal, 'receivable', 'V-1')).toMatchObject({
      origin: 'made',
      asOf: beginning,
      record: { payerName: 'Lea', amount: '7.00' },
    });
  });
});

describe('where the bank pushes to', () => {
  const path = { clientId: 'c-1' };
  const endpoint = {
    id: 'e-1',
    mode: 'live',
    callbackUrl: 'https://a.example/',
    createdAt: '',
    updatedAt: '',
  };
  const reported = { clientId: 'c-1', currentMode: 'live', endpoints: [endpoint] };
  const address = sentOf('addANewClientConfiguration', {
    path,
    body: { mode: 'live', callbackUrl: 'https://a.example' },
  });
  const mode = sentOf('updateClientConfigurationCurrentMode', { path, body: { mode: 'live' } });
  const holdAddress = (given: Partial<typeof reported>) =>
    changeOf('addANewClientConfiguration').echo(address, {
      message: '',
      configuration: { ...reported, ...given },
    });
  const holdMode = (given: Partial<typeof reported>) =>
    changeOf('updateClientConfigurationCurrentMode').echo(mode, {
      message: '',
      configuration: { ...reported, ...given },
    });

  test('must show what was sent, of the same client', () => {
    expect(holdAddress({})).toMatchObject({ mismatch: null, isOurs: true });
    expect(holdAddress({ clientId: '' }).mismatch).toBeNull();
    expect(holdAddress({ clientId: 'c-2' }).mismatch).toContain('client c-2 instead of c-1.');
    expect(holdAddress({ endpoints: [] }).mismatch).toContain(
      'does not give https://a.example as the address for live.',
    );
    expect(holdMode({})).toMatchObject({ mismatch: null, isOurs: true });
    expect(holdMode({ clientId: 'c-2' }).mismatch).toContain('client c-2 instead of c-1.');
    expect(holdMode({ currentMode: 'test' }).mismatch).toContain('mode “test” instead of “live”.');
  });

  test('is stored as the bank then reports it', async () => {
    const desk = openLoneDesk();
    const { keep } = desk.parts.registry.addANewClientConfiguration;
    if (keep === 'not kept') expect.fail('it is kept');
    await keep(desk.parts, { message: '', configuration: reported }, address);
    expect(clientConfiguration(desk.reader, 'c-1')).toMatchObject({
      configuration: reported,
      asOf: beginning,
    });
  });
});

describe('a sub-client on its way to approval', () => {
  const path = { clientId: 'c-1', id: 's-1' };
  const subClient = (given: object = {}) =>
    SubClient.decode({ entityId: 's-1', name: 'Awa', status: 'NEW', ...given });
  const owner = (given: object = {}) => ({
    ...Shareholder.omit({ ownershipPercentage: true }).decode({ id: 'h-1', ...given }),
    ownershipPercentage: '60',
  });
  const form = { shareholderType: 'individual', name: 'Awa', ownershipPercentage: '60' } as const;
  const created = sentOf('createSubclient', { path: { clientId: 'c-1' }, body: { name: 'Awa' } });
  const updated = sentOf('updateSubclient', { path, body: { city: 'Dakar' } });
  const owned = sentOf('createSubclientShareholder', { path, body: form });
  const sold = sentOf('updateSubclientShareholder', {
    path: { ...path, shareholderId: 'h-1' },
    body: { ownershipPercentage: '60' },
  });

  test('is ours where the answer shows what was sent, of the same record', () => {
    const made = (given: object) =>
      changeOf('createSubclient').echo(created, { message: '', subClient: subClient(given) });
    expect(made({})).toMatchObject({ mismatch: null, isOurs: true });
    expect(made({ name: 'Eve' }).mismatch).toContain('name');
    const change = (given: object) =>
      changeOf('updateSubclient').echo(updated, { message: '', subClient: subClient(given) })
        .mismatch;
    expect(change({})).toBeNull();
    expect(change({ city: 'Thiès' })).toContain('city');
    expect(change({ entityId: 's-2' })).toContain('the sub-client s-2, not s-1.');
  });

  test('is ours with its owners likewise', () => {
    const made = (given: object) =>
      changeOf('createSubclientShareholder').echo(owned, { message: '', shareholder: owner(given) })
        .mismatch;
    expect(made({})).toBeNull();
    expect(made({ name: 'Eve' })).toContain('name');
    expect(made({ subClientId: 's-2' })).toContain('the sub-client s-2, not s-1.');
    const change = (given: object) =>
      changeOf('updateSubclientShareholder').echo(sold, { message: '', shareholder: owner(given) })
        .mismatch;
    expect(change({})).toBeNull();
    expect(change({ id: 'h-2' })).toContain('the shareholder h-2, not h-1.');
    const half = { ...sold, input: { ...sold.input, body: { ownershipPercentage: '50' } } };
    expect(
      changeOf('updateSubclientShareholder').echo(half, { message: '', shareholder: owner() })
        .mismatch,
    ).toContain('ownershipPercentage');
  });

  test('is ours where it is submitted or deleted, of the same record', () => {
    for (const operation of ['submitSubclient', 'deleteSubclient'] as const) {
      const { echo } = changeOf(operation);
      const input = { path, body: {} };
      const sent = sentOf(operation, input);
      expect(echo(sent, subClient())).toMatchObject({ mismatch: null, isOurs: true });
      expect(echo(sent, subClient({ entityId: 's-2' })).mismatch).toContain('s-2, not s-1.');
    }
  });

  test('shows that it was submitted by what is other than before, and that it was deleted by its status', () => {
    const desk = openLoneDesk();
    const submission = sentOf('submitSubclient', { path });
    const submitted = (status: string) =>
      changeOf('submitSubclient').unshown?.(desk.parts, submission, { entityId: 's-1', status });
    expect(submitted('IN REVIEW')).toBeNull();
    desk.cache.saveSubClient(subClient({ status: 'IN REVIEW' }), beginning);
    expect(submitted('IN REVIEW')).toBe(
      'The bank’s answer does not show the submission: its record is as it was before.',
    );
    expect(submitted('APPROVED')).toBeNull();
    const deletion = sentOf('deleteSubclient', { path });
    const deleted = (status: string) =>
      changeOf('deleteSubclient').unshown?.(desk.parts, deletion, { entityId: 's-1', status });
    expect(deleted('NEW')).toBe(
      'The bank’s answer gives the status “NEW”: it does not show the deletion.',
    );
    expect(deleted('DELETED')).toBeNull();
    desk.bank.words = { failed: [], rejected: [], done: ['GONE'] };
    expect(deleted('GONE')).toBeNull();
  });

  test('is saved though it was not known before', async () => {
    const desk = openLoneDesk();
    const { keep } = desk.parts.registry.submitSubclient;
    if (keep === 'not kept') expect.fail('a sub-client is saved');
    const answer = { entityId: 's-1', status: 'SENT' };
    await keep(desk.parts, answer, sentOf('submitSubclient', { path }));
    expect(subClientById(desk.reader, 's-1')).toMatchObject({ subClient: answer });
  });

  test('has documents of the kind that was sent, which cannot be sent again as they were', () => {
    const change = changeOf('uploadSubclientDocuments');
    const sent = sentOf('uploadSubclientDocuments', { path, body: { documentType: 'PASSPORT' } });
    const document = SubClientDocument.decode({ id: 'd-1', documentType: 'PASSPORT' });
    expect(change.echo(sent, document).mismatch).toBeNull();
    expect(change.echo(sent, { ...document, documentType: 'LICENCE' }).mismatch).toContain(
      'documentType',
    );
    expect(change.recordId !== 'none' && change.recordId(document)).toBe('d-1');
    expect(change.isOnce).toBe(true);
  });

  test('is stored as the answer reports it', async () => {
    const desk = openLoneDesk();
    const made = desk.parts.registry.createSubclient;
    const changed = desk.parts.registry.updateSubclient;
    const submitted = desk.parts.registry.submitSubclient;
    const added = desk.parts.registry.createSubclientShareholder;
    const altered = desk.parts.registry.updateSubclientShareholder;
    const keeps = [made.keep, changed.keep, submitted.keep, added.keep, altered.keep];
    expect(keeps).not.toContain('not kept');
    if (made.keep === 'not kept' || changed.keep === 'not kept') return;
    if (submitted.keep === 'not kept' || added.keep === 'not kept') return;
    const answer = { message: '', subClient: subClient() };
    expect(made.recordId !== 'none' && made.recordId(answer)).toBe('s-1');
    expect(changed.recordId !== 'none' && changed.recordId(answer)).toBe('s-1');
    await made.keep(desk.parts, answer, created);
    expect(subClientById(desk.reader, 's-1')).toMatchObject({ subClient: { name: 'Awa' } });
    await changed.keep(desk.parts, { message: '', subClient: subClient({ name: 'B' }) }, updated);
    expect(subClientById(desk.reader, 's-1')).toMatchObject({ subClient: { name: 'B' } });
    const submission = sentOf('submitSubclient', { path });
    await submitted.keep(desk.parts, subClient({ status: 'SENT' }), submission);
    expect(subClientById(desk.reader, 's-1')).toMatchObject({ subClient: { status: 'SENT' } });
    await changed.keep(
      desk.parts,
      { message: '', subClient: subClient({ tin: 'TIN-7' }) },
      updated,
    );
    const reported = { entityId: 's-1', status: 'SENT', approvalComments: 'Received' };
    await submitted.keep(desk.parts, reported, submission);
    expect(subClientById(desk.reader, 's-1')?.subClient).toMatchObject({
      ...reported,
      tin: 'TIN-7',
    });
    const holder = { message: '', shareholder: owner() };
    expect(added.recordId !== 'none' && added.recordId(holder)).toBe('h-1');
    expect(altered.recordId !== 'none' && altered.recordId(holder)).toBe('h-1');
    await added.keep(desk.parts, holder, owned);
    const second = { message: '', shareholder: owner({ id: 'h-2' }) };
    await added.keep(desk.parts, second, owned);
    expect(knownShareholders(desk.reader, 's-1').map(({ id }) => id)).toEqual(['h-1', 'h-2']);
  });
});

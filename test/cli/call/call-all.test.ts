import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { isSecretName } from '../../../electron/engines/bank/file/secret-names.ts';
import { inputNames } from '../../../electron/engines/bank/file/output-shape.ts';
import {
  openSandboxBank,
  type SandboxBank,
} from '../../../electron/connections/session/sandbox-bank.ts';
import { catalogue, operationNames, type OperationName } from '../../../shared/bank/catalogue.ts';
import type { Operation } from '../../../shared/bank/operation.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { runCommand, type CliRun } from '../../support/programs/cli.ts';
import { programs } from '../../support/programs/programs.ts';
import { expectError } from '../../support/programs/command-line.ts';

/** Whatever an operation answers; each case says by value what it must be. */
type Printed = Record<string, never>;
type Account = {
  accountId: string;
  entityId: string;
  clientId: string;
  currencyIso3Code: string;
  availableBalance: string;
  fundingDetails: { accountNumber: string }[];
};

const dataDir = mkdtempSync(join(tmpdir(), 'nostro-'));
let sandbox: SandboxBank;

beforeAll(async () => {
  // One bank for all calls; each call joins it and signs in for itself.
  sandbox = await openSandboxBank(programs.sandbox, dataDir);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (operation: OperationName, input: object, ...more: string[]): Promise<CliRun> =>
  runCommand([
    ...['--data-dir', dataDir, 'call', operation, '--input', JSON.stringify(input)],
    ...more,
  ]);

/** The same with an input that holds a secret: it comes from standard input, never from an argument. */
const runSecretly = (operation: OperationName, input: object): Promise<CliRun> =>
  runCommand(
    ['--data-dir', dataDir, 'call', operation, '--input', '-'],
    {},
    { input: JSON.stringify(input) },
  );

async function call<T = Printed>(operation: OperationName, input: object = {}): Promise<T> {
  const done = await run(operation, input);
  expect(done.err).toBe('');
  expect(done.code).toBe(0);
  return done.json<T>();
}

/** Asked once, whichever case needs it first. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
}

const user = once(() => call<{ user: { clientId: string } }>('getCurrentUserInfo'));
const client = async () => ({ clientId: (await user()).user.clientId });
const allAccounts = once(async () => {
  const { accounts } = await call<{ accounts: Account[] }>('getAllAccounts');
  return accounts;
});
async function accountIn(currency: string): Promise<Account & { number: string }> {
  const account = (await allAccounts()).find((other) => other.currencyIso3Code === currency)!;
  return { ...account, number: account.fundingDetails[0]!.accountNumber };
}
const payee = once(async () => {
  const { beneficiaries } = await call<{
    beneficiaries: { data: { entityId: string; name: string; currencyIso3Code: string }[] };
  }>('getAllBeneficiaries');
  return beneficiaries.data.find(({ currencyIso3Code }) => currencyIso3Code === 'USD')!;
});
const subClient = once(async () => {
  const body = { name: 'Marula Mills', countryOfRegistration: 'KEN', city: 'Kisumu' };
  const made = await call<{ subClient: { entityId: string; name: string; status: string } }>(
    'createSubclient',
    { path: await client(), body },
  );
  return made.subClient;
});
const atSubClient = async () => ({ ...(await client()), id: (await subClient()).entityId });
const shareholder = once(async () => {
  const body = {
    shareholderType: 'individual',
    name: 'Achieng Odhiambo',
    ownershipPercentage: '60.0005',
  };
  const made = await call<{ shareholder: { id: string; ownershipPercentage: string } }>(
    'createSubclientShareholder',
    { path: await atSubClient(), body },
  );
  return made.shareholder;
});
const document = once(async () => {
  const file = join(dataDir, 'certificate.pdf');
  writeFileSync(file, '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const body = { documentType: 'REGISTRATION_CERTIFICATE', expiryDate: '2099-12-31' };
  const input = { path: await atSubClient(), body };
  const done = await run('uploadSubclientDocuments', input, '--file', file);
  expect(done.err).toBe('');
  return done.json<{ id: string }>();
});
/** A sub-client of the seed that owes nothing any more. */
const readySubClient = once(async () => {
  const { subClients } = await call<{
    subClients: { data: { entityId: string; status: string; stagesRemaining: string[] }[] };
  }>('getAllSubclients', { path: await client(), query: { pageSize: '50' } });
  const ready = subClients.data.filter(
    ({ status, stagesRemaining }) => status === 'draft' && stagesRemaining.length === 0,
  );
  return ready[0]!.entityId;
});
const quote = once(async () => {
  const query = { sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: '1000.00' };
  return (await call<{ quote: Record<string, string> }>('getQuote', { query })).quote;
});
const lock = once(async () => {
  const body = {
    quoteId: (await quote())['quoteId'],
    sellAccountNumber: (await accountIn('USD')).number,
    buyAccountNumber: (await accountIn('EUR')).number,
    reference: 'FX-1',
  };
  return (await call<{ lock: Record<string, string> }>('lockRate', { body })).lock;
});
const feeQuestion = async () => ({
  accountNumber: (await accountIn('USD')).number,
  amount: '250.00',
  currency: 'USD',
});
const transfer = once(async () => {
  const body = {
    ...(await feeQuestion()),
    beneficiaryId: (await payee()).entityId,
    reference: 'PAY-1',
    narration: 'Invoice 17',
  };
  return (await call<{ transfer: Record<string, string> }>('createSingleTransfer', { body }))
    .transfer;
});
const remittance = once(async () => {
  const body = {
    accountNumber: (await accountIn('USD')).number,
    amount: '75.00',
    currency: 'USD',
    reference: 'REM-1',
    purpose: 'School fees',
    senderName: 'Nostro Desk',
    senderCountry: 'USA',
    recipientName: 'Ada Obi',
    recipientCountry: 'NGA',
    recipientAccountNumber: '0123456789',
    recipientBankBicOrCode: '058',
  };
  const made = await call<{ remittance: Record<string, string> }>('initiateRemittance', { body });
  return made.remittance;
});
const receivable = once(async () => {
  const body = {
    accountNumber: (await accountIn('USD')).number,
    amount: '120.00',
    currency: 'USD',
    reference: 'INV-9',
    payerName: 'Kestrel Logistics',
  };
  const made = await call<{ receivable: Record<string, string> }>('createReceivable', { body });
  return made.receivable;
});
const configuration = once(async () =>
  call('addANewClientConfiguration', {
    path: await client(),
    body: { mode: 'test', callbackUrl: 'https://hooks.client.example/nostro' },
  }),
);
const startedMs = Date.now();
/** The same days for every case, also when midnight comes between two of them. */
const lastMonth = (): { startDate: string; endDate: string } => {
  const day = (ago: number) => new Date(startedMs - ago * 86_400_000).toISOString().slice(0, 10);
  return { startDate: day(31), endDate: day(1) };
};
type Pages = {
  openingBalance: string;
  closingBalance: string;
  statement: { totalItems: number; data: { id: string; amount: string }[] };
};
const statementV1 = once(async () =>
  call<Pages>('getStatement', {
    path: { accountNumber: (await accountIn('EUR')).number },
    query: { ...lastMonth(), pageNumber: '1', limit: '500' },
  }),
);
type File = { file: { fileName: string; mimeType: string; content: string } };
const textOf = ({ file }: File): string => Buffer.from(file.content, 'base64').toString();

/** What each operation must answer at the sandbox, by value. Leave one out and this does not compile. */
const cases: Readonly<Record<OperationName, () => Promise<void>>> = {
  getToken: async () => {
    const done = await runSecretly('getToken', { body: sandboxSignIn });
    expect([done.code, done.err]).toEqual([0, '']);
    // A token never leaves the process.
    expect(done.json()).toMatchObject({
      message: 'Signed in',
      data: {
        accessToken: '[kept by Nostro]',
        refreshToken: '[kept by Nostro]',
        tokenType: 'Bearer',
      },
    });
  },
  refreshToken: async () => {
    const refused = await runSecretly('refreshToken', { body: { refreshToken: 'never-issued' } });
    expectError(refused, 1, { operation: 'refreshToken', status: 401 });
    expect(refused.err).not.toContain('never-issued');
  },
  logoutUser: async () => {
    expect(await call('logoutUser')).toEqual({ message: 'Signed out' });
  },
  resetPassword: async () => {
    const passwords = { currentPassword: 'not-the-one', newPassword: 'Baobab-and-acacia-17' };
    const file = join(dataDir, 'reset.json');
    writeFileSync(file, JSON.stringify({ body: passwords }), { mode: 0o600 });
    const asked = (input: string) =>
      runCommand(['--data-dir', dataDir, 'call', 'resetPassword', '--input', input]);
    const refused = await asked(`@${file}`);
    expectError(refused, 1, { operation: 'resetPassword' });
    const typed = await asked(JSON.stringify({ body: passwords }));
    expect(typed.code).toBe(2);
    for (const { out, err } of [refused, typed]) {
      expect(out + err).not.toContain(passwords.newPassword);
      expect(out + err).not.toContain(passwords.currentPassword);
    }
    const current = { currentPassword: sandboxSignIn.password, newPassword: passwords.newPassword };
    writeFileSync(file, JSON.stringify({ body: current }));
    const done = await asked(`@${file}`);
    expect(done.err).toBe('');
    expect(done.code).toBe(0);
    // Whoever practises can always come back in.
    expect((await call('getCurrentUserInfo'))['user']).toBeDefined();
  },
  getCurrentUserInfo: async () => {
    expect(await user()).toMatchObject({
      user: { firstName: 'Ada', lastName: 'Merlin', emailAddress: sandboxSignIn.username },
    });
  },

  createSubclient: async () => {
    expect(await subClient()).toMatchObject({
      name: 'Marula Mills',
      countryOfRegistration: 'KEN',
      city: 'Kisumu',
      status: 'draft',
    });
  },
  getAllSubclients: async () => {
    const { entityId } = await subClient();
    const answer = await call<{ subClients: { data: { entityId: string }[] } }>(
      'getAllSubclients',
      { path: await client(), query: { pageSize: '50' } },
    );
    expect(answer.subClients.data.map((row) => row.entityId)).toContain(entityId);
  },
  getSubclient: async () => {
    expect(await call('getSubclient', { path: await atSubClient() })).toMatchObject({
      subClient: { name: 'Marula Mills' },
    });
  },
  updateSubclient: async () => {
    const answer = await call('updateSubclient', {
      path: await atSubClient(),
      body: { city: 'Eldoret', postalCode: '30100' },
    });
    expect(answer).toMatchObject({
      subClient: { name: 'Marula Mills', city: 'Eldoret', postalCode: '30100' },
    });
  },
  createSubclientShareholder: async () => {
    expect(await shareholder()).toMatchObject({
      name: 'Achieng Odhiambo',
      ownershipPercentage: '60.0005',
    });
  },
  getSubclientShareholders: async () => {
    const { id } = await shareholder();
    const answer = await call('getSubclientShareholders', { path: await atSubClient() });
    expect(answer).toMatchObject({ shareholders: [{ id, shareholderType: 'individual' }] });
  },
  updateSubclientShareholder: async () => {
    const { id } = await shareholder();
    const answer = await call('updateSubclientShareholder', {
      path: { ...(await atSubClient()), shareholderId: id },
      body: { ownershipPercentage: '100' },
    });
    expect(answer).toMatchObject({ shareholder: { id, ownershipPercentage: '100' } });
  },
  uploadSubclientDocuments: async () => {
    expect(await document()).toMatchObject({
      entityId: (await subClient()).entityId,
      documentType: 'REGISTRATION_CERTIFICATE',
      expiryDate: '2099-12-31',
      mimeType: 'application/pdf',
    });
  },
  getSubclientDocuments: async () => {
    const { id } = await document();
    const answer = await call('getSubclientDocuments', { path: await atSubClient() });
    expect(answer).toMatchObject({ documents: [{ id, documentType: 'REGISTRATION_CERTIFICATE' }] });
  },
  submitSubclient: async () => {
    const path = { ...(await client()), id: await readySubClient() };
    expect(await call('submitSubclient', { path })).toMatchObject({
      entityId: path.id,
      status: 'submitted',
      approvalStatus: 'pending',
    });
  },
  deleteSubclient: async () => {
    const path = await atSubClient();
    expect(await call('deleteSubclient', { path })).toMatchObject({
      entityId: path.id,
      status: 'deleted',
    });
  },

  getAllAccounts: async () => {
    const currencies = (await allAccounts()).map(({ currencyIso3Code }) => currencyIso3Code);
    expect(currencies).toEqual(
      expect.arrayContaining(['USD', 'EUR', 'GBP', 'NGN', 'KES', 'JPY', 'KWD']),
    );
  },
  getAccount: async () => {
    const { entityId, accountId } = await accountIn('EUR');
    expect(await call('getAccount', { path: { entityId } })).toMatchObject({
      account: { accountId },
    });
  },
  getAccountsBy: async () => {
    const { number, accountId } = await accountIn('JPY');
    expect(await call('getAccountsBy', { query: { accountNumber: number } })).toMatchObject({
      account: { accountId, currencyIso3Code: 'JPY' },
    });
  },
  createVirtualAccount: async () => {
    const uniqueRequestId = '0192f0c0-7d3e-7000-8000-0000000000a1';
    const body = { uniqueRequestId, currencyIso3Code: 'GBP', accountName: 'Collections GBP' };
    expect(await call('createVirtualAccount', { body })).toMatchObject({
      account: {
        uniqueRequestId,
        currencyIso3Code: 'GBP',
        accountName: 'Collections GBP',
        availableBalance: '0.00',
        status: 'active',
      },
    });
  },
  simulateInflow: async () => {
    const { number } = await accountIn('KWD');
    const body = { accountNumber: number, amount: '12.345', currency: 'KWD', senderName: 'Falcon' };
    expect(await call('simulateInflow', { body })).toMatchObject({
      entry: { amount: '12.345', currency: 'KWD', direction: 'credit' },
    });
  },

  getStatement: async () => {
    const answer = await statementV1();
    expect(answer).toMatchObject(lastMonth());
    expect(answer.statement.data).toHaveLength(answer.statement.totalItems);
    expect(answer.statement.totalItems).toBeGreaterThan(0);
  },
  downloadStatement: async () => {
    const { number } = await accountIn('EUR');
    const answer = await call<File>('downloadStatement', {
      path: { accountNumber: number },
      query: { ...lastMonth(), format: 'csv' },
    });
    expect(answer.file.mimeType).toMatch(/^text\/csv\b/);
    const { statement } = await statementV1();
    for (const { id } of statement.data) expect(textOf(answer)).toContain(id);
  },
  getStatementV2: async () => {
    const { entityId } = await accountIn('EUR');
    const first = await statementV1();
    const answer = await call<Pages>('getStatementV2', {
      path: { entityId },
      query: { ...lastMonth(), pageNumber: '1', pageSize: '500' },
    });
    expect(answer.openingBalance).toBe(first.openingBalance);
    expect(answer.closingBalance).toBe(first.closingBalance);
    expect(answer.statement.data.map(({ id }) => id).toSorted()).toEqual(
      first.statement.data.map(({ id }) => id).toSorted(),
    );
  },
  downloadStatementV2: async () => {
    const { entityId } = await accountIn('EUR');
    const answer = await call<File>('downloadStatementV2', {
      path: { entityId },
      query: { ...lastMonth(), format: 'json' },
    });
    expect(answer.file.mimeType).toBe('application/json');
    const { statement } = await statementV1();
    for (const { id, amount } of statement.data) {
      expect(textOf(answer)).toContain(id);
      expect(textOf(answer)).toContain(amount);
    }
  },

  getQuote: async () => {
    const answer = await quote();
    expect(answer).toMatchObject({
      sellCurrency: 'USD',
      buyCurrency: 'EUR',
      sellAmount: '1000.00',
    });
    expect(answer['buyAmount']).toMatch(/^[789]\d\d\.\d\d$/);
  },
  lockRate: async () => {
    const { quoteId, buyAmount, rate } = await quote();
    expect(await lock()).toMatchObject({ quoteId, buyAmount, rate, reference: 'FX-1' });
  },
  getTrade: async () => {
    const { tradeId, buyAmount } = await lock();
    expect(await call('getTrade', { path: { tradeId } })).toMatchObject({
      trade: { tradeId, status: 'settled', buyAmount },
    });
  },
  getAllTrades: async () => {
    const { tradeId } = await lock();
    expect(await call('getAllTrades', { query: { reference: 'FX-1' } })).toMatchObject({
      trades: { totalItems: 1, data: [{ tradeId }] },
    });
  },

  getBankDetails: async () => {
    expect(await call('getBankDetails', { query: { code: '021000021' } })).toMatchObject({
      bank: { country: 'USA' },
    });
  },
  createBeneficiary: async () => {
    const body = {
      name: 'Marula GmbH',
      accountName: 'Marula GmbH',
      accountNumber: 'DE89370400440532013000',
      bankBicOrCode: 'COBADEFFXXX',
      country: 'DEU',
      currencyIso3Code: 'EUR',
    };
    expect(await call('createBeneficiary', { body })).toMatchObject({
      beneficiary: { name: 'Marula GmbH', currencyIso3Code: 'EUR', bankBicOrCode: 'COBADEFFXXX' },
    });
  },
  getAllBeneficiaries: async () => {
    expect(await payee()).toMatchObject({ currencyIso3Code: 'USD' });
  },
  getBeneficiary: async () => {
    const { entityId, name } = await payee();
    expect(await call('getBeneficiary', { path: { entityId } })).toMatchObject({
      beneficiary: { entityId, name },
    });
  },
  updateBeneficiary: async () => {
    const { entityId } = await payee();
    const body = { phoneNumber: '+12025550123', postCode: '00100' };
    expect(await call('updateBeneficiary', { path: { entityId }, body })).toMatchObject({
      phoneNumber: '+12025550123',
      postcode: '00100',
    });
  },
  validateBeneficiaryAccount: async () => {
    const body = { accountNumber: '0123456789', bankCode: '058' };
    expect(await call('validateBeneficiaryAccount', { body })).toMatchObject({
      account: { accountNumber: '0123456789' },
    });
  },
  getTransferFee: async () => {
    expect(await call('getTransferFee', { query: await feeQuestion() })).toMatchObject(fee);
  },
  postTransferFee: async () => {
    expect(await call('postTransferFee', { body: await feeQuestion() })).toMatchObject(fee);
  },
  createSingleTransfer: async () => {
    expect(await transfer()).toMatchObject({
      reference: 'PAY-1',
      amount: '250.00',
      status: 'processing',
    });
  },
  findTransfers: async () => {
    const { id } = await transfer();
    expect(await call('findTransfers', { query: { reference: 'PAY-1' } })).toMatchObject({
      transfers: { totalItems: 1, data: [{ id, fee: '2.50' }] },
    });
  },

  initiateRemittance: async () => {
    expect(await remittance()).toMatchObject({
      reference: 'REM-1',
      amount: '75.00',
      status: 'initiated',
    });
  },
  getRemittance: async () => {
    const { id } = await remittance();
    expect(await call('getRemittance', { path: { id } })).toMatchObject({
      remittance: { recipientName: 'Ada Obi', purpose: 'School fees' },
    });
  },
  createReceivable: async () => {
    expect(await receivable()).toMatchObject({
      reference: 'INV-9',
      status: 'open',
      amount: '120.00',
    });
  },
  getReceivable: async () => {
    const { id } = await receivable();
    expect(await call('getReceivable', { path: { id } })).toMatchObject({
      receivable: { payerName: 'Kestrel Logistics' },
    });
  },

  addANewClientConfiguration: async () => {
    expect(await configuration()).toMatchObject({
      configuration: {
        endpoints: [{ mode: 'test', callbackUrl: 'https://hooks.client.example/nostro' }],
      },
    });
  },
  updateClientConfigurationCurrentMode: async () => {
    await configuration();
    const answer = await call('updateClientConfigurationCurrentMode', {
      path: await client(),
      body: { mode: 'test' },
    });
    expect(answer).toMatchObject({ configuration: { currentMode: 'test' } });
  },
  getClientConfiguration: async () => {
    expect(await call('getClientConfiguration', { path: await client() })).toMatchObject({
      configuration: { ...(await client()), currentMode: 'test', endpoints: [{ mode: 'test' }] },
    });
  },
};

const fee = { fee: '2.50', currency: 'USD', total: '252.50' };

test.each(operationNames)('call %s', { timeout: 60_000 }, (name) => cases[name]());

const secretInputs = operationNames.filter((name) => {
  const { secretInput }: Operation = catalogue[name];
  return secretInput !== undefined;
});

test('every operation whose form has a secret is marked so', () => {
  const names = operationNames.filter((name) =>
    inputNames(catalogue[name].input, 'body').some(isSecretName),
  );
  expect(secretInputs.toSorted()).toEqual(names.toSorted());
  expect(secretInputs).toContain('getToken');
});

test.each(secretInputs)('%s takes its secret from no argument, nor repeats it', async (name) => {
  const secret = { password: 'canary-word', refreshToken: 'canary-word' };
  for (const refused of [
    await run(name, { body: { ...secret, username: 'canary-name' } }),
    await runCommand(['--data-dir', dataDir, 'call', name]),
  ]) {
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.error()).toMatchObject({
      code: 'input.invalid',
      message: expect.stringMatching(
        /^A (password|token) is never an argument: give \w+ its input by/,
      ) as string,
    });
    expect(refused.err).not.toContain('canary');
  }
});

test('every change at the bank went through the journal, and no secret stands there', async () => {
  const listed = await runCommand(['--data-dir', dataDir, 'submissions']);
  const answer = listed.json<{
    submissions: { operation: string; reference: string; state: string }[];
  }>();
  const { submissions } = answer;
  expect(new Set(submissions.map(({ state }) => state))).toEqual(new Set(['accepted']));
  expect(submissions.map(({ reference }) => reference)).toEqual(
    expect.arrayContaining(['INV-9', 'REM-1', 'PAY-1', 'FX-1']),
  );
  const operations = submissions.map(({ operation }) => operation);
  expect(operations).not.toContain('resetPassword');
  expect(operations).toEqual(
    expect.arrayContaining(['createSubclient', 'createVirtualAccount', 'uploadSubclientDocuments']),
  );
  expect(listed.out).not.toContain('Baobab-and-acacia-17');
});

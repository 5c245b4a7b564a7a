import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Proposal } from '../../../electron/connections/recordings/propose.ts';
import { startAlpine } from '../../support/banks/alpine.ts';
import type { FiledBank } from '../../support/banks/bank-server.ts';
import { startHarbour } from '../../support/banks/harbour.ts';
import { startMeridian } from '../../support/banks/meridian.ts';
import { startSavanna } from '../../support/banks/savanna.ts';
import { runCommand, type CliRun } from '../../support/programs/cli.ts';
import { commandLine, expectError } from '../../support/programs/command-line.ts';
import {
  recordedBank,
  signInAndOut,
  type RecordedBank,
} from '../../support/simple-banks/recorded-bank.ts';
import { differences } from '../../support/simple-banks/same-bank.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

/** Writes what the proxy recorded into a folder, and asks for a bank file from it. */
function proposing({ proxy }: RecordedBank<FiledBank>) {
  const folder = join(tempFolder(), 'recordings');
  mkdirSync(folder);
  writeFileSync(join(folder, 'session.har'), proxy.har());
  writeFileSync(join(folder, 'notes.md'), 'what was recorded when');
  return (...options: string[]): Promise<CliRun> =>
    runCommand(['bank-file', '--from', folder, ...options]);
}

const answered = (answers: Readonly<Record<string, string>>): string[] =>
  Object.entries(answers).flatMap(([place, choice]) => ['--answer', `${place}=${choice}`]);

/** Asks, answers, has the file written, and gives back the text of the file. */
async function settle(
  propose: ReturnType<typeof proposing>,
  answers: Readonly<Record<string, string>>,
): Promise<string> {
  const file = join(tempFolder(), 'proposed.json');
  const run = await propose(...answered(answers), '--out', file);
  expect(run.err).toBe('');
  expect(run.json<Proposal>().questions).toEqual([]);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toEqual(run.json<Proposal>().bankFile);
  return text;
}

/** Every text that must not come out: what was typed, and what the bank gave for it. */
function secretsOf({ bank, proxy }: RecordedBank<FiledBank>): string[] {
  const carried = proxy.entries.flatMap(({ request }) =>
    request.headers
      .filter(({ name }) => /^(authorization|x-access-token)$/i.test(name))
      .map(({ value }) => value.split(' ').at(-1) ?? ''),
  );
  return [...new Set([...Object.values(bank.credentials), ...carried])];
}

function expectNoSecret(recorded: RecordedBank<FiledBank>, ...runs: CliRun[]): void {
  const secrets = secretsOf(recorded);
  expect(secrets.length).toBeGreaterThan(2);
  for (const { out, err } of runs)
    for (const secret of secrets) expect(out + err).not.toContain(secret);
}

type Report = { operations: { name: string; state: string }[] };

/** The doctor is green, and these accounts are synced whole. */
async function worksAt(
  { nostro }: RecordedBank<FiledBank>,
  statementDialect: string,
  received: Readonly<Record<string, number>>,
): Promise<Report> {
  const report = (await nostro('doctor')).json<Report>();
  expect(report).toMatchObject({ ok: true, statementDialect });
  const named = Object.keys(received).flatMap((number) => ['--account', number]);
  expect((await nostro('sync', ...named)).json<object>()).toMatchObject({
    accounts: Object.values(received).map((count) => ({
      ...{ received: count, inserted: count, proof: { ok: true } },
    })),
  });
  return report;
}

const through = ({ bank, proxy }: RecordedBank<FiledBank>): string =>
  bank.bankFile.replaceAll(bank.baseUrl, proxy.url);

test('a bank of bare lists and short names works by its file, which comes back from its recordings, and pays once', async () => {
  const recorded = await recordedBank(startHarbour());
  const { bank, nostro, call } = recorded;
  const { accountNumber } = bank;
  const order = {
    accountNumber,
    beneficiaryId: 'B-77',
    amount: '1234.50',
    currency: 'USD',
    reference: 'HT-PAY-1',
    narration: 'Freight',
  };
  await signInAndOut(recorded);
  const { operations } = await worksAt(recorded, 'from/to pageOffset/pageSize items from 0', {
    [accountNumber]: 63,
  });
  const states = Object.fromEntries(operations.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    ...{ getAllAccounts: 'confirmed', getAllBeneficiaries: 'confirmed' },
    ...{ createSingleTransfer: 'confirmed', createSubclient: 'closed' },
  });
  await call('getCurrentUserInfo', {});
  const query = { accountNumber, amount: '10.10', currency: 'USD' };
  const fee = await call('getTransferFee', { query });
  expect(fee.json<object>()).toMatchObject({ fee: '1.25', currency: 'USD' });
  for (const run of ['first', 'again']) {
    const paid = await nostro('pay', '--input', JSON.stringify(order));
    expect([run, paid.json()]).toMatchObject([
      run,
      { outcome: 'accepted', transferId: 'O-HT-PAY-1' },
    ]);
  }
  expect(bank.orders).toEqual([
    { ref: 'HT-PAY-1', amt: '1234.50', key: expect.any(String) as string },
  ]);
  const found = await call('findTransfers', { query: { reference: 'HT-PAY-1' } });
  expect(found.json<object>()).toMatchObject({
    transfers: { totalItems: 1, data: [{ id: 'O-HT-PAY-1', amount: '1234.50', status: 'BOOKED' }] },
  });
  await call('getAccountsBy', { query: { accountNumber: 'HT-9' } });

  const propose = proposing(recorded);
  const run = await propose();
  const { bankFile, evidence, questions } = run.json<Proposal>();
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(differences(through(recorded), bankFile)).toEqual([]);
  expect(questions.map(({ place }) => place)).toEqual(['environment']);
  expect(bankFile).toMatchObject({ environment: 'production' });
  expect(evidence).toContainEqual({
    place: 'operations.getStatement.response.amount',
    from: expect.stringMatching(/^session\.har entry \d+$/) as string,
    because: expect.stringMatching(/^Between \d+ entries .*“\/bal” moves by “\/amt”/) as string,
  });
  expectNoSecret(recorded, run);

  const text = await settle(propose, { environment: 'uat', name: 'Harbour Trust UAT' });
  const { client_key: key, client_secret: secret } = bank.credentials;
  const again = commandLine(text, { key: key ?? '', secret: secret ?? '' }).nostro;
  expect((await again('doctor')).json()).toMatchObject({ ok: true });
  expect((await again('sync', '--account', accountNumber)).json()).toMatchObject({
    accounts: [{ received: 64, proof: { ok: true } }],
  });
  const second = { ...order, reference: 'HT-PAY-2', amount: '7.25' };
  expect((await again('pay', '--input', JSON.stringify(second))).json()).toMatchObject({
    outcome: 'accepted',
    confirmed: true,
    transferId: 'O-HT-PAY-2',
  });
  expect(bank.orders.map(({ ref, amt }) => [ref, amt])).toEqual([
    ['HT-PAY-1', '1234.50'],
    ['HT-PAY-2', '7.25'],
  ]);
}, 120_000);

test('a bank of envelopes and German words works by its file, which comes back from its recordings; an empty list is asked about', async () => {
  const recorded = await recordedBank(startAlpine());
  const { bank, call } = recorded;
  const path = { clientId: 'K-9' };
  const place = { path: { ...path, id: 'G2' } };
  const dialect = 'startDate/endDate pageNumber/pageSize from 0';
  await worksAt(recorded, dialect, { [bank.accountNumber]: 47 });
  await call('getCurrentUserInfo', {});
  await call('getAllSubclients', { path });
  const created = await call('createSubclient', {
    path,
    body: { name: 'Murmel Textil AG', countryOfRegistration: 'CHE' },
  });
  expect(created.json<object>()).toMatchObject({
    subClient: { entityId: 'G2', status: 'draft', stagesRemaining: ['SHAREHOLDERS'] },
  });
  const owner = { name: 'Vreni Graf', ownershipPercentage: '33.3334' };
  const added = await call('createSubclientShareholder', {
    ...place,
    body: { shareholderType: 'individual', ...owner },
  });
  expect(added.json<object>()).toMatchObject({
    shareholder: { id: 'E1', ownershipPercentage: '33.3334' },
  });
  const owners = await call('getSubclientShareholders', place);
  expect(owners.json<object>()).toMatchObject({ shareholders: [owner] });
  expect(bank.companies).toEqual(['Gletscher Optik AG', 'Murmel Textil AG']);
  await call('getSubclientDocuments', place);
  await call('getAccountsBy', { query: { accountNumber: '1' } });

  const propose = proposing(recorded);
  const run = await propose();
  const { bankFile, questions } = run.json<Proposal>();
  expect(questions.map(({ place: asked }) => asked)).toEqual([
    'operations.getSubclientDocuments.response',
    'environment',
  ]);
  const differ = differences(through(recorded), bankFile);
  expect(differ.filter((at) => !at.startsWith('operations.getSubclientDocuments.'))).toEqual([]);
  expectNoSecret(recorded, run);

  const text = await settle(propose, {
    environment: 'uat',
    'operations.getSubclientDocuments.response': 'as Nostro assumes',
  });
  const again = commandLine(text, bank.credentials).nostro;
  expect((await again('doctor')).json()).toMatchObject({ ok: true });
  expect((await again('sync', '--account', bank.accountNumber)).json()).toMatchObject({
    accounts: [{ received: 47, proof: { ok: true } }],
  });
}, 120_000);

test('a bank that renews tokens and deals works by its file, which comes back from its recordings with the dialect that it leaves open', async () => {
  const recorded = await recordedBank(startSavanna());
  const { bank, nostro, call, proxy } = recorded;
  const [kes, usd] = bank.accountNumbers;
  const pair = { sellCurrency: 'USD', buyCurrency: 'KES' };
  await worksAt(recorded, 'from/to pageOffset/pageSize from 1', { [kes]: 38, [usd]: 24 });
  await call('getQuote', { query: { ...pair, buyAmount: '9000.00' } });
  const { quote } = (await call('getQuote', { query: { ...pair, sellAmount: '200.00' } })).json<{
    quote: { quoteId: string };
  }>();
  expect(quote).toMatchObject({ sellAmount: '200.00', buyAmount: '25700.00', rate: '128.5' });
  const deal = { sellAccountNumber: usd, buyAccountNumber: kes, reference: 'SV-FX-1' };
  const dealt = await call('lockRate', { body: { quoteId: quote.quoteId, ...deal } });
  expect(dealt.json<object>()).toMatchObject({
    lock: { tradeId: 'D-1', reference: 'SV-FX-1', status: 'settled' },
  });
  expect(bank.deals).toEqual(['SV-FX-1']);
  await call('getAllTrades', { query: { reference: 'SV-FX-1' } });
  const wanted = {
    uniqueRequestId: '0192f0c0-7d3e-7000-8000-0000000000a1',
    ...{ currencyIso3Code: 'USD', accountName: 'Collections' },
  };
  const opened = await call('createVirtualAccount', { body: wanted });
  expect(opened.json<object>()).toMatchObject({ account: { ...wanted, availableBalance: '0.00' } });
  expect(bank.opened).toEqual(['Collections']);
  proxy.endSession();
  await nostro('sync', '--account', usd);

  const propose = proposing(recorded);
  const run = await propose();
  const { bankFile, questions } = run.json<Proposal>();
  expect(questions.map(({ place }) => place)).toEqual(['auth.request.code', 'environment']);
  // Its own file leaves the statement to the doctor, and does not place what the list of deals calls “until”.
  expect(differences(through(recorded), bankFile)).toEqual([
    'statement',
    'operations.getAllTrades.response.expiresAt',
  ]);
  expect(bankFile['statement']).toMatchObject({
    dates: ['from', 'to'],
    paging: ['pageOffset', 'pageSize'],
    pageUnit: 'page',
    firstPage: 1,
  });
  expectNoSecret(recorded, run);

  const text = await settle(propose, { environment: 'uat', 'auth.request.code': 'secret' });
  const { phone = '', passcode = '' } = bank.credentials;
  const again = commandLine(text, { msisdn: phone, codeSecret: passcode }).nostro;
  expect((await again('doctor')).json()).toMatchObject({ ok: true });
  expect((await again('sync', '--account', kes)).json()).toMatchObject({
    accounts: [{ proof: { ok: true } }],
  });
}, 120_000);

test('a bank that speaks as Nostro assumes gets a short file, and an operation opened only where it was seen', async () => {
  const recorded = await recordedBank(startMeridian());
  const { bank, nostro, call } = recorded;
  await nostro('doctor');
  await nostro('sync', '--account', bank.accountNumber);
  const order = {
    accountNumber: bank.accountNumber,
    beneficiaryId: 'b-1',
    amount: '12.50',
    currency: 'USD',
    reference: 'MC-PAY-1',
  };
  await nostro('pay', '--input', JSON.stringify(order));
  await call('findTransfers', { query: { reference: 'MC-PAY-1' } });

  const run = await proposing(recorded)();
  const { bankFile, questions } = run.json<Proposal>();
  expect(questions.map(({ place }) => place)).toEqual(['environment']);
  expect(differences(through(recorded), bankFile)).toEqual([]);
  expect(Object.keys(bankFile['operations'] as object).toSorted()).toEqual(
    Object.keys((JSON.parse(bank.bankFile) as { operations: object }).operations).toSorted(),
  );
}, 60_000);

test('nothing is written while a question is open, over a file that is there, or for an answer that fits none', async () => {
  const recorded = await recordedBank(startMeridian());
  await recorded.nostro('sync', '--account', recorded.bank.accountNumber);
  const propose = proposing(recorded);
  const file = join(tempFolder(), 'bank.json');

  const open = await propose('--out', file);
  expectError(open, 1, {
    code: 'recording.open',
    fields: { environment: expect.stringContaining('uat | production') as string },
  });
  const wrong = await propose(
    '--answer',
    'environment=live',
    '--answer',
    'colour=red',
    '--out',
    file,
  );
  expect(wrong.error()).toMatchObject({
    code: 'recording.unusable',
    fields: { environment: 'is none of uat, production', colour: 'is asked nothing about' },
  });
  expect(existsSync(file)).toBe(false);

  writeFileSync(file, 'a file of somebody');
  const over = await propose('--answer', 'environment=uat', '--out', file);
  expect(over.error()).toMatchObject({ code: 'file.unwritable' });
  expect(readFileSync(file, 'utf8')).toBe('a file of somebody');
}, 60_000);

test('a file that is missing, empty or no recording is reported by its name and with nothing of its content', async () => {
  const folder = tempFolder();
  const at = (name: string, text: string | Uint8Array): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const none = await runCommand(['bank-file']);
  expect(none).toMatchObject({ code: 2 });
  const gone = await runCommand(['bank-file', '--from', join(folder, 'gone')]);
  expect(gone).toMatchObject({ code: 2 });
  const cut = await runCommand([
    'bank-file',
    '--from',
    at('cut.har', '{"log":{"entries":[{"secret-canary'),
  ]);
  expect(cut).toMatchObject({ code: 1, out: '' });
  expect(cut.error()).toMatchObject({
    code: 'recording.unusable',
    message: expect.stringContaining('The recording cut.har is not whole JSON.') as string,
  });
  expect(cut.err).not.toContain('secret-canary');
}, 60_000);

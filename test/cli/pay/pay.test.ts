import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { trueEntries } from '../../support/simple-banks/foreign-bank.ts';
import { plain } from '../../support/simple-banks/foreign-payments.ts';
import { order, payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { expectError } from '../../support/programs/command-line.ts';

test('pays once; the same reference again is looked up and reported, for another amount refused', async () => {
  const { bank, nostro } = await payingScene();
  const first = await nostro(...payment({ reference: 'INV-2026-17' }));
  expect(first.err).toBe('');
  expect(first.code).toBe(0);
  expect(first.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'P-1' });
  expect(bank.booked).toEqual([
    { id: 'P-1', ref: 'INV-2026-17', amt: '1250.10', ccy: 'USD', payee: 'b-7' },
  ]);
  const again = await nostro(...payment({ reference: 'INV-2026-17' }));
  expect(again.code).toBe(0);
  expect(again.json<Paid>()).toEqual(first.json<Paid>());
  for (const other of [{ amount: '1250.11' }, { beneficiaryId: 'b-8' }]) {
    const refused = await nostro(...payment({ reference: 'INV-2026-17', ...other }));
    expectError(refused, 1, 'input.invalid');
  }
  expect(bank.orders()).toBe(1);
});

test('an answer that was lost: exit 3, an open submission, settled by --resolve', async () => {
  const { bank, nostro } = await payingScene();
  bank.behave({ booksAfterMs: 0, answer: { cut: 9 } });
  const sent = await nostro(...payment());
  expect(sent.code).toBe(3);
  const { submissionId, outcome } = sent.json<Paid>();
  expect(outcome).toBe('unknown');
  expect(sent.error()).toMatchObject({ code: 'outcome.unknown' });
  const open = await nostro('submissions', '--open');
  expect(open.json<{ submissions: object[] }>().submissions).toMatchObject([
    { submissionId, state: 'unknown', about: { amount: { amount: '1250.10' } } },
  ]);
  const resolved = await nostro('submissions', '--resolve', submissionId);
  expect(resolved.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'P-1' });
  expect(resolved.code).toBe(0);
  expect(bank.orders()).toBe(1);
  expect(bank.booked).toHaveLength(1);
});

test('an answer that comes late is an answer', async () => {
  const { bank, nostro } = await payingScene();
  const text = '{"id":"P-1","state":"TAKEN"}';
  bank.behave({ booksAfterMs: 0, answer: { status: 200, text, afterMs: 1_500 } });
  const paid = await nostro(...payment());
  expect(paid.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'P-1' });
});

test('a bank that dies after booking: unknown while it is down, settled once it is back [P4]', async () => {
  const { bank, nostro } = await payingScene();
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const dying = nostro(...payment());
  await expect.poll(() => bank.booked.length, { timeout: 10_000 }).toBe(1);
  bank.die();
  const sent = await dying;
  expect(sent.code).toBe(3);
  const { submissionId } = sent.json<Paid>();
  const down = await nostro('submissions', '--resolve', submissionId);
  expectError(down, 1, 'network.unreachable');
  await bank.revive();
  const back = await nostro('submissions', '--resolve', submissionId);
  expect(back.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'P-1' });
  expect(bank.orders()).toBe(1);
});

test('the next sync settles what is open', async () => {
  const entries = trueEntries(12, '2026-10-01');
  const { bank, nostro } = await payingScene('none', { entries, openingBalance: '1000.0000' });
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  expect((await nostro(...payment({ amount: '12.5' }))).code).toBe(3);
  const synced = await nostro('sync', '--account', '9988776655', '--from', '2026-10-01');
  expect(synced.err).toBe('');
  const { submissions } = (await nostro('submissions')).json<{ submissions: object[] }>();
  expect(submissions).toMatchObject([{ state: 'accepted', recordId: 'P-1' }]);
  expect(bank.orders()).toBe(1);
});

test('the bank’s no is exit 1 with its words, and nothing to resolve', async () => {
  const { bank, nostro } = await payingScene();
  const text = '{"error":{"message":"Payee is blocked"}}';
  bank.behave({ booksAfterMs: null, answer: { status: 422, text } });
  const refused = await nostro(...payment());
  expect(refused.code).toBe(1);
  expect(refused.json<Paid>()).toMatchObject({
    outcome: 'refused',
    error: { code: 'bank.refused', bank: 'Payee is blocked' },
  });
  const { submissionId } = refused.json<Paid>();
  expect((await nostro('submissions', '--resolve', submissionId)).code).toBe(1);
  expect((await nostro('submissions', '--send-again', submissionId)).code).toBe(1);
  expect(bank.orders()).toBe(1);
});

test('what never left may be sent again by a person, under the same reference', async () => {
  const { bank, nostro } = await payingScene();
  bank.behave({ booksAfterMs: null, answer: { status: 429, text: '{}' } });
  const held = await nostro(...payment({ reference: 'R-1' }));
  expect(held.code).toBe(1);
  const { submissionId } = held.json<Paid>();
  const again = await nostro('submissions', '--send-again', submissionId);
  expect(again.json<Paid>()).toMatchObject({ outcome: 'accepted' });
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['R-1']);
});

test('amounts that could mean something else are refused before anything is sent', async () => {
  const { bank, nostro } = await payingScene();
  const ambiguous = ['1,000', '1,250.10', '01.00', ' 1.00', '1e3', '１００', '1.000,50'];
  const worthless = ['0', '-1', '0.001'];
  for (const amount of [...ambiguous, ...worthless]) {
    const refused = await nostro(...payment({ amount }));
    expect(refused.code).toBe(ambiguous.includes(amount) ? 2 : 1);
    const fields = { amount: expect.any(String) as string };
    expect(refused.error()).toMatchObject({ code: 'input.invalid', fields });
  }
  expect(bank.orders()).toBe(0);
  expect((await nostro('submissions')).json<object>()).toMatchObject({ submissions: [] });
}, 120_000);

test('a payment without a reference is exit 2, with the reason', async () => {
  const { bank, nostro } = await payingScene();
  for (const more of [{ reference: undefined }, { reference: '' }, { reference: 'two words' }])
    expect((await nostro(...payment(more))).code).toBe(2);
  const refused = await nostro(...payment({ reference: undefined }));
  expect(refused.out).toBe('');
  expect(refused.error()).toMatchObject({
    code: 'input.invalid',
    message: expect.stringContaining(
      'The reference is the payment’s identity: without one, the same command run again would pay twice.',
    ) as string,
  });
  expect(bank.orders()).toBe(0);
});

test('an amount written as a JSON number keeps its digits', async () => {
  const { bank, nostro } = await payingScene();
  const input = order().replace('"1250.10"', '90071992547409.93');
  expect((await nostro('pay', '--input', input)).code).toBe(0);
  expect(bank.booked[0]?.amt).toBe('90071992547409.93');
});

test('a payment file is checked whole, sent line by line, and goes on where it was left', async () => {
  const { bank, nostro, paymentFile } = await payingScene();
  const good = [1, 2, 3].map((line) => `9988776655,b-7,1${String(line)}.50,USD,F-${String(line)}`);
  const faulty = paymentFile('faulty.csv', [...good, '9988776655,b-7,1.005,USD,F-4']);
  const refused = await nostro('pay', '--file', faulty, '--account', '9988776655');
  expect(refused.code).toBe(1);
  expect(bank.orders()).toBe(0);

  bank.behave(plain, { booksAfterMs: 0, answer: 'none' });
  const file = paymentFile('good.csv', good);
  const result = join(tempFolder(), 'result.csv');
  const sent = await nostro('pay', '--file', file, '--account', '9988776655', '--result', result);
  expect(sent.code).toBe(3);
  expect(sent.json<object>()).toMatchObject({
    state: 'done',
    counts: { accepted: 2, unknown: 1 },
    lines: [{ reference: 'F-1', transferId: 'P-1' }, { state: 'unknown' }, { state: 'accepted' }],
  });
  expect(readFileSync(result, 'utf8')).toContain('"F-2"');
  const again = await nostro('pay', '--file', file);
  expect(again.json<object>()).toMatchObject({ counts: { unknown: 1, accepted: 2 } });
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['F-1', 'F-2', 'F-3']);
});

test('a file in other words is paid by the columns that are named, and by none that are guessed', async () => {
  const { bank, nostro } = await payingScene();
  const file = join(tempFolder(), 'lauf.csv');
  writeFileSync(
    file,
    'Zahlungslauf\nKonto;Kennung;Betrag;Zeichen\n9988776655;b-7;1.250,10;F-1\nSumme;;1.250,10;',
  );
  const pay = (...more: string[]) =>
    nostro('pay', '--file', file, '--account', '9988776655', ...more);
  const columns = [
    'account=Konto',
    'beneficiaryId=2',
    'amount=Betrag',
    'reference=zeichen',
  ].flatMap((one) => ['--columns', one]);
  const unknown = await pay();
  expect(unknown.error()).toMatchObject({
    code: 'file.columns-unknown',
    message: expect.stringContaining('Name its columns by --columns FIELD=COLUMN') as string,
  });
  expect((await pay('--columns', 'amount=Preis')).error().message).toContain(
    'it has no column Preis; its columns are Konto, Kennung, Betrag, Zeichen.',
  );
  expect((await pay('--columns', 'sum=Betrag')).error().message).toContain('names sum');
  expect((await pay('--columns', 'amount')).code).toBe(2);
  expect((await pay('--decimals', 'comma')).code).toBe(2);
  const wrong = await pay(...columns.with(7, 'narration=zeichen'), '--decimals', 'point');
  expect(wrong.json<object>()).toMatchObject({ counts: { invalid: 1 } });
  expect(bank.orders()).toBe(0);
  const paid = await pay(...columns);
  expect(paid.json<object>()).toMatchObject({ counts: { accepted: 1 }, lines: [{ line: 3 }] });
  await pay(...columns);
  expect((await pay(...columns.with(7, 'narration=zeichen'))).error().message).toContain(
    'it stays',
  );
  expect(bank.booked.map(({ ref, amt }) => [ref, amt])).toEqual([['F-1', '1250.10']]);
});

test('wrong use is exit 2', async () => {
  const { bank, nostro } = await payingScene();
  for (const args of [['pay'], ['pay', '--input', '{'], payment({ more: 1 })])
    expect((await nostro(...args)).code).toBe(2);
  expect(bank.orders()).toBe(0);
});

test('a bank file without a path for payments is refused, and nothing is journalled', async () => {
  const { nostro } = await payingScene('none', {}, (file) => {
    delete file.operations['createSingleTransfer'];
  });
  const closed = await nostro(...payment());
  expectError(closed, 1, {
    code: 'operation.closed',
    operation: 'createSingleTransfer',
  });
  expect((await nostro('submissions')).json<object>()).toMatchObject({ submissions: [] });
});

import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { RepairRequest } from '../../../electron/nouns/payments/file/repair-line.ts';
import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import { fileById } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import { linesAfter } from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { PaymentFile, Repair } from '../../../shared/ipc/changes/payment-files.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { context, paidTo, valueOf } from '../../support/desks/lone-desk.ts';
import { listedTransfer, openBatchDesk, payeeOf } from './batch-desk.ts';

const at = '2026-11-20T10:05:00.000Z';
const actor = actorNamed('Ada Merlin');

/** A desk with dollar account 1, euro account 2 and yen account 3, two alike payees, and the payments of a file of these lines. */
function openRepairs() {
  const desk = openBatchDesk();
  desk.cache.ensureAccount('2', 'EUR');
  desk.cache.ensureAccount('3', 'JPY');
  for (const payee of [
    payeeOf('b-7', { name: 'Clearwell Audit LLP', accountNumber: 'GB29NWBK60161331926819' }),
    payeeOf('b-8', { name: 'Clearway Auditing Ltd', accountNumber: 'GB11LOYD30963400000417' }),
  ]) {
    desk.payees.set(payee.entityId, payee);
    desk.cache.saveBeneficiary(payee, at);
  }
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const drop = async (lines: readonly string[], name = 'run.csv'): Promise<PaymentFile> => {
    const heading = 'account,payee,payee account,amount,currency,reference,narration';
    const bytes = new Uint8Array(Buffer.from([heading, ...lines].join('\n')));
    return valueOf(await runner.add({ fileName: name, bytes }, context));
  };
  const request = (line: number, repair: Repair, revision = 0): RepairRequest => ({
    line,
    revision,
    repair,
    actor,
    at,
  });
  const repair = (
    { batchId }: PaymentFile,
    ...given: Parameters<typeof request>
  ): Promise<PaymentFile> => runner.repair(batchId, request(...given), context);
  const refused = async (
    file: PaymentFile,
    ...given: Parameters<typeof request>
  ): Promise<DeskFault> => {
    const [outcome] = await Promise.allSettled([repair(file, ...given)]);
    if (outcome.status === 'fulfilled') expect.fail('it was repaired');
    if (outcome.reason instanceof DeskFault) return outcome.reason;
    throw outcome.reason;
  };
  const line = ({ batchId }: PaymentFile, number: number) =>
    desk.linesOf(batchId).find((one) => one.line === number)!;
  const stored = ({ batchId }: PaymentFile, number: number) =>
    linesAfter(desk.parts.journal, batchId, number - 1, 1)[0]!;
  const paidBefore = (beneficiaryId: string, amount: string, createdAt = '2026-11-03T09:00:00Z') =>
    desk.cache.saveTransfers(
      [
        listedTransfer({
          id: `T-${beneficiaryId}-${amount}`,
          reference: `OLD-${beneficiaryId}-${amount}`,
          beneficiaryId,
          amount,
          currency: 'USD',
          createdAt,
        }),
      ],
      at,
      { complete: false },
    );
  const offers = async ({ batchId }: PaymentFile) => (await runner.repairs(batchId)).rows;
  return { ...desk, runner, drop, repair, refused, line, stored, paidBefore, offers };
}

const misnamed = '1,Clearwel Audit GmbH,,4791.97,USD,RUN-8,Audit';
const unreadable = '1,Payee b-1,,"1.250,5x",USD,RUN-15,Port';
const dollarsFromEuros = '2,Payee b-2,,4637.11,USD,RUN-23,Fish';

describe('a repair', () => {
  test('of the payee makes the line ready, and records what it was, by whom and when', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed, '1,Payee b-1,,5.00,USD,RUN-9,']);
    expect(desk.line(file, 2).problems).toEqual({
      beneficiary: 'No saved payee is called “Clearwel Audit GmbH”.',
    });
    const after = await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(after).toMatchObject({ state: 'ready', counts: { ready: 2, invalid: 0 } });
    expect(desk.line(file, 2)).toMatchObject({
      payeeName: 'Clearwell Audit LLP',
      beneficiaryId: 'b-7',
      reference: 'RUN-8',
      problems: {},
      repairs: [{ field: 'payee', was: 'Clearwel Audit GmbH', to: 'b-7', actor, at }],
    });
  });

  test('of the amount and the account make theirs ready; then the file is sent as repaired', async () => {
    const desk = openRepairs();
    desk.cache.ensureAccount('4', 'EUR');
    const file = await desk.drop([unreadable, dollarsFromEuros]);
    expect(desk.line(file, 3).problems['currency']).toBe(
      'The account 2 cannot pay USD: it is kept in EUR.',
    );
    await desk.repair(file, 2, { kind: 'amount', amount: '1250.5', currency: 'USD' });
    const after = await desk.repair(file, 3, { kind: 'account', accountNumber: '1' });
    expect(after.totals).toMatchObject([{ accountNumber: '1', amount: { amount: '5887.61' } }]);
    valueOf(
      await desk.runner.start(
        file.batchId,
        { by: 'person', acknowledged: [], seal: after.seal },
        context,
      ),
    );
    await desk.runner.ended();
    expect(desk.orders).toMatchObject([
      { reference: 'RUN-15', amount: '1250.50', currency: 'USD', accountNumber: '1' },
      { reference: 'RUN-23', amount: '4637.11', currency: 'USD', accountNumber: '1' },
    ]);
  });

  test('leaves the bytes, the hash and the cells of the file as they are', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed]);
    const before = desk.stored(file, 2).cells;
    await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(desk.stored(file, 2).cells).toEqual(before);
    const heading = 'account,payee,payee account,amount,currency,reference,narration';
    const sha256 = createHash('sha256').update([heading, misnamed].join('\n')).digest('hex');
    expect(fileById(desk.parts.journal, file.batchId)?.sha256).toBe(sha256);
  });

  test('outlives every later check of the file, and can be undone', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed]);
    await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    desk.cache.saveBeneficiary(payeeOf('b-9'), at);
    expect((await desk.runner.get(file.batchId, context)).counts.ready).toBe(1);
    const undone = await desk.repair(file, 2, { kind: 'undo' }, 1);
    expect(undone.counts).toMatchObject({ ready: 0, invalid: 1 });
    expect(desk.line(file, 2).repairs).toMatchObject([
      { field: 'payee', to: 'b-7' },
      { field: 'payee', was: 'Clearwell Audit LLP', to: null },
    ]);
  });

  test('of a file that was done opens it again, where a line can be sent now', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed, '1,Payee b-1,,5.00,USD,RUN-9,', unreadable]);
    const start = ({ batchId, seal }: PaymentFile) =>
      desk.runner.start(batchId, { by: 'person', acknowledged: [], seal }, context);
    valueOf(await start(file));
    await desk.runner.ended();
    expect((await desk.runner.get(file.batchId, context)).state).toBe('done');
    const half = await desk.repair(file, 4, { kind: 'payee', entityId: 'b-7' });
    expect(half).toMatchObject({ state: 'done', counts: { ready: 0, invalid: 2 } });
    const open = await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(open).toMatchObject({ state: 'stopped', stopReason: null, counts: { ready: 1 } });
    expect(fileById(desk.parts.journal, file.batchId)?.state).toBe('stopped');
    valueOf(await start(open));
    await desk.runner.ended();
    expect(desk.orders.map(({ reference }) => reference)).toEqual(['RUN-9', 'RUN-8']);
  });

  test('that makes a line a twin of another holds both until they are confirmed', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed, '1,Clearwell Audit LLP,,4791.97,USD,RUN-9,']);
    expect(file.toConfirm).toEqual([]);
    const after = await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(after.toConfirm).toEqual([{ kind: 'duplicate', lines: 2 }]);
    expect(after.seal).not.toBe(file.seal);
    const blind = await desk.runner.start(
      file.batchId,
      { by: 'person', acknowledged: [], seal: after.seal },
      context,
    );
    expect(blind).toMatchObject({ ok: false, error: { code: 'confirmation.required' } });
    expect(desk.orders).toEqual([]);
  });

  test('to a payee whose bank details changed leaves the line blocked', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed]);
    paidTo(desk, payeeOf('b-7', { accountNumber: 'GB00OTHER' }));
    const after = await desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(after.counts.invalid).toBe(1);
    expect(desk.line(file, 2).warnings.map(({ kind }) => kind)).toEqual(['quarantine']);
  });
});

describe('a repair is refused, and changes nothing, where', () => {
  test('another window repaired the line meanwhile', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed]);
    const [first, second] = await Promise.allSettled([
      desk.repair(file, 2, { kind: 'payee', entityId: 'b-7' }),
      desk.repair(file, 2, { kind: 'payee', entityId: 'b-8' }),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(desk.line(file, 2).beneficiaryId).toBe('b-7');
    const { message } = await desk.refused(file, 2, { kind: 'payee', entityId: 'b-8' });
    expect(message).toMatch(/^Line 2 was repaired in another window\. Nothing was changed here\./);
  });

  test('the line was sent', async () => {
    const desk = openRepairs();
    const file = await desk.drop(['1,Payee b-1,,5.00,USD,RUN-1,']);
    valueOf(
      await desk.runner.start(
        file.batchId,
        { by: 'person', acknowledged: [], seal: file.seal },
        context,
      ),
    );
    await desk.runner.ended();
    const { message } = await desk.refused(file, 2, {
      kind: 'amount',
      amount: '6.00',
      currency: 'USD',
    });
    expect(message).toMatch(/^Line 2 was sent and cannot be repaired\. Nothing was changed\./);
    expect(desk.orders).toHaveLength(1);
    expect(desk.line(file, 2)).not.toHaveProperty('repairs');
  });

  test('the file is being sent, or the line is left out, or there is no such line', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed, '1,Payee b-1,,5.00,USD,RUN-1,']);
    await desk.runner.skip(file.batchId, { lines: [2], skipped: true }, context);
    const payee: Repair = { kind: 'payee', entityId: 'b-7' };
    expect((await desk.refused(file, 2, payee)).message).toMatch(/left out/);
    expect((await desk.refused(file, 99, payee)).message).toMatch(/Nothing was changed/);
  });

  test('the payee disappeared between offer and Enter', async () => {
    const desk = openRepairs();
    const file = await desk.drop([misnamed]);
    const [offer] = await desk.offers(file);
    expect(offer?.payees[0]?.entityId).toBe('b-7');
    desk.cache.saveBeneficiaries([payeeOf('b-1')], '2026-11-20T10:06:00.000Z', { complete: true });
    const { message } = await desk.refused(file, 2, { kind: 'payee', entityId: 'b-7' });
    expect(message).toBe(
      'This payee is no longer among the saved payees. Choose another one. Nothing was changed.',
    );
    expect(desk.line(file, 2)).not.toHaveProperty('repairs');
  });

  test.each([
    ['1250.501', 'USD', /USD has 2 decimals at most/],
    ['12.5', 'JPY', /JPY has no decimals/],
    ['-5.00', 'USD', /above zero, without a sign/],
    ['0', 'USD', /above zero/],
    ['', 'USD', /no amount/],
    ['1.250,5x', 'USD', /cannot be read: “x”/],
    ['1,500', 'USD', /may stand for thousands or decimals/],
    ['5', 'ABC', /ABC is not a currency known here/],
    ['1e3', 'USD', /cannot be read: “e”/],
    ['5\u202E', 'USD', /hidden mark|cannot be read/],
  ])('the amount is %j %s', async (amount, currency, sentence) => {
    const desk = openRepairs();
    const file = await desk.drop([unreadable]);
    const { message } = await desk.refused(file, 2, { kind: 'amount', amount, currency });
    expect(message).toMatch(sentence);
    expect(message).toMatch(/Nothing was changed\.$/);
    expect(desk.line(file, 2)).not.toHaveProperty('repairs');
  });

  test('the payments would add up to more than the desk can calculate with', async () => {
    const desk = openRepairs();
    const file = await desk.drop([unreadable, '1,Payee b-2,,99999999999999.00,USD,RUN-1,']);
    const most: Repair = { kind: 'amount', amount: '99999999999990.00', currency: 'USD' };
    expect((await desk.refused(file, 2, most)).message).toMatch(/add up to more/);
    await desk.repair(file, 3, { kind: 'amount', amount: '1.00', currency: 'USD' });
    expect((await desk.repair(file, 2, most)).totals).toMatchObject([{ lines: 2 }]);
  });

  test('the account is none of ours, or the reference is that of another line or payment', async () => {
    const desk = openRepairs();
    const file = await desk.drop(['1,Payee b-1,,5.00,USD,bad ref,', '1,Payee b-2,,6.00,USD,R-2,']);
    const other = await desk.refused(file, 2, { kind: 'account', accountNumber: '999' });
    expect(other.message).toMatch(/none of our accounts/);
    const same = await desk.refused(file, 2, { kind: 'text', field: 'reference', text: 'R-2' });
    expect(same.message).toMatch(/^Line 3 has the same reference\./);
    const inOtherCase = { kind: 'text', field: 'reference', text: 'r-2' } as const;
    expect((await desk.refused(file, 2, inOtherCase)).message).toBe(same.message);
    await desk.repair(file, 2, { kind: 'text', field: 'reference', text: 'R-1' });
    expect(desk.line(file, 2)).toMatchObject({ reference: 'R-1', problems: {} });
  });
});

test('an amount of a file with decimal commas is repaired in plain text', async () => {
  const desk = openRepairs();
  const text = 'Account;Payee;Amount;Currency\n1;Payee b-1;1.250,5x;USD\n1;Payee b-2;2,50;USD';
  const match = {
    columns: { account: 0, beneficiary: 1, amount: 2, currency: 3 },
    decimals: 'comma',
    firstLine: 2,
    remember: false,
  } as const;
  const bytes = new Uint8Array(Buffer.from(text));
  const file = valueOf(await desk.runner.add({ fileName: 'lauf.csv', bytes, match }, context));
  expect(desk.line(file, 2).problems['amount']).toMatch(/“1\.250,5x” cannot be read: “x”/);
  await desk.repair(file, 2, { kind: 'amount', amount: '1250.50', currency: 'USD' });
  expect(desk.line(file, 2).amount).toEqual({ amount: '1250.50', currency: 'USD' });
});

test('a file that is dropped anew after repairs is another file, as it was written', async () => {
  const desk = openRepairs();
  const first = await desk.drop([misnamed]);
  await desk.repair(first, 2, { kind: 'payee', entityId: 'b-7' });
  const second = await desk.drop([misnamed], 'again.csv');
  expect(second).toMatchObject({ duplicateOf: 'run.csv', counts: { invalid: 1 } });
  expect(desk.line(second, 2)).not.toHaveProperty('repairs');
  expect(desk.line(first, 2).repairs).toHaveLength(1);
});

describe('what is offered', () => {
  test('for an unknown payee: the nearest, with their payments; likely the one that was paid', async () => {
    const desk = openRepairs();
    desk.paidBefore('b-7', '4791.97');
    desk.paidBefore('b-7', '12.00', '2026-10-03T09:00:00Z');
    const [offer] = await desk.offers(await desk.drop([misnamed]));
    expect(offer).toMatchObject({
      revision: 0,
      likelyPayee: 'b-7',
      payees: [
        {
          entityId: 'b-7',
          name: 'Clearwell Audit LLP',
          payments: 2,
          lastPaidAt: '2026-11-03T09:00:00Z',
          sameAmountAt: '2026-11-03T09:00:00Z',
        },
        { entityId: 'b-8', payments: 0, lastPaidAt: null, sameAmountAt: null },
      ],
    });
  });

  test('no payee is likely where two were paid, where none was, or where the line states another account', async () => {
    const desk = openRepairs();
    const file = await desk.drop([
      misnamed,
      '1,Clearwel Audit GmbH,GB00XXXX00000000000000,4791.97,USD,RUN-9,',
    ]);
    expect((await desk.offers(file)).map(({ likelyPayee }) => likelyPayee)).toEqual([null, null]);
    desk.paidBefore('b-7', '4791.97');
    const [byName, byAccount] = await desk.offers(file);
    expect([byName?.likelyPayee, byAccount?.likelyPayee]).toEqual(['b-7', null]);
    expect(byAccount?.payees[0]).toMatchObject({ entityId: 'b-7', hasLinesAccount: false });
    desk.paidBefore('b-8', '1.00');
    expect((await desk.offers(file))[0]?.likelyPayee).toBeNull();
  });

  test('the payee with the account number of the line is likely, whatever it is called', async () => {
    const desk = openRepairs();
    desk.paidBefore('b-8', '1.00');
    const line = '1,Clear Well Auditors,GB29 NWBK 6016 1331 9268 19,4791.97,USD,RUN-8,';
    const [offer] = await desk.offers(await desk.drop([line]));
    expect(offer?.likelyPayee).toBe('b-7');
  });

  test('for an unreadable amount: the last payment to the payee; for a currency: the account in it', async () => {
    const desk = openRepairs();
    desk.paidBefore('b-1', '1250.50', '2026-10-27T09:00:00Z');
    const [amount, currency] = await desk.offers(await desk.drop([unreadable, dollarsFromEuros]));
    expect(amount).toMatchObject({
      payees: [],
      accounts: [],
      lastPaid: { at: '2026-10-27T09:00:00Z', amount: { amount: '1250.50', currency: 'USD' } },
    });
    expect(currency).toMatchObject({ accounts: [{ accountNumber: '1' }], likelyAccount: '1' });
    desk.cache.ensureAccount('5', 'USD');
    const [, again] = await desk.offers(desk.runner.list()[0]!);
    expect(again?.likelyAccount).toBeNull();
    const paid = await desk.drop([dollarsFromEuros, '5,Payee b-1,,5.00,USD,RUN-1,']);
    expect((await desk.offers(paid))[0]?.likelyAccount).toBe('5');
  });

  test('the first twenty of many lines, and the count of all', async () => {
    const desk = openRepairs();
    const many = Array.from({ length: 25 }, (_, n) => `1,Nobody ${String(n)},,1.00,USD,,`);
    const { batchId } = await desk.drop(many);
    const { rows, total } = await desk.runner.repairs(batchId);
    expect([rows.length, total]).toEqual([20, 25]);
  });
});

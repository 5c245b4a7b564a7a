import { describe, expect, test } from 'vitest';

import type { BankRequest, BankAnswer } from '../../support/banks/bank-server.ts';
import {
  quillCompany,
  quillPayee,
  startQuill,
  submitOnly,
  type Quill,
  deleteOnly,
} from '../../support/banks/quill.ts';
import { commandLineAt, expectError } from '../../support/programs/command-line.ts';

type File = Parameters<Quill['bankFile']>[0];

/** The command line at Quill Trust, which answers a change as the test says. */
async function at(answer?: (asked: BankRequest) => BankAnswer | null, file?: File) {
  const { bank, call, nostro } = await commandLineAt(startQuill(answer), {
    bankFile: (quill) => quill.bankFile(file),
  });
  return {
    bank,
    update: (body: object) => call('updateBeneficiary', { path: { entityId: 'B-7' }, body }),
    submit: () => call('submitSubclient', { path: place }),
    remove: () => call('deleteSubclient', { path: place }),
    call,
    states: async () =>
      (await nostro('submissions'))
        .json<{ submissions: { state: string }[] }>()
        .submissions.map(({ state }) => state),
  };
}

const place = { clientId: 'C-1', id: 'S-9' };
const answering =
  (body: unknown): (() => BankAnswer) =>
  () => ({ body });

describe('Update Beneficiary', () => {
  const sent = { name: 'Mwangi Blooms', accountNumber: '0999000111', postCode: '00200' };
  const after = { ...quillPayee, ...sent, postcode: '00200' };

  test.each<[string, unknown, string]>([
    ['nothing', {}, 'does not contain'],
    ['the old record', quillPayee, 'the account 0110022334 instead of 0999000111'],
    ['a part of what was sent', { name: sent.name, postcode: '00200' }, 'accountNumber'],
  ])('answered with %s is unknown, and the record is held', async (_what, body, words) => {
    const { bank, update, states } = await at(answering(body));
    const run = await update(sent);
    expectError(run, 3, 'outcome.unknown');
    expect(run.error().message).toContain(words);
    expect((await update({ name: 'Another' })).code).toBe(3);
    expect(bank.changes).toHaveLength(1);
    expect(await states()).toEqual(['unknown']);
  });

  test('answered with success: false is refused in the bank’s words, and another one is sent', async () => {
    const { bank, update } = await at(answering({ success: false, message: 'Account closed' }));
    const run = await update(sent);
    expectError(run, 1, {
      code: 'bank.refused',
      status: 200,
      bank: 'success: false: Account closed',
    });
    expect((await update(sent)).code).toBe(1);
    expect(bank.changes).toHaveLength(2);
  });

  test('answered with its record in an envelope is accepted', async () => {
    const { update, states } = await at(answering({ status: 'success', data: after }));
    const run = await update(sent);
    expect(run.err).toBe('');
    expect(run.json<object>()).toMatchObject({
      ...quillPayee,
      name: sent.name,
      postcode: '00200',
      accountNumber: sent.accountNumber,
    });
    expect(await states()).toEqual(['accepted']);
  });

  test('answered with its record where the file says is accepted; without the file it is not guessed', async () => {
    const now = { who: sent.name, acct: sent.accountNumber, zip: '00200' };
    const response = { name: '/now/who', accountNumber: '/now/acct', postcode: '/now/zip' };
    const more = { operations: { updateBeneficiary: { response } } };
    const explained = await at(answering({ old: quillPayee, now }), { more });
    expect((await explained.update(sent)).code).toBe(0);
    expect((await (await at(answering({ now }))).update(sent)).code).toBe(3);
  });

  test.each(['getBeneficiary', 'getAllBeneficiaries'] as const)(
    'answered with nothing is read back by %s where the bank can be asked',
    async (read) => {
      const file = { reads: [read] };
      const done = await at(({ body: { postCode, ...fields } }) => {
        Object.assign(done.bank.payee, fields, { postcode: postCode });
        return { body: {} };
      }, file);
      const run = await done.update(sent);
      expect(run.err).toBe('');
      expect(run.json<object>()).toMatchObject({ name: sent.name, postcode: sent.postCode });
      const undone = await at(answering({}), file);
      expect((await undone.update(sent)).code).toBe(3);
      expect(undone.bank.changes).toHaveLength(1);
    },
  );
});

describe('Delete Subclient', () => {
  test.each<[string, unknown, string]>([
    ['a draft', { ...quillCompany, ...deleteOnly }, '“draft”'],
    ['another sub-client', { ...quillCompany, status: 'deleted', entityId: 'S-8' }, 'S-8'],
    ['no sub-client at all', { status: 'deleted' }, 'entityId'],
  ])('answered with %s is unknown', async (_what, body, words) => {
    const { remove } = await at(answering(body));
    const run = await remove();
    expect(run.code).toBe(3);
    expect(run.error().message).toContain(words);
  });

  test('answered with a draft is read back where the bank can be asked', async () => {
    const done = await at(
      () => {
        done.bank.company['status'] = 'deleted';
        return { body: quillCompany };
      },
      { reads: ['getSubclient'] },
    );
    const run = await done.remove();
    expect(run.err).toBe('');
    expect(run.json<object>()).toMatchObject({ entityId: 'S-9', status: 'deleted' });
    const undone = await at(answering(quillCompany), { reads: ['getSubclient'] });
    expect((await undone.remove()).code).toBe(3);
  });

  test('answered with a word that the bank file explains is done', async () => {
    const more = { statusWords: { done: ['closed'] } };
    const { remove } = await at(answering({ ...quillCompany, status: 'CLOSED' }), { more });
    expect((await remove()).code).toBe(0);
  });
});

describe('Submit Subclient', () => {
  test.each<[string, unknown, string]>([
    ['the draft as any answer shows it', quillCompany, 'does not show'],
    ['another sub-client', { ...quillCompany, ...submitOnly, entityId: 'S-8' }, 'S-8'],
  ])('answered with %s is unknown', async (_what, body, words) => {
    const { submit } = await at(answering(body));
    const run = await submit();
    expect(run.code).toBe(3);
    expect(run.error().message).toContain(words);
  });

  test('answered with its record is done, and with the same record once more is unknown', async () => {
    const { submit } = await at(answering({ ...quillCompany, ...submitOnly }));
    const run = await submit();
    expect(run.json<object>()).toMatchObject({ entityId: 'S-9', ...submitOnly });
    expect((await submit()).code).toBe(3);
  });

  test('answered with a draft is read back where the bank can be asked', async () => {
    const done = await at(
      () => {
        Object.assign(done.bank.company, submitOnly, { updatedAt: new Date().toISOString() });
        return { body: quillCompany };
      },
      { reads: ['getSubclient'] },
    );
    const run = await done.submit();
    expect(run.err).toBe('');
    expect(run.json<object>()).toMatchObject({ entityId: 'S-9', ...submitOnly });
  });
});

test('a 4xx without a body, or as a page, is refused, and the record is free for another one', async () => {
  const answers: BankAnswer[] = [
    { status: 404, body: null, text: '', headers: { 'content-type': '' } },
    { status: 403, body: null, text: '<h1>Blocked</h1>', headers: { 'content-type': 'text/html' } },
    { status: 422, body: { errors: { name: ['is taken'] } } },
  ];
  const { bank, update } = await at(() => answers[bank.changes.length - 1] ?? null);
  const runs = [];
  for (const name of ['One', 'Two', 'Three']) runs.push(await update({ name }));
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(runs.map((run) => run.error())).toMatchObject([
    { code: 'bank.refused', status: 404 },
    { code: 'bank.refused', status: 403, bank: 'Blocked' },
    { code: 'bank.refused', status: 422, bank: 'name is taken', fields: { name: 'is taken' } },
  ]);
});

test('an update with nothing in it is wrong input: nothing is sent or written down', async () => {
  const { bank, call, states } = await at(undefined, {
    more: { operations: { updateSubclient: {}, updateSubclientShareholder: {} } },
  });
  for (const [operation, path] of [
    ['updateBeneficiary', { entityId: 'B-7' }],
    ['updateSubclient', place],
    ['updateSubclientShareholder', { ...place, shareholderId: 'H-1' }],
  ] as const) {
    const run = await call(operation, { path, body: {} });
    expectError(run, 1, {
      code: 'input.invalid',
      fields: { body: 'names nothing to change' },
    });
  }
  expect(bank.changes).toEqual([]);
  expect(await states()).toEqual([]);
});

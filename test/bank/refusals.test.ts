import { describe, expect, test } from 'vitest';

import type { OperationInput } from '../../shared/bank/catalogue.ts';
import { answersSignIn, bankFileOf, codeOf, contextOf, signedIn } from './support/desk-client.ts';
import { playBank } from './support/scripted-server.ts';

type BankAnswer = {
  readonly status: number;
  readonly body?: unknown;
  /** Sent instead of the body, as it stands. */
  readonly text?: string;
  readonly type?: string;
  readonly cut?: true;
};

/** Update Beneficiary at a bank that answers this; the error it ends with. */
async function updated(
  { status, body, text = JSON.stringify(body), type = 'application/json', cut }: BankAnswer,
  file: Record<string, unknown> = {},
) {
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    const bytes = Buffer.from(text);
    const length = String(bytes.length + (cut ? 5_000 : 0));
    response.writeHead(status, {
      ...(type ? { 'content-type': type } : {}),
      'content-length': length,
    });
    if (cut) response.write(bytes, () => response.destroy());
    else response.end(bytes);
  });
  const { client } = await signedIn(bankFileOf(bank.url, file));
  const input: OperationInput<'updateBeneficiary'> = {
    path: { entityId: 'B-7' },
    body: { name: 'Mwangi Blooms', postCode: '00200' },
  };
  const outcome = await client.call('updateBeneficiary', input, contextOf());
  if (outcome.ok) expect.fail('it was believed');
  return outcome.error;
}

const page =
  '<!doctype html><html><head><title>403 Forbidden</title><style>h1{color:red}</style></head><body><script>alert(1)</script><h1>Request&nbsp;blocked &amp; logged</h1><!-- node 7 --><p>Ask your bank.</p></body></html>';
const html = 'text/html; charset=utf-8';

describe('a change that is answered with', () => {
  const refusing = [400, 403, 404, 405, 406, 410, 413, 415, 418, 422, 423, 424, 428, 440, 451, 498];
  test.each(refusing)('%i is refused, whatever its body', async (status) => {
    for (const answer of [
      { status, text: '', type: '' },
      { status, text: '' },
      { status, text: page, type: html },
      { status, text: '{"mess' },
      { status, text: 'x', type: 'image/png' },
    ])
      expect(await updated(answer)).toMatchObject({ code: 'bank.refused', bank: { status } });
  });

  test('a 4xx whose body is cut, packed or without an end is refused: its status has come', async () => {
    const long = { message: 'x'.repeat(500) };
    expect(await updated({ status: 422, body: long, cut: true })).toMatchObject({
      code: 'bank.refused',
    });
    const huge = await updated({ status: 422, text: `"${'y'.repeat(12 * 1024 * 1024)}"` });
    expect(huge).toMatchObject({ code: 'bank.refused' });
    expect(huge.bank?.message?.length).toBeLessThanOrEqual(500);
  });

  test.each([408, 425, 444, 460, 499])('%i leaves the outcome unknown', async (status) => {
    expect(await updated({ status, body: { message: 'Too late' } })).toMatchObject({
      code: 'outcome.unknown',
      bank: { status, message: 'Too late' },
    });
  });

  test.each([500, 502, 503, 520, 302])('%i is as unknown as ever', async (status) => {
    expect(codeOf({ ok: false, error: await updated({ status, text: page, type: html }) })).toBe(
      'outcome.unknown',
    );
  });

  test('429 was not processed, and may be tried again', async () => {
    expect(await updated({ status: 429, text: page, type: html })).toMatchObject({
      code: 'bank.busy',
      retryable: true,
    });
  });

  test('409 is refused where no reference was sent, and unknown where the bank may know it from before', async () => {
    const conflict = { status: 409, body: { message: 'Seen before' } };
    expect(await updated(conflict)).toMatchObject({ code: 'bank.refused' });
    const known = await updated(conflict, { idempotency: { header: 'idempotency-key' } });
    expect(known).toMatchObject({ code: 'outcome.unknown' });
    expect(known.message).toContain('may have this reference already');
  });

  test('a page is quoted as text, without its tags and scripts, as what the answer says', async () => {
    const error = await updated({ status: 403, text: page, type: html });
    expect(error.bank?.message).toBe('403 Forbidden Request blocked & logged Ask your bank.');
    expect(error.message).toContain('403 with text/html');
    expect(error.message).toContain('The answer says: “403 Forbidden');
  });

  test.each([
    ['an open tag', '<p>No <b', 'No'],
    ['an open script', 'No <script>steal()', 'No'],
    ['only marks', '<html></html>', undefined],
    ['entities of every kind', '&#65;&#x42;&lt;b&gt;&bogus;&#x110000;', 'AB<b>&bogus;&#x110000;'],
    ['marks without an end', '<'.repeat(60_000), undefined],
  ])('%s in a page breaks nothing', async (_what, text, words) => {
    const { bank } = await updated({ status: 403, text, type: html });
    if (words === undefined) expect(bank?.message ?? '').not.toContain('html');
    else expect(bank?.message).toBe(words);
  });
});

describe('the bank’s reason is found', () => {
  const tin = 'tin is required';
  test.each<[string, unknown, string]>([
    ['in a list of texts', { errors: [tin] }, tin],
    ['in a list of records', { errors: [{ code: 'E1', message: tin }] }, tin],
    ['in records with their fields', { errors: [{ field: 'tin', message: 'is required' }] }, tin],
    ['in fieldErrors', { fieldErrors: [{ field: 'tin', message: 'is required' }] }, tin],
    ['in a map of fields', { errors: { tin: ['is required'] } }, tin],
    ['in a map of texts', { errors: { tin: 'is required' } }, tin],
    ['as a text', { error: tin }, tin],
    ['in an error', { error: { code: 7, detail: tin } }, tin],
    ['in data', { data: { error: { message: tin } } }, tin],
    ['beside a message', { message: 'Not valid', errors: [tin] }, `Not valid: ${tin}`],
    ['in a list at the top', [{ message: tin }], tin],
    ['in a description', { error: 'invalid', error_description: tin }, `invalid: ${tin}`],
    [
      'at a pointer',
      { errors: [{ detail: 'is required', source: { pointer: '/data/tin' } }] },
      tin,
    ],
    ['as a bare text', tin, tin],
  ])('%s', async (_where, body, words) => {
    const error = await updated({ status: 400, body });
    expect(error).toMatchObject({ code: 'bank.refused', bank: { message: words } });
    expect(error.message).toContain(`The bank says: “${words}”.`);
  });

  test('in problem details', async () => {
    const body = { type: 'about:blank', title: 'Bad Request', status: 400, detail: tin };
    const error = await updated({ status: 400, body, type: 'application/problem+json' });
    expect(error.bank?.message).toBe(`Bad Request: ${tin}`);
  });

  test('in JSON that is called a text', async () => {
    const error = await updated({ status: 400, body: { errors: [tin] }, type: 'text/plain' });
    expect(error).toMatchObject({ code: 'bank.refused', bank: { message: tin } });
  });

  test('at the file’s place first, with what else is known', async () => {
    const error = await updated(
      { status: 400, body: { fault: 'Refused', message: 'no', errors: [tin] } },
      { errorMessage: ['/fault'] },
    );
    expect(error.bank?.message).toBe(`Refused: ${tin}`);
  });

  test('nowhere: a bounded piece of the answer is shown, without secrets', async () => {
    const { bank, message } = await updated({
      status: 400,
      body: {
        hint: 'see A7',
        code: 17,
        accessToken: 'tok-1234567890',
        echoed: 'for canary-token-1',
        filler: 'x'.repeat(5000),
      },
    });
    const words = bank?.message ?? '';
    expect(words).toContain('"hint":"see A7","code":17');
    expect(words.length).toBeLessThanOrEqual(300);
    for (const secret of ['tok-1234567890', 'canary-token-1'])
      expect(words + message).not.toContain(secret);
  });

  test('in a page that repeats a secret, without it', async () => {
    const text = '<p>your token canary-token-1</p>';
    const error = await updated({ status: 400, text, type: html });
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  test.each<[string, unknown]>([
    ['a map', { errors: { postcode: ['is too long'], tin: ['is required'] } }],
    ['a list', { fieldErrors: [{ field: 'post_code', message: 'is too long' }] }],
    ['a pointer', { errors: [{ detail: 'is too long', source: { pointer: '/body/postCode' } }] }],
    ['places', { violations: [{ propertyPath: 'beneficiary.postCode', message: 'is too long' }] }],
  ])('for the fields that were sent, in %s', async (_shape, body) => {
    expect((await updated({ status: 422, body })).fields).toEqual({ postCode: 'is too long' });
  });

  test('for a field by the name that the bank file gives it', async () => {
    const request = { payee: { zip: '{postCode}', title: '{name}' } };
    const error = await updated(
      { status: 422, body: { errors: { 'payee.zip': 'is too long' } } },
      { operations: { getToken: {}, updateBeneficiary: { request } } },
    );
    expect(error.fields).toEqual({ postCode: 'is too long' });
  });
});

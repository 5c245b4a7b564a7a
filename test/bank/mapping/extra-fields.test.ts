import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseExtras, extraLines, spelledOut } from '../../../shared/bank/extras.ts';
import { catalogue } from '../../../shared/bank/catalogue.ts';
import { JsonNumber } from '../../../shared/json/exact-json.ts';
import { limits } from '../../../shared/limits.ts';
import { withExtras } from '../../../electron/engines/bank/mapping/extras.ts';
import { noteUnread } from '../../../electron/engines/bank/json/unread-names.ts';
import { answersSignIn, bankFileOf, contextOf, signedIn } from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

/** A client of a bank that answers `body` to everything, under these operations of the bank file. */
async function clientOf(body: string, operations: Record<string, unknown> = {}) {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response)) answerJson(response, body);
  });
  const all = { getToken: {}, getAccount: {}, getAllBeneficiaries: {}, getBeneficiary: {} };
  const bankFile = bankFileOf(bank.url, { operations: { ...all, ...operations } });
  return (await signedIn(bankFile)).client;
}

/** The account from a bank that answers with this body, and the extra fields around it. */
async function accountOf(body: string, operation: Record<string, unknown> = {}) {
  const client = await clientOf(body, { getAccount: operation });
  const answer = await client.call('getAccount', { path: { entityId: 'e' } }, contextOf());
  if (!answer.ok) throw new Error(answer.error.message);
  return { around: answer.value.extras, account: answer.value.account, answer: answer.value };
}

const wrapped = (more: string): string =>
  `{"account":{"accountId":"a1","availableBalance":1${more}}}`;

describe('what the catalogue does not know of a record', () => {
  test('stays beside it, digit for digit, and so does what stands around it', async () => {
    const { account, around, answer } = await accountOf(
      '{"requestId":7.10,"account":{"accountId":"a1","availableBalance":1,"overdraftLimit":12345678901234567890.10,' +
        '"holder":{"since":"2020-01-01","kyc":null,"tags":["a",1e400,true]},' +
        '"fundingDetails":[{"bic":"ABCDEF22"},{"bic":"X","iban":"DE02"}]}}',
    );
    expect(account.extras).toBe(
      '{"holder":{"kyc":null,"since":"2020-01-01","tags":["a",1e400,true]},"overdraftLimit":12345678901234567890.10}',
    );
    expect(account.fundingDetails?.map(({ extras }) => extras)).toEqual([
      undefined,
      '{"iban":"DE02"}',
    ]);
    expect(around).toBe('{"requestId":7.10}');
    expect(JSON.stringify(spelledOut(answer))).toContain(
      '"overdraftLimit":12345678901234567890.10',
    );
  });

  test('of a record inside it stands under its name', async () => {
    const client = await clientOf(
      '{"beneficiary":{"entityId":"b1","intermediaryBank":{"bic":"B","clearingCode":"0042"}}}',
    );
    const answer = await client.call('getBeneficiary', { path: { entityId: 'b1' } }, contextOf());
    expect(answer).toMatchObject({
      value: {
        beneficiary: {
          extras: '{"intermediaryBank":{"clearingCode":"0042"}}',
          intermediaryBank: { bankName: '', bic: 'B', country: '' },
        },
      },
    });
  });

  test('is empty where the bank sends only known fields', async () => {
    const { answer } = await accountOf(wrapped(''));
    expect(JSON.stringify(answer)).not.toContain('extras');
  });

  test('may be called what ours is called', async () => {
    const { account } = await accountOf(wrapped(',"extras":"{\\"forged\\":1}"'));
    expect(parseExtras(account.extras).fields).toEqual({ extras: '{"forged":1}' });
  });

  test('is the same text in whatever order it is sent', async () => {
    const one = await accountOf(wrapped(',"b":{"y":1,"x":2},"a":3'));
    const two = await accountOf(wrapped(',"a":3,"b":{"x":2,"y":1}'));
    expect(one.account.extras).toBe(two.account.extras);
  });

  test('may be called what every object of the language is called', async () => {
    const { account } = await accountOf(wrapped(',"toString":"a","hasOwnProperty":1.0'));
    expect(account.extras).toBe('{"hasOwnProperty":1.0,"toString":"a"}');
  });

  test('under a name that means something to the language itself is not read, and named', async () => {
    const { account, around } = await accountOf(
      '{"__proto__":{"a":1},"account":{"accountId":"a1","availableBalance":1,"constructor":"Skanska",' +
        '"builder":{"prototype":true,"name":"B"},"fundingDetails":[{"bic":"X","__proto__":null}]}}',
    );
    expect(around).toBe('[{},["__proto__"]]');
    expect(account.extras).toBe('[{"builder":{"name":"B"}},["constructor","builder.prototype"]]');
    expect(account.fundingDetails?.[0]?.extras).toBe('[{},["__proto__"]]');
  });

  test('of a record without a place for it, under such a name, is named in the one around it', async () => {
    const client = await clientOf(
      '{"beneficiary":{"entityId":"b1","intermediaryBank":{"bic":"B","constructor":"X"}}}',
    );
    const answer = await client.call('getBeneficiary', { path: { entityId: 'b1' } }, contextOf());
    expect(answer).toMatchObject({
      value: {
        beneficiary: { extras: '[{"intermediaryBank":{}},["intermediaryBank.constructor"]]' },
      },
    });
  });

  test('is a text that ends in half a letter, as it was sent: the field shows that one is missing', async () => {
    const { account } = await accountOf(wrapped(String.raw`,"accountName":"Crew \ud83d"`));
    expect(account.accountName).toBe('Crew \uFFFD');
    expect(account.extras).toBe(String.raw`{"accountName":"Crew \ud83d"}`);
  });

  test('is a list of names and values for a person', async () => {
    const { account } = await accountOf(
      wrapped(',"counterparty":{"name":"Ada","banks":["One","Two"]},"none":{},"n":0.10,"no":false'),
    );
    expect(extraLines(account.extras)).toEqual([
      { name: 'counterparty.banks 1', value: 'One' },
      { name: 'counterparty.banks 2', value: 'Two' },
      { name: 'counterparty.name', value: 'Ada' },
      { name: 'n', value: '0.10' },
      { name: 'no', value: 'false' },
      { name: 'none', value: '{}' },
    ]);
  });
});

describe('with places of the bank file', () => {
  const response = { accountId: '/id', availableBalance: '/funds/free' };

  test('what they use is used, what stands beside it in the bank’s own record is not lost', async () => {
    const { account, around } = await accountOf(
      '{"id":"A-1","funds":{"free":5,"held":2.50},"accountName":"Main","message":"ok","limit":9}',
      { response },
    );
    expect(account).toMatchObject({ accountId: 'A-1', accountName: 'Main' });
    expect(account.extras).toBe('{"funds":{"held":2.50},"limit":9}');
    expect(around).toBeUndefined();
  });

  test('a record in the bank’s own wrapper keeps its extra fields, and the answer keeps those around it', async () => {
    const { account, around } = await accountOf(
      '{"requestId":"r-1","data":{"id":"A-1","funds":{"free":5},"accountName":"Main","limit":9}}',
      { response: { accountId: '/data/id', availableBalance: '/data/funds/free' } },
    );
    expect(account.extras).toBe('{"accountName":"Main","limit":9}');
    expect(around).toBe('{"requestId":"r-1"}');
  });

  test('a field that another is brought to is not lost', async () => {
    const { account } = await accountOf(wrapped(',"accountName":"Own","title":"Brought"'), {
      response: { accountName: '/account/title' },
    });
    expect([account.accountName, account.extras]).toEqual(['Brought', '{"accountName":"Own"}']);
  });

  test('rows of a list keep what is theirs', async () => {
    const client = await clientOf(
      '{"trace":"t","result":{"rows":[{"key":"b1","names":{"first":"Ada"},"city":"Rome","score":1.0},{"key":"b2"}],"next":null}}',
      {
        getAllBeneficiaries: {
          items: '/result/rows',
          response: { entityId: '/key', name: '/names/first' },
        },
      },
    );
    const answer = await client.call('getAllBeneficiaries', {}, contextOf());
    expect(answer).toMatchObject({
      value: {
        extras: '{"result":{"next":null},"trace":"t"}',
        beneficiaries: { data: [{ entityId: 'b1', city: 'Rome', extras: '{"score":1.0}' }, {}] },
      },
    });
    expect(answer.ok && answer.value.beneficiaries.data[1]?.extras).toBe(undefined);
  });

  test('two fields that are swapped are both used', async () => {
    const { account } = await accountOf(wrapped(',"entityId":"e1"'), {
      response: { accountId: '/account/entityId', entityId: '/account/accountId' },
    });
    expect([account.accountId, account.entityId, account.extras]).toEqual(['e1', 'a1', undefined]);
  });
});

describe('what is not stored is listed by name', () => {
  test('what is too long or too deep', async () => {
    const deep = `${'{"in":'.repeat(limits.extrasDepthMax)}1${'}'.repeat(limits.extrasDepthMax)}`;
    const long = 'x'.repeat(limits.extrasTextMax);
    const { account } = await accountOf(wrapped(`,"kept":1,"long":"${long}","nest":${deep}`));
    const { fields, omitted } = parseExtras(account.extras);
    expect(Object.keys(fields)).toEqual(['kept', 'nest']);
    expect(omitted).toEqual(['long', `nest${'.in'.repeat(limits.extrasDepthMax)}`]);
  });

  test('a secret by its name, and the token of this session under any name', async () => {
    const { account } = await accountOf(
      wrapped(
        ',"passportNumber":"P1","primaryKey":"k","accessToken":"x","meta":{"api_key":"y","trace":"Bearer canary-token-1","n":1}',
      ),
    );
    const { fields, omitted } = parseExtras(account.extras);
    expect(JSON.stringify(fields)).toBe('{"meta":{"n":1},"passportNumber":"P1","primaryKey":"k"}');
    expect(omitted).toEqual(['accessToken', 'meta.api_key', 'meta.trace']);
  });

  test('names without end are counted', async () => {
    const many = Array.from({ length: 200 }, (_, n) => `,"token${String(n)}_token":"x"`).join('');
    const { account } = await accountOf(wrapped(many));
    const { omitted } = parseExtras(account.extras);
    expect([omitted.length, omitted.at(-1)]).toEqual([
      limits.extrasOmittedNamesMax + 1,
      'and 150 more',
    ]);
  });

  test('nothing at all is stored of an answer that is a token', async () => {
    const client = await clientOf('{"accessToken":"canary-token-2","scope":"all"}');
    const body = { username: 'ada', password: 'canary-password' };
    const answer = await client.call('getToken', { body }, contextOf());
    expect(answer.ok).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/extras|scope|all/);
  });
});

test('the rows of a statement that are read one by one have it too', async () => {
  const client = await clientOf(
    '{"lines":[{"ref":"e1","amount":1,"valueDate":"2026-01-02"},"none"]}',
    {
      getStatement: { items: '/lines', response: { id: '/ref' } },
    },
  );
  const answer = await client.callUnchecked(
    'getStatement',
    { path: { accountNumber: '1' } },
    contextOf(),
  );
  expect(answer).toMatchObject({
    value: { statement: { data: [{ id: 'e1', extras: '{"valueDate":"2026-01-02"}' }, 'none'] } },
  });
});

test('every answer of the catalogue has a place for it, but those that carry a secret', () => {
  const without = Object.entries(catalogue)
    .filter(([, { output }]) => !('extras' in output.shape))
    .map(([name]) => name);
  expect(without).toEqual(['getToken', 'refreshToken', 'resetPassword']);
});

const names = fc.constantFrom(
  ...['id', 'amount', 'currency', 'direction', 'transactionDate', 'narration', 'balance'],
  ...['extras', 'valueDate', 'toString'],
);
const values = fc.oneof(
  fc.constantFrom('', 'half \ud83d', 'whole \ud83d\ude00', null, true, undefined),
  fc.constantFrom(new JsonNumber('1.50'), ['a', '\udc00'], { inner: 'x' }, []),
);
const rows = fc.record({
  fields: fc.array(fc.tuple(names, values), { maxLength: 5 }),
  unread: fc.constantFrom<string[]>([], [], ['constructor']),
});

test('a row without extra fields is skipped, with the same result as when it is searched', () => {
  const { output } = catalogue.getStatement;
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), (samples) => {
      const data = samples.map(({ fields, unread }) => {
        const row = Object.fromEntries(fields);
        noteUnread(row, unread);
        return row;
      });
      const answer = (list: unknown[]) => ({ statement: { data: list } });
      const mapped = answer(data);
      const quick = withExtras(output, { mapped, left: mapped }, (text) => text);
      // Copies are not the rows themselves, so every one of them is searched.
      const left = answer(data.map((row) => ({ ...row })));
      expect(quick).toEqual(withExtras(output, { mapped, left }, (text) => text));
    }),
  );
});

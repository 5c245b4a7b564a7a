import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readBy } from '../../electron/engines/bank/mapping/response-mapping.ts';
import { secretsIn } from '../../electron/engines/bank/json/redaction.ts';
import { statements } from '../../shared/bank/statements.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { ok } from '../../shared/result.ts';
import { answersSignIn, bankFileOf, contextOf, signedIn } from './support/desk-client.ts';
import { answerJson, playBank } from './support/scripted-server.ts';

const asked = { path: { accountNumber: '9' } };

async function answering(answers: string[], extra: Record<string, unknown> = {}) {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response))
      answerJson(response, (answers.length > 1 ? answers.shift() : answers[0]) ?? '');
  });
  return { ...(await signedIn(bankFileOf(bank.url, extra))), bank };
}

const mapped = {
  operations: {
    getToken: {},
    getStatement: { items: '/lines', response: { id: '/ref', narration: '/text' } },
  },
  values: { direction: { OUT: 'debit' } },
};

describe('an answer whose bytes another thread reads', () => {
  test.each([
    [
      'in the catalogue’s shape',
      '{"statement":{"data":[{"id":"1","amount":1.10,"more":[1.0]}]}}',
      {},
    ],
    [
      'in the bank file’s',
      '{"lines":[{"ref":"1","text":"x","direction":"OUT","who":"y"}]}',
      mapped,
    ],
    [
      'with this session’s token',
      '{"statement":{"data":[{"id":"1","trace":"Bearer canary-token-1"}]}}',
      {},
    ],
    [
      'with it in escapes',
      '{"statement":{"data":[{"id":"1","trace":"canary\\u002dtoken-1"}]}}',
      {},
    ],
    [
      'with keys that mean something to the language',
      '{"__proto__":{"a":1},"statement":{"data":[]}}',
      {},
    ],
  ])('%s is read as it is in this thread', async (_, answer, extra) => {
    const { client } = await answering([answer], extra);
    const here = await client.callUnchecked('getStatement', asked, contextOf());
    const mapping = structuredClone(client.responseMapping('getStatement'));
    const there = await client.callForBytes(
      'getStatement',
      asked,
      (bytes, secrets) =>
        Promise.resolve(readBy(statements.getStatement, mapping, { ...asked, bytes, secrets })),
      contextOf(),
    );
    expect(here.ok).toBe(true);
    expect(there).toEqual(here);
    const trace = /"trace":"[^"]*canary/.test(JSON.stringify(there));
    expect(JSON.stringify(there).includes('"extras":"[{},[\\"trace\\"]]"')).toBe(trace);
  });

  test('that cannot be read is requested again and reported as everywhere else, with the same record', async () => {
    const half = '{"statement":{"data":[';
    const outcomes = [];
    for (const isByBytes of [false, true]) {
      const { client, records, waits } = await answering([half]);
      const readBytes = (bytes: Uint8Array, secrets: readonly string[]) =>
        Promise.resolve(
          readBy(statements.getStatement, client.responseMapping('getStatement'), {
            ...asked,
            bytes,
            secrets,
          }),
        );
      const answer = isByBytes
        ? await client.callForBytes('getStatement', asked, readBytes, contextOf())
        : await client.callUnchecked('getStatement', asked, contextOf());
      const calls = records.map(({ at, durationMs, ...record }) => record);
      const error = answer.ok
        ? null
        : { ...answer.error, technical: answer.error.technical?.replace(/:\d+/, '') };
      outcomes.push({ error, calls, waits });
    }
    expect(outcomes[0]?.error?.message).toContain('is not whole JSON');
    expect(outcomes[0]?.calls).toMatchObject([
      { attempts: 4, outcome: 'bank.unexpected', status: 200 },
    ]);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  test('that is whole the next time is accepted then', async () => {
    const { client } = await answering(['{"a":', '{"a":1}']);
    const took: number[] = [];
    const answer = await client.callForBytes(
      'getStatement',
      asked,
      (bytes) => {
        took.push(bytes.byteLength);
        return Promise.resolve(
          took.length === 1 ? { ok: false, error: 'is not whole JSON' } : ok('taken'),
        );
      },
      contextOf(),
    );
    expect([answer, took]).toEqual([ok('taken'), [5, 7]]);
  });

  test('passes on what the reader throws, such as a thread that ended', async () => {
    const { client } = await answering(['{}']);
    const ended = new Error('ended');
    const call = client.callForBytes(
      'getStatement',
      asked,
      () => Promise.reject(ended),
      contextOf(),
    );
    await expect(call).rejects.toBe(ended);
  });
});

const aLetter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });

/** A JSON text of the value in which any letter may stand as an escape. */
function escapedText(value: string, isEscaped: readonly boolean[]): string {
  const units = Array.from({ length: value.length }, (_, at) => value.charAt(at));
  const inside = units.map((unit, at) => {
    const plain = JSON.stringify(unit).slice(1, -1);
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return isEscaped[at % isEscaped.length] ? `\\u${code}` : plain;
  });
  return `"${inside.join('')}"`;
}

test('a secret is found in the bytes, whichever of its letters are escaped', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 4, maxLength: 12 }),
      fc.array(aLetter, { maxLength: 5 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
      fc.string(),
      (secret, around, isEscaped, other) => {
        const text = `${around.join('')}${secret}${around.join('')}`;
        const bytes = new TextEncoder().encode(`{"a":${escapedText(text, isEscaped)}}`);
        const read = parseExact(new TextDecoder().decode(bytes)) as { a: string };
        fc.pre(read.a.includes(secret));
        expect(secretsIn(bytes, [secret])).toEqual([secret]);
        const found = secretsIn(bytes, [other]).length === 1;
        expect(found || !read.a.includes(other)).toBe(true);
      },
    ),
  );
});

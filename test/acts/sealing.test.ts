import { createCipheriv, createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { openBody, sealBody } from '../../electron/engines/acts/sealing.ts';

const key = new Uint8Array(32).fill(1);
const content = { payee: 'Kestrel Ltd', amount: '1250.00', lines: [1, 2, { note: 'é😀' }] };

const hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A body with this very text in it. */
function bodyOf(text: string | Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 5));
  const bytes = [Buffer.alloc(12, 5), cipher.update(Buffer.from(text)), cipher.final()];
  return Buffer.concat([...bytes, cipher.getAuthTag()]);
}

const salt = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('a body', () => {
  test('gives the content and its digest back', () => {
    const { body, digest, cipher } = sealBody(key, content);
    expect(openBody(key, body)).toEqual({ content, digest });
    expect(cipher).toBe(hex(body));
  });

  test('has an empty content, and one with names of every object', () => {
    for (const some of [{}, { toString: 1, constructor: { hasOwnProperty: 2 } }])
      expect(openBody(key, sealBody(key, some).body)?.content).toEqual(some);
  });

  test('is 12 bytes of nonce, AES-256-GCM of canonical JSON with a salt, and the tag', () => {
    const text = `{"amount":"1.00","salt":"${salt}"}`;
    expect(openBody(key, bodyOf(text))).toEqual({
      content: { amount: '1.00' },
      digest: hex(Buffer.from(text)),
    });
  });

  test('is other bytes each time, and the digest of one content cannot be guessed', () => {
    const bodies = Array.from({ length: 50 }, () => sealBody(key, content));
    for (const member of ['digest', 'cipher'] as const)
      expect(new Set(bodies.map((sealed) => sealed[member])).size).toBe(50);
    const nonces = bodies.map(({ body }) => Buffer.from(body).toString('hex', 0, 12));
    expect(new Set(nonces).size).toBe(50);
  });

  test('is opened by its key only', () => {
    const { body } = sealBody(key, content);
    for (let bit = 0; bit < 256; bit += 1) {
      const other = Uint8Array.from(key);
      other[bit >> 3]! ^= 1 << (bit & 7);
      expect(openBody(other, body)).toBeNull();
    }
  });

  test('is opened no more after any bit of it was changed, nor at another length', () => {
    const { body } = sealBody(key, content);
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const changed = Buffer.from(body);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(openBody(key, changed), `bit ${String(bit)}`).toBeNull();
    }
    for (let length = 0; length < body.length; length += 1)
      expect(openBody(key, body.subarray(0, length))).toBeNull();
    expect(openBody(key, Buffer.concat([body, Uint8Array.of(0)]))).toBeNull();
  });

  test.each([
    ['without a salt', '{"amount":"1.00"}'],
    ['with an empty salt', '{"salt":""}'],
    ['with a salt of 15 bytes', '{"salt":"AAAAAAAAAAAAAAAAAAAA"}'],
    ['with a salt of 17 bytes', '{"salt":"AAAAAAAAAAAAAAAAAAAAAAA"}'],
    ['with a second text of a salt', '{"salt":"AAAAAAAAAAAAAAAAAAAAAB"}'],
    ['with a salt in standard base64', '{"salt":"AAAAAAAAAAAA+AAAAAAAAA"}'],
    ['with a number for a salt', '{"salt":1}'],
    ['with nothing for a salt', '{"salt":null}'],
    ['in another form', `{ "salt":"${salt}"}`],
    ['in another order', `{"salt":"${salt}","amount":"1.00"}`],
    ['with a name twice', `{"amount":"1.00","amount":"1.00","salt":"${salt}"}`],
    ['with a fraction', `{"amount":1.5,"salt":"${salt}"}`],
    ['with a prototype', `{"__proto__":{"amount":"1.00"},"salt":"${salt}"}`],
    ['that is a list', `["${salt}"]`],
    ['that is a text', `"${salt}"`],
    ['that is null', 'null'],
    ['that is empty', ''],
  ])('of a content %s is none', (_what, text) => {
    expect(openBody(key, bodyOf(text))).toBeNull();
  });

  test('of a content that is no UTF-8 is none', () => {
    expect(openBody(key, bodyOf(Uint8Array.of(0x22, 0xff, 0x22)))).toBeNull();
  });
});

test.each<[string, JsonObject]>([
  ['a salt of its own, which would be lost', { salt: 'mine' }],
  ['a fraction', { rate: 1.5 }],
  ['half a surrogate pair', { note: '\ud83d' }],
])('a content with %s is not encrypted', (_what, wrong) => {
  expect(() => sealBody(key, wrong)).toThrow(TypeError);
});

import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import type { SealedAct } from '../../electron/engines/acts/act.ts';
import { wrapFor } from '../../electron/engines/acts/member-keys.ts';
import { nameOf, packTeamKeys } from '../../electron/engines/acts/team-keys.ts';
import { ada, ben, founded, teamKeysOf } from './records.ts';

/** Texts that no one but a member may read. */
const canaries = [
  'KESTREL-HOLDINGS',
  'INV-2026-000417',
  '98765.43',
  'Zürich payroll',
  'memberName',
];

/** A text as it could stand in bytes: plain, encoded at each alignment, or as a digest without a key. */
function formsOf(text: string): Buffer[] {
  const plain = Buffer.from(text);
  const aligned = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), plain]);
    // Without the digits that depend on what lies before and behind.
    return padded.toString('base64url').slice(Math.ceil((before * 8) / 6), -2);
  });
  const digests = ['sha256', 'sha512', 'sha1', 'md5'].flatMap((name) => {
    const digest = createHash(name).update(plain).digest();
    return [digest, digest.toString('hex'), digest.toString('base64url')];
  });
  const texts = [
    ...aligned,
    ...aligned.map((each) => each.replaceAll('-', '+').replaceAll('_', '/')),
  ];
  const all = [text.toLowerCase(), plain.toString('hex'), ...texts, ...digests];
  return [plain, Buffer.from(text, 'utf16le'), ...all.map((each) => Buffer.from(each))];
}

const bytesOf = ({ envelope, signature, body }: SealedAct): Buffer =>
  Buffer.concat([envelope, signature, body]);

/** The texts of which some form stands in bytes. */
const readableIn = (bytes: Buffer, texts: readonly string[]): string[] =>
  texts.filter((text) => formsOf(text).some((form) => bytes.includes(form)));

test('a text in any of these forms is seen', () => {
  for (const form of formsOf(canaries[0]!))
    expect(readableIn(Buffer.concat([Buffer.from('a'), form, Buffer.from('b')]), canaries)).toEqual(
      [canaries[0]],
    );
  for (const before of ['', 'a', 'ab'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const bytes = Buffer.from(`${before}${canaries[1]!}behind`).toString(encoding);
      expect(readableIn(Buffer.from(bytes), canaries), `${before} ${encoding}`).toEqual([
        canaries[1],
      ]);
    }
});

test('nothing of a content, of a name or of the team’s keys can be read in an act', () => {
  const keys = teamKeysOf(90, 2);
  const desk = founded(keys);
  const [payee, reference, amount, note, member] = canaries as [
    string,
    string,
    string,
    string,
    string,
  ];
  const act = desk.next(ben, {
    kind: 'claim',
    of: {
      claims: [
        {
          reference: nameOf(keys, 'reference', reference),
          likeness: nameOf(keys, 'likeness', `${payee}\n${amount}`),
          payload: nameOf(keys, 'payload', note),
        },
      ],
      keys: wrapFor(ada.sealingKey, packTeamKeys(keys)),
    },
    content: { payee, reference, amount, note, [member]: [payee, { [note]: reference }] },
  });
  const bytes = bytesOf(act);
  expect(readableIn(bytes, canaries)).toEqual([]);
  for (const key of [keys.names, ...keys.epochs].map((each) => Buffer.from(each)))
    for (const form of [key, key.toString('hex'), key.toString('base64url')])
      expect(bytes.includes(form)).toBe(false);
  desk.add(act);
  expect(desk.readings.at(-1)).toMatchObject({ is: 'act', act: { content: { payee, reference } } });
});

test('equal contents do not look alike: no piece of one body or its digests comes again', () => {
  const desk = founded();
  const acts = [0, 1].map(() => desk.next(ben, { content: { text: 'a'.repeat(400) } }));
  const [one, other] = acts.map(({ body }) => Buffer.from(body));
  for (let at = 0; at + 8 <= one!.length; at += 1)
    expect(other!.includes(one!.subarray(at, at + 8))).toBe(false);
  const envelopes = acts.map(
    ({ envelope }) => JSON.parse(Buffer.from(envelope).toString()) as Record<string, string>,
  );
  for (const member of ['body', 'cipher'])
    expect(envelopes[0]![member]).not.toBe(envelopes[1]![member]);
});

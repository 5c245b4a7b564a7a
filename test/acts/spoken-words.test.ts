import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { noDigest } from '../../electron/engines/acts/act.ts';
import { words } from '../../electron/engines/acts/english-words.ts';
import { headWords, isSameWords, sixWords } from '../../electron/engines/acts/spoken-words.ts';

test('the list is the English one of BIP 39, to the last letter', () => {
  const digest = createHash('sha256')
    .update(`${words.join('\n')}\n`)
    .digest('hex');
  expect(digest).toBe('2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda');
  expect(new Set(words.map((each) => each.slice(0, 4))).size).toBe(2_048);
});

describe('six words', () => {
  const six = ['gold', 'predict', 'pipe', 'arch', 'dice', 'parrot'];

  // Computed with another program.
  test('are the same today as ever', () => {
    expect(sixWords(Buffer.from('nostro'))).toEqual(six);
  });

  test('are the first 66 bits of the SHA-256', () => {
    for (let at = 0; at < 200; at += 1) {
      const bytes = Buffer.from(`card ${String(at)}`);
      const bits = [...createHash('sha256').update(bytes).digest()]
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join('');
      const expected = [0, 11, 22, 33, 44, 55].map(
        (from) => words[parseInt(bits.slice(from, from + 11), 2)],
      );
      expect(sixWords(bytes)).toEqual(expected);
    }
  });

  test('are other ones for any other bit', () => {
    const bytes = Buffer.from('{"key":"lOk5QFndoZOMN1klp8p3ZKNi5IqvQXzVnyqqOLPQG5A"}');
    const all = new Set([sixWords(bytes).join(' ')]);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      all.add(sixWords(changed).join(' '));
    }
    expect(all.size).toBe(bytes.length * 8 + 1);
  });

  test('may be typed with any spacing and case', () => {
    for (const typed of [
      'gold predict pipe arch dice parrot',
      'GOLD Predict pIPE arch dice PARROT',
      '  gold\tpredict\n pipe   arch dice\u00a0parrot\r\n',
    ])
      expect(isSameWords(typed, six)).toBe(true);
  });

  test('are compared to the last one', () => {
    for (let at = 0; at < six.length; at += 1) {
      expect(isSameWords(six.with(at, 'zoo').join(' '), six)).toBe(false);
      expect(isSameWords(six.toSpliced(at, 1).join(' '), six)).toBe(false);
      expect(isSameWords(six.toSpliced(at, 0, 'zoo').join(' '), six)).toBe(false);
      expect(isSameWords(six.slice(0, at).join(' '), six)).toBe(false);
      expect(isSameWords(six.with(at, six[at]!.slice(0, -1)).join(' '), six)).toBe(false);
    }
    expect(isSameWords(six.toReversed().join(' '), six)).toBe(false);
    expect(isSameWords([...six, 'gold'].join(' '), six)).toBe(false);
  });

  test('are not the same without their spaces, or with other signs between them', () => {
    for (const between of ['', ',', '-', '\u0000', '\u200b'])
      expect(isSameWords(six.join(between), six)).toBe(false);
    for (const typed of ['', ' ', '\u0000', 'gold', '🦆'.repeat(1_000)])
      expect(isSameWords(typed, six)).toBe(false);
  });
});

test('a head has two words: the first 22 bits of its digest', () => {
  expect(headWords({ n: 7, digest: 'ab'.repeat(32) })).toBe('produce front');
  expect(headWords({ n: 0, digest: noDigest })).toBe('abandon abandon');
  expect(headWords({ n: 1, digest: 'ff'.repeat(32) })).toBe('zoo zoo');
  const at = (first: string): string => headWords({ n: 1, digest: first.padEnd(64, '0') });
  expect(at('0020')).toBe('ability abandon');
  expect(at('000004')).toBe('abandon ability');
  expect(at('000002')).toBe('abandon abandon');
});

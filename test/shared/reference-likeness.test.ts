import fc from 'fast-check';
import { expect, test } from 'vitest';

import { referenceKey } from '../../electron/engines/submissions/journal/found-at-bank.ts';
import { searchTexts } from '../../electron/engines/submissions/lookup/reference-match.ts';
import { isCutOf, isSameReference, likenessOf } from '../../shared/reference-likeness.ts';

/** As the catalogue takes them. */
const reference = fc
  .stringMatching(/^[\w/.:+-]{1,35}$/)
  .filter((text) => /[\p{L}\p{N}]/u.test(text));
const blanks = fc.stringMatching(/^[ \t]{0,3}$/);

/** What a bank may make of a reference without changing which one it is. */
const rewritten = fc
  .tuple(reference, blanks, blanks, fc.array(fc.boolean(), { minLength: 35, maxLength: 35 }))
  .map(([text, before, after, upper]) => ({
    text,
    form: `${before}${text.replaceAll(/./g, (sign, at: number) =>
      upper[at] ? sign.toUpperCase() : sign.toLowerCase(),
    )}${after}`,
  }));

test('a reference is itself, whatever its case and the blanks around it', () => {
  fc.assert(
    fc.property(rewritten, ({ text, form }) => {
      expect(likenessOf(text, form)).toBe(text === form ? 'exact' : 'folded');
      expect([isSameReference(text, form), isSameReference(form, text)]).toEqual([true, true]);
      expect(referenceKey(form)).toBe(referenceKey(text));
      expect(isCutOf(text, form)).toBe(false);
    }),
  );
});

test('one that was cut is near and never the same, from either side', () => {
  const long = fc.stringMatching(/^[\w/.:+-]{17,60}$/);
  fc.assert(
    fc.property(long, fc.constantFrom(16, 30, 35), blanks, (text, length, blank) => {
      fc.pre(text.length > length);
      const cut = `${blank}${text.slice(0, length).toUpperCase()}`;
      expect([likenessOf(text, cut), likenessOf(cut, text)]).toEqual(['near', 'near']);
      expect([isCutOf(text, cut), isCutOf(cut, text)]).toEqual([true, true]);
      expect(isSameReference(text, cut)).toBe(false);
      expect(referenceKey(cut)).toBe(referenceKey(text));
    }),
  );
});

test('being a cut, or the same, goes both ways', () => {
  fc.assert(
    fc.property(reference, reference, (a, b) => {
      expect(isCutOf(a, b)).toBe(isCutOf(b, a));
      expect(isSameReference(a, b)).toBe(isSameReference(b, a));
      const [there, back] = [likenessOf(a, b), likenessOf(b, a)];
      expect(['exact', 'folded'].includes(there)).toBe(['exact', 'folded'].includes(back));
    }),
  );
});

test('references that share no beginning and no word are never alike', () => {
  // The one has letters of the first half of the alphabet alone, the other of the second.
  const first = fc.stringMatching(/^[a-m0-4]{1,35}$/);
  const second = fc.stringMatching(/^[n-z5-9]{1,35}$/);
  fc.assert(
    fc.property(first, second, fc.array(second), (ours, theirs, words) => {
      expect(likenessOf(ours, theirs, words.join(' '))).toBe('other');
      expect(isCutOf(ours, theirs)).toBe(false);
    }),
  );
});

test('what is near begins with a text that is searched for', () => {
  fc.assert(
    fc.property(reference, fc.constantFrom(16, 30, 35), (text, length) => {
      const cut = text.slice(0, length);
      expect(searchTexts(text).some((part) => cut.startsWith(part))).toBe(true);
    }),
  );
});

test.each([
  ['INV-17', 'INV-17', 'exact'],
  ['INV-17', ' inv-17 ', 'folded'],
  ['INV-17', 'INV17', 'near'],
  ['INV-17', 'INV-1', 'other'],
  ['INV-17', 'INV-170', 'other'],
  ['INV-17', 'Rent INV-17, May', 'near'],
  ['INV-17', 'XINV-17', 'other'],
  ['INVOICE-2026-0000017', 'INVOICE-2026-0000', 'near'],
  ['INVOICE-2026-0000017', 'INVOICE-2026-00', 'other'],
  ['INV-17', '', 'other'],
  ['INV-17', '  ', 'other'],
  ['', '', 'other'],
] as const)('%s and %s: %s', (ours, theirs, likeness) => {
  expect(likenessOf(ours, theirs)).toBe(likeness);
});

test('words beside the reference are near at most', () => {
  expect(likenessOf('INV-17', '', 'INV-17')).toBe('near');
  expect(likenessOf('INV-17', 'LEDGER-4', 'paid inv-17')).toBe('near');
  expect(likenessOf('INV-17', 'LEDGER-4', 'paid inv-171')).toBe('other');
});

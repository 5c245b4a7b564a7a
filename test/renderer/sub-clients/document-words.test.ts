import { expect, test } from 'vitest';

import {
  documentTypeLabel,
  expiryWords,
  mimeTypeWords,
  sizeWords,
} from '../../../renderer/features/sub-clients/documents/document-labels.ts';

test('a document type that we do not know stays word for word', () => {
  expect(documentTypeLabel('TAX_CERTIFICATE')).toBe('Tax certificate');
  expect(documentTypeLabel('CERT-7b')).toBe('CERT-7b');
});

test.each([
  ['2026-11-19', '1 day ago', 'bad'],
  ['2026-11-20', 'today', 'bad'],
  ['2026-12-20', '30 days', 'warn'],
  ['2026-12-21', '31 days', 'plain'],
])('an expiry of %s reads "%s" in the tone %s', (expiry, words, tone) => {
  expect(expiryWords(expiry, '2026-11-20')).toEqual({ words, tone });
});

test('an expiry that is no day says nothing', () => {
  expect(expiryWords(null, '2026-11-20')).toBeNull();
  expect(expiryWords('soon', '2026-11-20')).toBeNull();
});

test('sizes and file types are said as people say them', () => {
  expect(sizeWords(12)).toBe('1 kB');
  expect(sizeWords(655_360)).toBe('640 kB');
  expect(sizeWords(2_202_010)).toBe('2.1 MB');
  expect(mimeTypeWords(['application/pdf', 'image/png'])).toBe('PDF, PNG');
});

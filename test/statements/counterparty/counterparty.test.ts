import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  counterpartyOf,
  namedCounterparty,
  type EntryNames,
} from '../../../electron/nouns/statements/counterparty/counterparty.ts';

const names = (given: Partial<EntryNames> = {}): EntryNames => ({
  ...{ orderedPayee: null, bank: undefined, label: null, narration: 'Invoice 4711' },
  ...given,
});

const all = { orderedPayee: 'Tern Software AB', bank: 'TERN SOFTWARE', label: 'Tern' };

describe('the counterparty of an entry', () => {
  test('is the payee of the own order, then the bank’s, then that of a rule or a person, then the narration', () => {
    expect(counterpartyOf(names(all))).toEqual({ name: 'Tern Software AB', source: 'order' });
    expect(counterpartyOf(names({ ...all, orderedPayee: null }))).toEqual({
      ...{ name: 'TERN SOFTWARE', source: 'bank' },
    });
    expect(counterpartyOf(names({ label: 'Tern' }))).toEqual({ name: 'Tern', source: 'label' });
    expect(counterpartyOf(names())).toEqual({ name: 'Invoice 4711', source: 'narration' });
    expect(counterpartyOf(names({ narration: '' }))).toEqual({ name: '', source: 'narration' });
  });

  test.each(['', ' ', '\n', '-', '••••', '••••6655', '**** 1234', '.', 'NOTPROVIDED', 'xxxxxxxx'])(
    'is not read from “%s”: the next source names it',
    (text) => {
      const label = 'Tern';
      expect(counterpartyOf(names({ bank: text, label }))).toEqual({
        name: label,
        source: 'label',
      });
      expect(counterpartyOf(names({ ...all, orderedPayee: text })).source).toBe('bank');
      expect(namedCounterparty(names({ orderedPayee: text, bank: text, label: text }))).toBeNull();
    },
  );

  test('of a name that the bank masks in part, a label is better, and the narration is not', () => {
    expect(counterpartyOf(names({ bank: 'T••• Software', label: 'Tern' })).source).toBe('label');
    expect(counterpartyOf(names({ bank: 'T••• Software' }))).toEqual({
      ...{ name: 'T••• Software', source: 'bank' },
    });
  });

  test.each(['株式会社 山田', 'Öz & Söhne', '3M', 'X', 'xxx', '0123456789'])(
    'may be named %s',
    (bank) => {
      expect(counterpartyOf(names({ bank }))).toEqual({ name: bank, source: 'bank' });
    },
  );

  test('is on one line, is never blank where anybody is named, and is one of the given names', () => {
    const text = fc.oneof(
      fc.constantFrom('', ' ', '••••', 'Tern', 'Tern\n  Ltd', 'NOTPROVIDED'),
      fc.string({ unit: 'grapheme' }),
    );
    const given = fc.record({
      orderedPayee: fc.option(text),
      bank: fc.option(text, { nil: undefined }),
      label: fc.option(text),
      narration: text,
    });
    fc.assert(
      fc.property(given, (one) => {
        const { name, source } = counterpartyOf(one);
        if (source === 'narration') {
          expect(name).toBe(one.narration);
          return;
        }
        expect(name).toMatch(/^\S(?:[^\n\r\t]*\S)?$/u);
        const from = { order: one.orderedPayee, bank: one.bank, label: one.label }[source] ?? '';
        expect(name.replaceAll(/\s/gu, '')).toBe(from.replaceAll(/\s/gu, ''));
      }),
    );
  });
});

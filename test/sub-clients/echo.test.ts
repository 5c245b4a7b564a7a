import { describe, expect, it } from 'vitest';

import type { ChangingOperation } from '../../shared/bank/catalogue.ts';
import { changeOf } from '../support/desks/changes.ts';
import { differingField } from '../../electron/nouns/sub-clients/records/echo.ts';
import { readShare } from '../../shared/money/share.ts';

type Judge = (sent: object, answer: object) => { readonly mismatch: string | null };

/** Why an answer cannot belong to what was sent. */
const problem = (operation: ChangingOperation, input: object, answer: object) =>
  (changeOf(operation).echo as Judge)({ input }, answer).mismatch;

describe('an answer', () => {
  const sent = { path: { clientId: 'c1', id: 's1', shareholderId: 'h1' } };
  const body = { name: 'Awa Diop', ownershipPercentage: '33.3333' };
  const reply = { id: 'h1', subClientId: 's1', name: 'AWA  DIOP', ownershipPercentage: '33.33330' };

  it('that states what was sent is ours, however the bank tidied the words', () => {
    const shareholder = { ...reply, ownershipPercentage: '33.3333' };
    for (const operation of ['createSubclientShareholder', 'updateSubclientShareholder'] as const)
      expect(problem(operation, { ...sent, body }, { shareholder })).toBeNull();
    expect(
      problem(
        'createSubclient',
        { body: { name: 'A', city: 'Dakar' } },
        { subClient: { name: 'A', city: '' } },
      ),
    ).toBeNull();
  });

  it.each([
    [
      { ownershipPercentage: '33.3334' },
      'gives ownershipPercentage as “33.3334” instead of “33.3333”',
    ],
    [{ name: 'Awa Diop Ltd' }, 'gives name as “Awa Diop Ltd” instead of “Awa Diop”'],
    [{ subClientId: 's2' }, 'is about the sub-client s2, not s1'],
  ])('with %j belongs to something else', (given, words) => {
    const shareholder = { ...reply, ...given };
    expect(problem('createSubclientShareholder', { ...sent, body }, { shareholder })).toContain(
      words,
    );
  });

  it('about another record is not ours', () => {
    expect(
      problem(
        'updateSubclientShareholder',
        { ...sent, body: {} },
        { shareholder: { ...reply, id: 'h2' } },
      ),
    ).toContain('the shareholder h2, not h1');
    expect(
      problem('updateSubclient', { ...sent, body: {} }, { subClient: { entityId: 's2' } }),
    ).toContain('the sub-client s2, not s1');
    expect(
      problem(
        'updateSubclient',
        { ...sent, body: { city: '' } },
        { subClient: { entityId: 's1', city: 'Dakar' } },
      ),
    ).toContain('city as “Dakar”');
  });
});

describe('a field', () => {
  it('agrees by its value: shares to the last digit, lists in any order', () => {
    expect(
      differingField(
        { a: '60', b: ['NGA', 'GBR'], c: null },
        { a: '60.0000', b: ['GBR', 'NGA'], c: '' },
      ),
    ).toBeNull();
    expect(differingField({ a: '60' }, { a: '60.0001' })).toBe('a');
    expect(differingField({ postalCode: '0101' }, { postalCode: '101' })).toBe('postalCode');
    expect(differingField({ b: ['NGA'] }, { b: ['NGA', 'GBR'] })).toBe('b');
  });

  it('that is missing agrees with an answer, and not with a record that is read', () => {
    expect(differingField({ city: 'Dakar' }, {})).toBeNull();
    expect(differingField({ city: 'Dakar' }, {}, { silenceDiffers: true })).toBe('city');
    expect(differingField({ city: '' }, { city: '' }, { silenceDiffers: true })).toBeNull();
  });
});

describe('an entered share', () => {
  it.each([
    ['60', '60'],
    [' 33.3333 ', '33.3333'],
    ['012.50', '12.5'],
    ['100 %', '100'],
    ['100.0000', '100'],
  ])('%j is %s', (text, share) => {
    expect(readShare(text, { mayBeNone: false })).toEqual({ ok: true, value: share });
  });

  it.each([
    '',
    '-1',
    '+1',
    '1,5',
    '1.',
    '.5',
    '1e2',
    '٣',
    '100.0001',
    '0',
    '0.0000',
    '1.00001',
    '1000',
    '5 0',
  ])('%j is refused with a reason', (text) => {
    const read = readShare(text, { mayBeNone: false });
    expect(read).toMatchObject({ ok: false });
    expect(read.ok ? '' : read.error).not.toBe('');
  });

  it('may be none only where it says so', () => {
    expect(readShare('0', { mayBeNone: true })).toEqual({ ok: true, value: '0' });
  });
});

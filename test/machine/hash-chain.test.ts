import { expect, test } from 'vitest';

import { chainDigest, emptyChain, followChain } from '../../electron/engines/machine/hash-chain.ts';

test('a chain holds until a row has other content, another number or another digest', () => {
  const fieldsOf = ({ reference, n }: { reference: string; n: number }) => [
    's-1',
    reference,
    n,
    null,
  ];
  const digest = '2ab48f4abb8f1de6bb870faeb5ee77531a49abc97370fbae9dd143581f7f4d94';
  const first = { n: 1, reference: 'NO-1', digest };
  const second = { n: 2, reference: 'NO-2' };
  const rows = [first, { ...second, digest: chainDigest(digest, fieldsOf(second)) }] as const;
  const follow = (...links: readonly (typeof rows)[number][]) =>
    followChain(emptyChain, links, fieldsOf);
  expect(follow(...rows)).toEqual({ isWhole: true, last: rows[1] });
  expect(follow()).toEqual({ isWhole: true, last: null });
  expect(follow(rows[1])).toEqual({ isWhole: false, last: null });
  for (const harm of [{ reference: 'NO-3' }, { n: 3 }, { digest }])
    expect(follow(rows[0], { ...rows[1], ...harm })).toEqual({ isWhole: false, last: rows[0] });
});

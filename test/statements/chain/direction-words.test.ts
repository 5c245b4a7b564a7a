import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  DirectionLabels,
  type PagePlace,
  type BalanceLine,
} from '../../../electron/nouns/statements/chain/direction-labels.ts';

const words = { credit: 'IN', debit: 'OUT' } as const;

/** A true statement in words of the bank's own, in the order in which it is sent. */
const statements = fc
  .record({
    openingE4: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    deltas: fc.array(
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).filter((delta) => delta !== 0n),
      { minLength: 3, maxLength: 30 },
    ),
    newestFirst: fc.boolean(),
    signed: fc.boolean(),
  })
  .map(({ openingE4, deltas, newestFirst, signed }) => {
    let balanceE4 = openingE4;
    const lines = deltas.map((delta): BalanceLine => {
      balanceE4 += delta;
      const isOut = delta < 0n;
      const amountE4 = signed || !isOut ? delta : -delta;
      return { direction: words[isOut ? 'debit' : 'credit'], amountE4, balanceE4 };
    });
    const place: PagePlace = {
      newestFirst: null,
      isFirst: true,
      isLast: true,
      ends: { openingE4, closingE4: balanceE4 },
    };
    return { page: newestFirst ? lines.reverse() : lines, place };
  });

describe('a word of the bank’s own', () => {
  test('never means what the balances of a true statement speak against', () => {
    fc.assert(
      fc.property(statements, ({ page, place }) => {
        const known = new DirectionLabels();
        known.learn(page, place);
        for (const [meaning, word] of Object.entries(words))
          if (page.some(({ direction }) => direction === word))
            expect([meaning, null]).toContain(known.meaningOf(word));
      }),
    );
  });

  test('is explained by a statement whose order is known', () => {
    fc.assert(
      fc.property(statements, fc.boolean(), ({ page, place }, isReversed) => {
        const newestFirst = page.at(0)?.balanceE4 === place.ends.closingE4;
        fc.pre(newestFirst !== (page.at(-1)?.balanceE4 === place.ends.closingE4));
        const known = new DirectionLabels();
        known.learn(isReversed ? page.toReversed() : page, {
          ...place,
          newestFirst: newestFirst !== isReversed,
        });
        for (const [meaning, word] of Object.entries(words))
          if (page.some(({ direction }) => direction === word))
            expect(known.meaningOf(word)).toBe(meaning);
      }),
    );
  });

  test('means nothing by an amount of nothing, nor behind an entry that cannot be read', () => {
    const place = { newestFirst: false, isFirst: false, isLast: false };
    const ends = { openingE4: 0n, closingE4: 0n };
    const line = (direction: string, amountE4: bigint, balanceE4: bigint): BalanceLine => ({
      direction,
      amountE4,
      balanceE4,
    });
    const known = new DirectionLabels();
    const page = [line('IN', 5n, 5n), line('NIL', 0n, 5n), null, line('OUT', 5n, 0n)];
    known.learn(page, { ...place, ends });
    expect(['IN', 'NIL', 'OUT'].map((word) => known.meaningOf(word))).toEqual([null, null, null]);
    expect(known.isUnknown('OUT')).toBe(true);
  });

  test('that is explained once stays explained, and is gone on with', () => {
    const ends = { openingE4: 0n, closingE4: 5n };
    const known = new DirectionLabels();
    known.learn([{ direction: 'IN', amountE4: 5n, balanceE4: 5n }], {
      newestFirst: null,
      isFirst: true,
      isLast: true,
      ends,
    });
    expect(new DirectionLabels(known.save()).meaningOf('IN')).toBe('credit');
  });
});

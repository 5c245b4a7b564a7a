import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ChainProver, type Link } from '../../../electron/nouns/statements/chain/chain.ts';
import type { Convention } from '../../../electron/nouns/statements/chain/chain-parts.ts';
import { dayVerdicts } from '../../../electron/nouns/statements/chain/day-verdicts.ts';
import { StatementProver } from '../../../electron/nouns/statements/chain/statement-prover.ts';

type Statement = { links: Link[]; openingE4: bigint; closingE4: bigint; convention: Convention };

/** A true statement, as a bank of the given convention would write it. */
const statements: fc.Arbitrary<Statement> = fc
  .record({
    openingE4: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    deltas: fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), {
      minLength: 3,
      maxLength: 60,
    }),
    newestFirst: fc.boolean(),
    signed: fc.boolean(),
  })
  .map(({ openingE4, deltas, newestFirst, signed }) => {
    let balanceE4 = openingE4;
    const links = deltas.map((delta, at): Link => {
      balanceE4 += delta;
      const direction = delta < 0n ? 'debit' : 'credit';
      const amountE4 = signed || delta >= 0n ? delta : -delta;
      return { id: `e${at}`, day: 20_000 + Math.floor(at / 4), amountE4, direction, balanceE4 };
    });
    return {
      links: newestFirst ? links.reverse() : links,
      openingE4,
      closingE4: balanceE4,
      convention: { newestFirst, signed },
    };
  });

const proverOf = ({ links, ...ends }: Statement, pageSize = 7): StatementProver => {
  const judge = StatementProver.begin(links.slice(0, pageSize), ends);
  for (const link of links) judge.read(link);
  judge.finish(20_100);
  return judge;
};

test('a true statement is proven, whatever its order and signs', () => {
  fc.assert(
    fc.property(statements, (statement) => {
      const judge = proverOf(statement);
      expect(judge.broken).toBeNull();
      expect(judge.breaks).toBe(0);
    }),
  );
});

test('one balance that is off by one unit is found, and the earliest is named [M2]', () => {
  fc.assert(
    fc.property(statements, fc.nat(), (statement, pick) => {
      const at = pick % statement.links.length;
      const links = statement.links.map((link, index) =>
        index === at ? { ...link, balanceE4: link.balanceE4 + 1n } : link,
      );
      const judge = new ChainProver(statement.convention, statement);
      for (const link of links) judge.read(link);
      judge.finish(20_100);
      expect(judge.broken?.entryId).toBe(links[at]?.id);
    }),
  );
});

test('an amount that is off by one unit is found at its own entry', () => {
  fc.assert(
    fc.property(statements, fc.nat(), (statement, pick) => {
      const at = pick % statement.links.length;
      const links = statement.links.map((link, index) =>
        index === at ? { ...link, amountE4: link.amountE4 + 1n } : link,
      );
      const judge = new ChainProver(statement.convention, statement);
      for (const link of links) judge.read(link);
      judge.finish(20_100);
      expect(judge.broken?.entryId).toBe(links[at]?.id);
    }),
  );
});

test('a judgement that was saved and resumed between any two entries is the same', () => {
  fc.assert(
    fc.property(statements, fc.nat(), (statement, pick) => {
      const cut = pick % statement.links.length;
      let judge = new ChainProver(statement.convention, statement);
      statement.links.forEach((link, at) => {
        if (at === cut)
          judge = ChainProver.resume(JSON.parse(JSON.stringify(judge.save())) as never);
        judge.read(link);
      });
      judge.finish(20_100);
      expect(judge.broken).toBeNull();
      const whole = new ChainProver(statement.convention, statement);
      for (const link of statement.links) whole.read(link);
      whole.finish(20_100);
      expect(judge.days).toEqual(whole.days);
    }),
  );
});

test('every day of the range closes where the next one opens', () => {
  fc.assert(
    fc.property(statements, (statement) => {
      const verdicts = dayVerdicts(proverOf(statement), { from: 19_998, to: 20_020 }, true);
      expect(verdicts).toHaveLength(23);
      expect(verdicts[0]?.openingE4).toBe(statement.openingE4);
      expect(verdicts.at(-1)?.closingE4).toBe(statement.closingE4);
      verdicts.slice(1).forEach((verdict, at) => {
        expect(verdict.openingE4).toBe(verdicts[at]?.closingE4);
        expect(verdict.state).toBe('proven');
      });
    }),
  );
});

test('a statement without entries must close as it opened', () => {
  const judge = new ChainProver(
    { newestFirst: true, signed: false },
    { openingE4: 5n, closingE4: 6n },
  );
  judge.finish(20_001);
  expect(judge.broken).toMatchObject({ day: 20_001, expectedE4: 5n, foundE4: 6n });
});

test('where counts did not agree no day is proven', () => {
  const judge = new ChainProver(
    { newestFirst: true, signed: false },
    { openingE4: 0n, closingE4: 0n },
  );
  judge.finish(2);
  expect(dayVerdicts(judge, { from: 1, to: 2 }, false).map(({ state }) => state)).toEqual([
    'unproven',
    'unproven',
  ]);
});

test('no day between the neighbours of an entry without a day of its own is proven', () => {
  fc.assert(
    fc.property(statements, fc.nat(), fc.boolean(), (statement, pick, isResumed) => {
      const { links } = statement;
      const at = pick % links.length;
      const range = { from: 19_998, to: 20_020 };
      const days = links.map(({ day }) => day);
      const [edge, end] = statement.convention.newestFirst
        ? [range.to, range.from]
        : [range.from, range.to];
      const [before = edge, after = end] = [days[at - 1], days[at + 1]];
      let judge = new ChainProver(statement.convention, statement);
      links.forEach((link, index) => {
        if (index === at) judge.gap(link.id, null, range);
        else judge.read(link);
        if (isResumed)
          judge = ChainProver.resume(JSON.parse(JSON.stringify(judge.save())) as never);
      });
      judge.finish(range.to);
      const red = dayVerdicts(judge, range, true).filter(({ state }) => state === 'broken');
      const [low, high] = [Math.min(before, after), Math.max(before, after)];
      expect(red.map(({ day }) => day)).toEqual(
        Array.from({ length: high - low + 1 }, (_, offset) => low + offset),
      );
      for (const { broken } of red)
        expect(broken).toEqual({ entryId: links[at]?.id, expectedE4: null, foundE4: null });
    }),
  );
});

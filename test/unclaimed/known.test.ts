import { expect, test } from 'vitest';

import { unclaimedId, paidOutside } from '../../electron/nouns/exceptions/sources/unclaimed.ts';
import type { ExceptionParts } from '../../electron/nouns/exceptions/sources/exception.ts';
import { sharedOfUnclaimed } from '../../electron/nouns/unclaimed/shared.ts';
import { markKnown, writeKnown } from '../../electron/nouns/unclaimed/known.ts';
import type { Persons } from '../../electron/nouns/unclaimed/open-orders.ts';
import { outgoingOf } from '../../electron/engines/sharing/outgoing.ts';
import { comparingDesk, minute, persons, transfer } from './comparing-desk.ts';

/** A desk of Ada's that has found one transfer outside the claims. */
async function found() {
  const desk = comparingDesk();
  desk.list([transfer('1')]);
  await desk.compare();
  const mark = (author: string, text = 'paid at the branch'): void => {
    const { list, id, digest } = desk.unclaimed()[0]!;
    const known = { list, id, digest, text };
    if (author === 'ada') markKnown(desk.journal, known, { key: author, at: minute(40) });
    else writeKnown(desk.journal, known, { key: author, at: minute(40) });
  };
  const exceptions = (by?: Persons) =>
    paidOutside({ unclaimed: () => desk.unclaimed(by) } as unknown as ExceptionParts);
  return { ...desk, mark, exceptions };
}

const of = (own: string, count: number): Persons => ({ ...persons, own, count });

test('whoever marks it need not look again; the others do, until a second person has marked it', async () => {
  const desk = await found();
  desk.mark('ada');
  expect([desk.found(of('Ada', 3)), desk.found(of('Ben', 3)), desk.found(of('Cleo', 3))]).toEqual([
    ...[[], ['1 unclaimed'], ['1 unclaimed']],
  ]);
  desk.mark('ben');
  expect(desk.found(of('Cleo', 3))).toEqual([]);
});

test('two desks of one person are one person, and a stranger is none', async () => {
  const desk = await found();
  const two: Persons = { own: 'Cleo', count: 3, nameOf: (key) => (key === 'x' ? null : 'Ben') };
  for (const author of ['ben', 'ben at home', 'x']) desk.mark(author);
  expect(desk.found(two)).toEqual(['1 unclaimed']);
});

test('in a team of one person one mark is enough', async () => {
  const desk = await found();
  desk.mark('ben');
  expect(desk.found(of('Ada', 1))).toEqual([]);
});

test('a mark holds as long as the bank lists the same', async () => {
  const desk = await found();
  for (const author of ['ada', 'ben']) desk.mark(author);
  expect(desk.found()).toEqual([]);
  desk.list([transfer('1', { status: 'SETTLED' })]);
  expect(await desk.compare()).toEqual([]);
  desk.list([transfer('1', { beneficiaryName: 'Someone Else' })]);
  expect(await desk.compare()).toEqual(['1 unclaimed']);
});

test('an empty text takes the mark back', async () => {
  const desk = await found();
  desk.mark('ada');
  desk.mark('ada', '');
  expect(desk.found()).toEqual(['1 unclaimed']);
});

test('the exception names what the bank lists, who marked it, and the next step', async () => {
  const desk = await found();
  const [before] = await desk.exceptions();
  expect(before).toMatchObject({
    ...{ kind: 'paid-outside', next: 'Open the payment', since: minute(30), submissionId: null },
    title: 'Paid outside the team’s record: Ostrich Glass BV',
    detail:
      'The bank lists it as 1 of 20 Nov 2026, reference ref-1, from account 700000. No claim of the team names it.',
    amount: { amount: '1000.00', currency: 'EUR' },
    place: { view: 'payments', reference: 'ref-1' },
  });
  expect(before?.exceptionId).toBe(unclaimedId(desk.unclaimed()[0]!));
  desk.mark('ben');
  expect((await desk.exceptions(of('Ada', 2)))[0]).toMatchObject({
    exceptionId: before?.exceptionId,
    detail: expect.stringContaining(
      'Ben marked it as known on 20 Nov 2026: “paid at the branch”. A second person has to confirm it.',
    ) as string,
  });
});

test('a mark is shared, and what is no mark is left out', async () => {
  const desk = await found();
  desk.mark('ada');
  const [kind] = sharedOfUnclaimed;
  const shared = outgoingOf(desk.journal, 'known-order', 10);
  expect(shared).toHaveLength(1);
  const read = kind!.read(shared[0]!);
  // Stored under the key that signed it, whatever name the act gives.
  const stamp = { actor: { id: '', name: 'Ada', desk: 'ben' }, at: minute(50) };
  read?.apply(desk.journal, stamp, stamp.at);
  expect(desk.unclaimed()[0]?.marks.map(({ by }) => by)).toEqual(['Ada', 'Ben']);
  const whole = shared[0] as Record<string, string>;
  for (const broken of [
    { list: 'people' },
    { id: '' },
    { digest: 'x' },
    { text: 'x'.repeat(2_001) },
  ])
    expect(kind!.read({ ...whole, ...broken })).toBeNull();
});

import { describe, expect, test } from 'vitest';

import { rows, run } from '../../electron/engines/store/database.ts';
import { comparingDesk, minute, transfer } from './comparing-desk.ts';

describe('a transfer that no claim names', () => {
  test('is found; one that a claim names is not', async () => {
    const desk = comparingDesk();
    desk.claim('ref-1');
    desk.list([transfer('1'), transfer('2')]);
    expect(await desk.compare()).toEqual(['2 unclaimed']);
  });

  test('is found whatever its outcome, but for one by which no money left', async () => {
    const desk = comparingDesk();
    desk.list([
      transfer('1', { status: 'FAILED' }),
      transfer('2', { status: 'RETURNED' }),
      transfer('3', { status: 'PENDING' }),
    ]);
    expect(await desk.compare()).toEqual(['2 unclaimed', '3 unclaimed']);
    desk.list([transfer('3', { status: 'REJECTED' })]);
    expect(await desk.compare()).toEqual(['2 unclaimed']);
  });

  test.each([
    ['in capitals', 'REF-1'],
    ['with blanks around it', '  ref-1 '],
  ])('is not found where the bank writes the reference %s', async (_, reference) => {
    const desk = comparingDesk();
    desk.claim('ref-1');
    desk.list([transfer('1', { reference })]);
    expect(await desk.compare()).toEqual([]);
  });

  test('is not found where the claim is written in mixed case and the bank’s list is not', async () => {
    const desk = comparingDesk();
    desk.claim('Ref-One');
    desk.list([transfer('1', { reference: 'rEF-ONE' })]);
    expect(await desk.compare()).toEqual([]);
    desk.list([transfer('1', { reference: 'rEF-ONE' }), transfer('2', { reference: ' ref-oNe' })]);
    expect(await desk.compare()).toEqual(['2 repeated']);
  });

  test('is no exception any more once it failed, and stays one while the record cannot be read', async () => {
    const desk = comparingDesk();
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
    desk.list([transfer('1', { status: 'FAILED' }), transfer('2')]);
    await desk.begin();
    desk.restart();
    expect(desk.found()).toEqual(['1 unclaimed']);
    expect(await desk.compare()).toEqual(['2 unclaimed']);
  });

  test('that arrives while the record is read waits for the next reading: its claim may not be read yet', async () => {
    const desk = comparingDesk();
    const waiting = await desk.begin();
    desk.list([transfer('1')]);
    expect(await desk.compareWaiting(waiting)).toEqual([]);
    desk.claim('ref-1');
    expect(await desk.compare()).toEqual([]);
  });
});

describe('history', () => {
  test('before the team began, by the bank’s own date, is none', async () => {
    const desk = comparingDesk();
    desk.list([
      transfer('old', { createdAt: minute(-1) }),
      transfer('day before', { createdAt: '2026-11-19' }),
      transfer('settled', { createdAt: null, settledAt: minute(-60) }),
      transfer('undated', { createdAt: null }),
      transfer('that day', { createdAt: '2026-11-20' }),
    ]);
    expect(await desk.compare()).toEqual(['that day unclaimed']);
  });

  test('that an earlier whole list did not have is found, whatever its date', async () => {
    const desk = comparingDesk();
    desk.list([transfer('old', { createdAt: minute(-60) })]);
    expect(await desk.compare()).toEqual([]);
    desk.list([
      transfer('old', { createdAt: minute(-60) }),
      transfer('backdated', { createdAt: minute(-50) }),
      transfer('undated', { createdAt: null }),
    ]);
    expect(await desk.compare()).toEqual(['backdated unclaimed', 'undated unclaimed']);
  });

  test('is none where the earlier list was read before the team began, or not to its end', async () => {
    const desk = comparingDesk();
    await desk.compare();
    desk.list([], -5);
    desk.list([transfer('first', { createdAt: minute(-2) })]);
    expect(await desk.compare()).toEqual([]);
    const other = comparingDesk();
    await other.compare();
    other.list([], 20, false);
    other.list([transfer('first', { createdAt: minute(-2) })]);
    expect(await other.compare()).toEqual([]);
  });

  test('does not swallow what was found: the bank dates it back later', async () => {
    const desk = comparingDesk();
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
    desk.list([transfer('1', { createdAt: minute(-60) })]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
  });

  test('a record whose server names a late founding hides nothing', async () => {
    const desk = comparingDesk();
    run(desk.copy, "UPDATE team_act SET at = '2036-01-01T00:00:00.000Z'");
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
  });
});

describe('the comparison', () => {
  const uncompared = ({ cache }: ReturnType<typeof comparingDesk>) =>
    rows<{ id: string }>(cache.reader, 'SELECT id FROM uncompared_order').map(({ id }) => id);

  test('looks at a transfer when it comes or changes, and at no other', async () => {
    const desk = comparingDesk();
    const many = Array.from({ length: 450 }, (_, n) => transfer(`many ${String(n)}`));
    desk.list(many);
    expect(await desk.compare()).toHaveLength(200);
    expect(uncompared(desk)).toEqual([]);
    desk.list(many);
    expect(uncompared(desk)).toEqual([]);
    desk.list([...many, transfer('new'), transfer('many 3', { narration: 'other' })]);
    expect(uncompared(desk)).toEqual(['new', 'many 3']);
  });

  test('of a desk without a team notes nothing', () => {
    const desk = comparingDesk();
    desk.list([transfer('1')]);
    expect(uncompared(desk)).toEqual([]);
  });

  test('begins anew with another team and with another local copy, and keeps what was found', async () => {
    const desk = comparingDesk();
    desk.list([transfer('1')]);
    await desk.compare();
    desk.join('another team');
    expect(await desk.begin()).toMatchObject({ team: 'another team', through: 2 });
    expect(desk.found()).toEqual(['1 unclaimed']);
  });

  test('waits while the desk is no member, or has not read the founding', async () => {
    const desk = comparingDesk();
    run(desk.journal, "UPDATE team_membership SET state = 'importing'");
    expect(await desk.begin()).toBeNull();
    desk.join();
    run(desk.copy, 'DELETE FROM team_act');
    expect(await desk.begin()).toBeNull();
  });

  test('without the team’s keys finds nothing and lets all wait', async () => {
    const desk = comparingDesk({ keys: () => null });
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual([]);
    expect(uncompared(desk)).toEqual(['1']);
  });
});

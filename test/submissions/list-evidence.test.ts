import { describe, expect, test } from 'vitest';

import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { changeOf } from '../support/desks/changes.ts';
import { sentAs } from '../../electron/engines/submissions/sent.ts';
import { isOfAnother } from '../../electron/engines/submissions/lookup/list-lookup.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  refused,
  submissionOf,
  transferOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const minute = 60_000;
const before = (ms: number): string => new Date(Date.parse(beginning) - ms).toISOString();

/** A payment without an answer, and with `probe` another one that the bank is known to have. */
function openDesk({ probe = false } = {}) {
  const desk = openLoneDesk();
  if (probe) written(desk, 'PROBE-1', { state: 'accepted', recordId: 'T-P', amount: '7.00' });
  written(desk, 'OURS-1', { state: 'unknown' });
  return desk;
}
const look = (desk: LoneDesk) => {
  const submission = submissionByReference(desk.parts.journal, 'OURS-1');
  const sent = submission && sentAs('createSingleTransfer', submission);
  const { search } = changeOf('createSingleTransfer');
  if (!sent?.ok || search.by !== 'list') expect.fail();
  return search.find(desk.parts, sent.value, context);
};
const referenceAsked = ({
  query = {},
}: {
  query?: { reference?: string | undefined } | undefined;
}) => query.reference;

/** A bank that gives the rows of a reference. */
const filters = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.bank.answers.findTransfers = (input) => {
    const reference = referenceAsked(input);
    const shown = rows.filter((row) => reference === undefined || row.reference === reference);
    return ok({ message: '', transfers: onePage(shown) });
  };
};
/** A bank that gives all its rows, whatever it is asked. */
const lists = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(rows) });
};
const probeRow = transferOf({ id: 'T-P', reference: 'PROBE-1', amount: '7.00' });
const stranger = transferOf({ id: 'T-X', reference: 'STRANGER', amount: '1.00' });
const nothing = (reach: string, words: string) =>
  ok({ matches: [], resembling: [], reach, words: expect.stringContaining(words) as string });

describe('a list that filters by reference and does not show ours', () => {
  test('proves that it is not there where it shows another of ours in the same way', async () => {
    const desk = openDesk({ probe: true });
    filters(desk, probeRow, stranger);
    expect(await look(desk)).toEqual(nothing('proven', 'list does not have it'));
    expect(desk.bank.asked.map((line) => /"reference":"([^"]*)"/.exec(line)?.[1])).toEqual([
      'OURS-1',
      'PROBE-1',
    ]);
  });

  test('proves nothing where it does not show the other one either, or filters only sometimes', async () => {
    const desk = openDesk({ probe: true });
    filters(desk, stranger);
    expect(await look(desk)).toEqual(nothing('unsure', 'but neither PROBE-1, which the bank has'));
    desk.bank.answers.findTransfers = (input) => {
      const rows = referenceAsked(input) === 'OURS-1' ? [] : [probeRow, stranger];
      return ok({ message: '', transfers: onePage(rows) });
    };
    expect(await look(desk)).toEqual(nothing('unsure', 'one time and not the other'));
  });

  test('is looked through without a reference where nothing else of ours is known', async () => {
    const desk = openDesk();
    filters(desk, stranger);
    expect(await look(desk)).toEqual(nothing('whole', 'nothing else sent lately shows'));
    expect(desk.bank.asked).toHaveLength(2);
    filters(desk, transferOf({ id: 'T-1', reference: 'ours-1' }));
    expect(await look(desk)).toMatchObject({ value: { matches: [{ recordId: 'T-1' }] } });
  });

  test('shows nothing where the bank refuses the whole list, and fails where that fails', async () => {
    const desk = openDesk();
    const whole = (answer: ReturnType<typeof failed>): void => {
      desk.bank.answers.findTransfers = (input) =>
        referenceAsked(input) === undefined
          ? answer
          : ok({ message: '', transfers: onePage<Transfer>([]) });
    };
    for (const answer of [refused(400), failed('bank.refused'), failed('input.invalid')]) {
      whole(answer);
      expect(await look(desk)).toEqual(nothing('whole', 'nothing else sent lately shows'));
    }
    for (const answer of [failed('bank.unavailable'), refused(401)]) {
      whole(answer);
      expect(await look(desk)).toMatchObject({ ok: false });
    }
  });

  test('fails where a question fails', async () => {
    const desk = openDesk({ probe: true });
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    expect(await look(desk)).toMatchObject({ error: { code: 'bank.unavailable' } });
    desk.bank.answers.findTransfers = (input) =>
      referenceAsked(input) === 'PROBE-1'
        ? failed('bank.busy')
        : ok({ message: '', transfers: onePage<Transfer>([]) });
    expect(await look(desk)).toMatchObject({ error: { code: 'bank.busy' } });
  });
});

describe('a list that does not filter and does not show ours', () => {
  test('proves that it is not there where it shows another of ours', async () => {
    const desk = openDesk({ probe: true });
    lists(desk, stranger, probeRow);
    expect(await look(desk)).toEqual(nothing('proven', 'list does not have it'));
    lists(desk, stranger);
    expect(await look(desk)).toEqual(nothing('unsure', 'but neither PROBE-1'));
    const alone = openDesk();
    lists(alone, stranger);
    expect(await look(alone)).toEqual(nothing('whole', 'nothing else sent lately shows'));
    expect(alone.bank.asked).toHaveLength(1);
  });

  test('proves nothing where it does not show its end, or cannot be read to it', async () => {
    const desk = openDesk({ probe: true });
    const page = { data: [stranger, probeRow], page: 1, pageSize: 2, totalItems: 2, totalPages: 1 };
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: page });
    expect(await look(desk)).toEqual(nothing('unsure', 'whether that is the whole list'));
    const short = { ...page, pageSize: 200, totalItems: 1 };
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: short });
    expect(await look(desk)).toEqual(nothing('unsure', 'was not to be read to its end'));
  });
});

describe('a row of the list', () => {
  const seen = async (given: Partial<Transfer>, desk = openDesk()) => {
    lists(desk, transferOf({ id: 'T-1', reference: 'OTHER', ...given }));
    const looked = await look(desk);
    if (!looked.ok) expect.fail(looked.error.message);
    const { matches, resembling, reach, words } = looked.value;
    expect([reach, words]).toEqual(['whole', expect.any(String)]);
    return { isOurs: matches.length === 1, why: resembling[0]?.why ?? null };
  };

  test('is ours under our reference, whatever else it says, and in other letters where the rest agrees', async () => {
    expect(await seen({ reference: 'OURS-1', amount: '1.00' })).toEqual({
      isOurs: true,
      why: null,
    });
    expect(await seen({ reference: ' ours-1 ' })).toEqual({ isOurs: true, why: null });
    const other = await seen({ reference: 'ours-1', amount: '1.00' });
    expect(other).toEqual({
      isOurs: false,
      why: 'Its reference is ours in other letters, and the rest differs.',
    });
  });

  test('may be ours where its reference or its words resemble ours', async () => {
    const why = 'Its reference or its words resemble ours.';
    expect(await seen({ reference: 'OURS 1', amount: '1.00' })).toEqual({ isOurs: false, why });
    expect(await seen({ narration: 'for OURS-1', amount: '1.00' })).toEqual({ isOurs: false, why });
  });

  test('may be ours where it was made since and agrees in all but the reference', async () => {
    const why = 'It may have been made since, and agrees in all but the reference.';
    expect(await seen({})).toEqual({ isOurs: false, why });
    expect(await seen({ createdAt: null })).toEqual({ isOurs: false, why });
    expect(await seen({ createdAt: before(5 * minute) })).toEqual({ isOurs: false, why });
    expect((await seen({ createdAt: before(5 * minute + 1) })).why).toBeNull();
    expect((await seen({ amount: '1.00' })).why).toBeNull();
  });

  test('is not held for ours where another of ours stands under its reference', async () => {
    const desk = openDesk();
    written(desk, 'OTHER', { state: 'accepted' });
    expect(await seen({}, desk)).toEqual({ isOurs: false, why: null });
  });

  test('is shown with what a person would compare, the last ten of them', async () => {
    const desk = openDesk();
    const rows = Array.from({ length: limits.resemblingRowsMax + 2 }, (_, index) =>
      transferOf({ id: `T-${String(index)}`, reference: `X-${String(index)}` }),
    );
    lists(desk, ...rows);
    const looked = await look(desk);
    if (!looked.ok) expect.fail();
    const { resembling, matches, reach, words } = looked.value;
    expect([matches, reach, words]).toEqual([[], 'whole', '']);
    expect(resembling).toHaveLength(limits.resemblingRowsMax);
    expect(resembling[0]).toMatchObject({ source: 'list', recordId: 'T-2', reference: 'X-2' });
  });
});

test('a row is another change of ours by its reference, in any letters and with blanks around', () => {
  const desk = openLoneDesk();
  written(desk, 'BIG-1');
  written(desk, 'small-1');
  written(desk, 'OURS-1');
  const ours = submissionOf({ reference: 'OURS-1' });
  const is = (reference: string) => isOfAnother(desk.parts, ours, { reference });
  expect([is('BIG-1'), is(' BIG-1 '), is('big-1'), is('SMALL-1')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([is('OURS-1'), is('ours-1'), is('NOBODY'), is('')]).toEqual([false, false, false, false]);
});

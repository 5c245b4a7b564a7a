import { describe, expect, test } from 'vitest';

import { moneyRecordById } from '../../electron/engines/store/records/money-lists.ts';
import { transferList } from '../../electron/nouns/payments/tables.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { refreshBeneficiaries } from '../../electron/nouns/beneficiaries/refresh.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { aboutRecord } from '../../electron/engines/submissions/submission-views.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { ok } from '../../shared/result.ts';
import {
  accountOf,
  beginning,
  context,
  debitOf,
  failed,
  onePage,
  openLoneDesk,
  payeeOf,
  readStatement,
  submissionOf,
  transferOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const minute = 60_000;
const error = failed('outcome.unknown', { message: 'No answer came.' }).error;

/** A payment without an answer. */
function openDesk(): LoneDesk {
  const desk = openLoneDesk();
  written(desk, 'R-1', { state: 'unknown', error });
  return desk;
}
const known = ({ parts }: LoneDesk, reference = 'R-1') =>
  submissionByReference(parts.journal, reference)!;
async function look(desk: LoneDesk, submission = known(desk)) {
  const looked = await lookUp(desk.parts, submission, context);
  if (!looked.ok) expect.fail(looked.error.message);
  return looked.value;
}
const lists = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(rows) });
};
const listed = (id: string, given: Partial<Transfer> = {}) =>
  transferOf({ id, reference: 'R-1', ...given });
const words = (text: string) => expect.stringContaining(text) as string;
const founds = (desk: LoneDesk): string[] =>
  known(desk).lookups.map(({ source, found }) => `${source} ${found}`);

describe('the bank’s list', () => {
  test('that has it settles it, with its record and its identifier', async () => {
    const desk = openDesk();
    lists(desk, listed('T-1'));
    const settled = await look(desk);
    expect(settled).toMatchObject({
      state: 'accepted',
      settledAt: beginning,
      error: null,
      recordId: 'T-1',
      lookups: [
        {
          at: beginning,
          source: 'bank',
          found: 'yes',
          words: 'The bank’s list has it as T-1.',
          clocks: { sinceOpeningMs: 0 },
        },
      ],
    });
    expect(JSON.parse(settled.answer ?? '')).toMatchObject({ transfer: { id: 'T-1' } });
    expect(moneyRecordById(desk.reader, transferList, 'T-1')).not.toBeNull();
    expect(desk.announced.at(-1)).toEqual(settled);
  });

  test('that has it as failed settles it as the bank’s no', async () => {
    const desk = openDesk();
    lists(desk, listed('T-1', { status: 'REJECTED', reason: 'Closed' }));
    expect(await look(desk)).toMatchObject({
      state: 'refused',
      recordId: 'T-1',
      error: { code: 'bank.refused', bank: { message: 'REJECTED: Closed' } },
      answer: expect.any(String) as string,
    });
    expect(founds(desk)).toEqual(['bank yes']);
  });

  test('that has it as something else leaves it unknown, and says so', async () => {
    const desk = openDesk();
    lists(desk, listed('T-1', { amount: '7.00' }));
    expect(await look(desk)).toMatchObject({
      state: 'unknown',
      error: {
        code: 'outcome.unknown',
        operation: 'createSingleTransfer',
        message: words('7.00 instead of 100.00'),
      },
      lookups: [{ source: 'bank', found: 'doubtful', resembling: [] }],
    });
    expect(desk.announced).toHaveLength(1);
  });

  test('that has it twice leaves it unknown, and names both', async () => {
    const desk = openDesk();
    lists(desk, listed('T-1'), listed('T-2'));
    expect(await look(desk)).toMatchObject({
      state: 'unknown',
      error: {
        code: 'outcome.duplicated',
        message: words('it 2 times under one reference: T-1 and T-2.'),
      },
      lookups: [{ found: 'doubtful' }],
    });
  });

  test('that has what may be it leaves it unknown, names three and keeps them all', async () => {
    const desk = openDesk();
    lists(desk, ...['1', '2', '3', '4'].map((id) => listed(`T-${id}`, { reference: `X-${id}` })));
    const looked = await look(desk);
    expect(looked).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.unknown', message: words('shows what may be it: T-1, T-2, T-3.') },
      lookups: [{ source: 'bank', found: 'doubtful', words: words('T-1, T-2, T-3.') }],
    });
    expect(looked.lookups[0]?.resembling.map(({ recordId }) => recordId)).toEqual([
      'T-1',
      'T-2',
      'T-3',
      'T-4',
    ]);
  });

  test('that cannot be asked settles nothing, which is noted', async () => {
    const desk = openDesk();
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    expect(await lookUp(desk.parts, known(desk), context)).toMatchObject({
      ok: false,
      error: { code: 'bank.unavailable' },
    });
    expect(known(desk)).toMatchObject({
      state: 'unknown',
      lookups: [{ words: words('internal error') }],
    });
    expect(founds(desk)).toEqual(['bank unavailable']);
  });

  test('says nothing against what somebody settled or sent again while it was asked', async () => {
    const meanwhile = async (sql: string) => {
      const desk = openDesk();
      desk.bank.answers.findTransfers = () => {
        desk.parts.journal.connection.prepare(sql).run();
        return ok({ message: '', transfers: onePage([listed('T-1')]) });
      };
      const looked = await look(desk);
      return { looked, founds: founds(desk) };
    };
    const settled = await meanwhile(`UPDATE submission SET state = 'refused'`);
    expect(settled).toMatchObject({ looked: { state: 'refused' }, founds: [] });
    const again = await meanwhile(
      `INSERT INTO submission_attempt (submission_id, at, correlation_id, clocks)
       SELECT submission_id, at, 'again', clocks FROM submission_attempt`,
    );
    expect(again).toMatchObject({ looked: { state: 'unknown' } });
    expect(again.founds).toEqual(['statement unavailable']);
  });
});

describe('a look', () => {
  test('is none at what is settled, no change, or on its way', async () => {
    const desk = openDesk();
    lists(desk, listed('T-1'));
    for (const one of [
      submissionOf({ state: 'not-found' }),
      submissionOf({ state: 'sending' }),
      submissionOf({ operation: 'ofOldTimes' }),
    ])
      expect(await look(desk, one)).toBe(one);
    expect(desk.bank.asked).toEqual([]);
    expect(await lookUp(desk.parts, submissionOf({ payload: '{' }), context)).toMatchObject({
      error: { code: 'submission.unreadable' },
    });
  });

  test('confirms what was accepted by an answer that shows too little', async () => {
    const desk = openLoneDesk();
    lists(desk, listed('T-1'));
    written(desk, 'R-1', { state: 'accepted', confirmed: false });
    expect(await look(desk)).toMatchObject({ state: 'accepted', confirmed: true });
  });

  test('at what is read anew is that reading, which may fail', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.updateBeneficiary = () => failed('outcome.unknown');
    const change = {
      reference: 'U-1',
      operation: 'updateBeneficiary',
      subject: 'b-1',
      payload: { path: { entityId: 'b-1' }, body: { city: 'Lagos' } },
      about: aboutRecord('Update'),
    } as const;
    expect((await submit(desk.parts, change, context)).ok).toBe(true);
    desk.bank.answers.getAllBeneficiaries = () => failed('bank.unavailable');
    expect(await lookUp(desk.parts, known(desk, 'U-1'), context)).toMatchObject({ ok: false });
    expect(known(desk, 'U-1').lookups).toMatchObject([{ source: 'bank', found: 'unavailable' }]);
    const announcedBefore = desk.announced.length;
    desk.bank.answers.getAllBeneficiaries = () =>
      ok({ message: '', beneficiaries: onePage([payeeOf('b-1', { city: 'Lagos' })]) });
    expect(await look(desk, known(desk, 'U-1'))).toMatchObject({ state: 'accepted' });
    expect(desk.announced).toHaveLength(announcedBefore + 1);
  });

  test.each([
    ['the bank does not have it', 'Abuja', 'not-found'],
    ['somebody else may have replaced it', 'Kano', 'unknown'],
  ] as const)('at a change that the record does not show: %s', async (_, city, state) => {
    const desk = openLoneDesk();
    const shows = (now: string) => {
      desk.bank.answers.getAllBeneficiaries = () =>
        ok({ message: '', beneficiaries: onePage([payeeOf('b-1', { city: now })]) });
    };
    shows('Abuja');
    expect(await refreshBeneficiaries(desk.parts, context)).toMatchObject({ ok: true });
    desk.bank.answers.updateBeneficiary = () => failed('outcome.unknown');
    const change = {
      reference: 'U-1',
      operation: 'updateBeneficiary',
      subject: 'b-1',
      payload: { path: { entityId: 'b-1' }, body: { city: 'Lagos' } },
      about: aboutRecord('Update'),
    } as const;
    expect((await submit(desk.parts, change, context)).ok).toBe(true);
    // A clock that is set back does not hide that the record changed.
    desk.setsWall(-90 * minute);
    shows(city);
    for (const wait of [1, 10, 10]) {
      desk.passes(wait * minute);
      await look(desk, known(desk, 'U-1'));
    }
    expect(known(desk, 'U-1').state).toBe(state);
  });
});

describe('the statement of the local copy', () => {
  const reads = (desk: LoneDesk, ...entries: Parameters<typeof debitOf>[]) => {
    readStatement(
      desk,
      entries.map((given) => debitOf(...given)),
    );
  };

  test('that books it settles it where the bank has no list, or whose list has nothing', async () => {
    for (const isListed of [false, true]) {
      const desk = openDesk();
      if (isListed) lists(desk);
      reads(desk, ['E-1', { customReference: 'R-1' }]);
      expect(await look(desk)).toMatchObject({ state: 'accepted', error: null, recordId: null });
      expect(founds(desk).at(-1)).toBe('statement yes');
      expect(known(desk).lookups.at(-1)?.words).toContain('shows it as entry E-1.');
    }
  });

  test('that books it twice, or what may be it, leaves it unknown', async () => {
    const desk = openDesk();
    reads(desk, ['E-1', { customReference: 'R-1' }], ['E-2', { customReference: 'R-1' }]);
    expect(await look(desk)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.duplicated', message: words('E-1 and E-2') },
    });
    const other = openDesk();
    reads(other, ['E-1', { customReference: 'R-1', amountE4: 7n }]);
    expect(await look(other)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.unknown', message: words('what may be it: E-1.') },
      lookups: [{ source: 'statement', found: 'doubtful', resembling: [{ recordId: 'E-1' }] }],
    });
  });

  test('that says no twice, apart and late, without a list beside it: the bank does not have it', async () => {
    const desk = openDesk();
    desk.passes(minute);
    reads(desk);
    expect((await look(desk)).state).toBe('unknown');
    desk.passes(9 * minute);
    reads(desk);
    const gone = await look(desk);
    expect(gone).toMatchObject({ state: 'not-found', error });
    expect(founds(desk)).toEqual(['statement no', 'statement no']);
    expect(gone.lookups[1]).toMatchObject({ clocks: { sinceOpeningMs: 10 * minute } });
    expect(desk.announced.at(-1)).toEqual(gone);
  });

  test('of one reading says no once, and then that it was not read since', async () => {
    const desk = openDesk();
    desk.passes(10 * minute);
    reads(desk);
    for (const wait of [10, 10]) {
      expect((await look(desk)).state).toBe('unknown');
      desk.passes(wait * minute);
    }
    expect(founds(desk)).toEqual(['statement no', 'statement unavailable']);
    expect(known(desk).lookups[1]?.words).toContain('was not read since the last look');
  });

  test('says no once for each reading, whatever a list beside it or an earlier look said', async () => {
    const desk = openDesk();
    const other = { id: 'T-0', reference: 'R-0', amount: '7.00' };
    written(desk, 'R-0', { state: 'accepted', recordId: 'T-0', amount: '7.00' });
    lists(desk, transferOf(other));
    desk.passes(minute);
    reads(desk, ['E-1', { customReference: 'R-2' }]);
    desk.passes(minute);
    await look(desk);
    expect(founds(desk)).toEqual(['bank no', 'statement doubtful']);
    // The debit turns out to be another payment's.
    written(desk, 'R-2', { state: 'accepted', recordId: 'T-2' });
    await look(desk);
    await look(desk);
    expect(founds(desk).filter((found) => found.startsWith('statement'))).toEqual([
      'statement doubtful',
      'statement no',
    ]);
  });

  test('that was read early concludes nothing, however often both said no', async () => {
    const desk = openDesk();
    written(desk, 'R-0', { state: 'accepted', recordId: 'T-0', amount: '7.00' });
    lists(desk, transferOf({ id: 'T-0', reference: 'R-0', amount: '7.00' }));
    desk.passes(minute);
    reads(desk);
    for (const wait of [10, 10, 10]) {
      expect((await look(desk)).state).toBe('unknown');
      desk.passes(wait * minute);
    }
    reads(desk);
    expect((await look(desk)).state).toBe('not-found');
  });

  test('concludes nothing beside a list that does not show all it has', async () => {
    const desk = openDesk();
    written(desk, 'R-0', { state: 'accepted', recordId: 'T-0', amount: '7.00' });
    lists(desk, transferOf({ id: 'T-9', reference: 'X', amount: '1.00' }));
    for (const wait of [10, 10, 10]) {
      desk.passes(wait * minute);
      reads(desk);
      expect((await look(desk)).state).toBe('unknown');
    }
    expect(founds(desk)).toContain('bank unavailable');
  });

  test('that proves nothing is noted once beside a list, and each time where it is all there is', async () => {
    const alone = openDesk();
    await look(alone);
    await look(alone);
    expect(founds(alone)).toEqual(['statement unavailable', 'statement unavailable']);
    const beside = openDesk();
    lists(beside);
    await look(beside);
    await look(beside);
    expect(founds(beside)).toEqual([
      'bank unavailable',
      'statement unavailable',
      'bank unavailable',
    ]);
    beside.passes(minute);
    reads(beside);
    await look(beside);
    beside.passes(minute);
    await look(beside);
    expect(founds(beside).filter((found) => found.startsWith('statement'))).toEqual([
      'statement unavailable',
      'statement no',
    ]);
  });
});

test('what is booked nowhere is concluded by its list alone, where that would show it', async () => {
  const desk = openLoneDesk();
  const accounts: ReturnType<typeof accountOf>[] = [];
  desk.bank.answers.getAllAccounts = () => ok({ message: '', accounts });
  const open = async (digit: string) => {
    const uniqueRequestId = `0192f0c0-7d3e-7000-8000-00000000000${digit}`;
    const opened = await submit(
      desk.parts,
      {
        reference: uniqueRequestId.replaceAll('-', ''),
        operation: 'createVirtualAccount',
        subject: `account:${digit}`,
        payload: { body: { uniqueRequestId, currencyIso3Code: 'USD', accountName: digit } },
        about: aboutRecord('New account'),
      },
      context,
    );
    expect(opened.ok).toBe(true);
    return { uniqueRequestId, reference: uniqueRequestId.replaceAll('-', '') };
  };
  desk.bank.answers.createVirtualAccount = ({ body }) =>
    ok({ message: '', account: accountOf({ accountId: 'A-1', ...body }) });
  const { uniqueRequestId } = await open('1');
  desk.bank.answers.createVirtualAccount = () => failed('outcome.unknown');
  const lost = await open('2');
  const after = async (minutes: number) => {
    desk.passes(minutes * minute);
    return (await look(desk, known(desk, lost.reference))).state;
  };
  expect([await after(10), await after(10)]).toEqual(['unknown', 'unknown']);
  const first = accountOf({ accountId: 'A-1', uniqueRequestId, accountName: '1' });
  accounts.push(first);
  expect(await after(10)).toBe('unknown');
  // Clocks that disagree put the conclusion off, and a list that shows less meanwhile does not draw it.
  const { parts, bank } = desk;
  const [wallMs, monotonicMs] = [parts.clock.now(), parts.clock.monotonicMs()];
  bank.lastDate = { dateMs: wallMs + 60 * minute, wallMs, monotonicMs };
  expect(await after(10)).toBe('unknown');
  bank.lastDate = null;
  accounts.length = 0;
  expect(await after(10)).toBe('unknown');
  accounts.push(first);
  expect(await after(10)).toBe('not-found');
  expect(known(desk, lost.reference).lookups.map(({ found }) => found)).toEqual([
    'unavailable',
    'unavailable',
    'no',
    'no',
    'unavailable',
    'no',
  ]);
});

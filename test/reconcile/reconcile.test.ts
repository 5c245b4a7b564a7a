import { actorText } from '../../shared/actor.ts';
import { describe, expect, test } from 'vitest';

import { rows } from '../../electron/engines/store/database.ts';
import { settleSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { missing, openReconcilingDesk } from '../support/desks/reconciling-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const withoutList = (text: string): string => {
  const file = JSON.parse(text) as { operations: Record<string, unknown> };
  delete file.operations['findTransfers'];
  return JSON.stringify(file);
};
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it went',
    (cause: unknown) => (cause instanceof Error ? cause.message : 'something else'),
  );

describe('a journal that lacks what the bank has', () => {
  test('learns it with reference, amount, account and payee, and never sends it again', async () => {
    const before = await openReconcilingDesk();
    await before.pay({ reference: 'INV-2026-17', amount: '1250.10' });
    const desk = await before.withoutMemory();
    const report = await desk.ask();
    expect(report).toMatchObject({ verdict: 'confirm', newlyFound: 1, agreeing: 0, reasons: [] });
    expect(report.found).toMatchObject([
      {
        reference: 'INV-2026-17',
        accountNumber: desk.bank.accountNumber,
        amount: { amount: '1250.10', currency: 'USD' },
        sources: ['transfers', 'statement'],
        recordIds: ['MC-T1', 'MC-E1'],
        state: 'accepted',
      },
    ]);
    const again = await desk.pay({ reference: 'INV-2026-17', amount: '1250.10' });
    expect(again).toMatchObject({ state: 'accepted', origin: 'found', recordId: 'MC-T1' });
    expect(desk.bank.times('INV-2026-17')).toBe(1);
  });

  test.each([
    ['amount', { amount: '1250.11' }],
    ['payee', { beneficiaryId: 'b-2' }],
  ])('refuses another %s under that reference', async (_what, other) => {
    const before = await openReconcilingDesk();
    await before.pay({ reference: 'INV-1', amount: '1250.10' });
    const desk = await before.withoutMemory();
    await desk.ask();
    const order = { reference: 'INV-1', amount: '1250.10', ...other };
    expect(await refusal(desk.pay(order))).toMatch(
      /The bank has something else under this reference.*Nothing was sent/,
    );
    expect(desk.bank.orders).toHaveLength(1);
  });

  test('knows it also in another case, and refuses one that the bank may have cut short', async () => {
    const before = await openReconcilingDesk();
    before.bank.manners.listed = (reference) => reference.toLowerCase();
    before.bank.manners.booked = (reference) => reference.toLowerCase();
    await before.pay({ reference: 'INV-A', amount: '5.00' });
    before.bank.manners.listed = (reference) => reference.slice(0, 16);
    before.bank.manners.booked = (reference) => reference.slice(0, 16);
    await before.pay({ reference: 'SALARY-2026-11-0000017', amount: '6.00' });
    const desk = await before.withoutMemory();
    await desk.ask();
    expect(await desk.pay({ reference: 'INV-A', amount: '5.00' })).toMatchObject({
      state: 'accepted',
      origin: 'found',
    });
    expect(
      await refusal(desk.pay({ reference: 'SALARY-2026-11-0000017', amount: '6.00' })),
    ).toMatch(/may be this one cut short/);
    expect(desk.bank.orders).toHaveLength(2);
  });

  test('finds in the statement what no list shows', async () => {
    const before = await openReconcilingDesk({ bankFile: withoutList });
    await before.pay({ reference: 'INV-2', amount: '20.00' });
    const desk = await before.withoutMemory();
    const report = await desk.ask();
    expect(report.answers).toContainEqual(
      expect.objectContaining({ what: 'the list of transfers', state: 'closed' }),
    );
    expect(report.found.map(({ reference, sources }) => [reference, sources])).toContainEqual([
      'INV-2',
      ['statement'],
    ]);
    expect(await desk.pay({ reference: 'INV-2', amount: '20.00' })).toMatchObject({
      state: 'accepted',
      origin: 'found',
    });
    expect(desk.bank.times('INV-2')).toBe(1);
  });

  test('does not take a debit without a reference for a payment, and holds back one that it names', async () => {
    const before = await openReconcilingDesk({ bankFile: withoutList });
    before.bank.manners.booked = () => '';
    before.bank.manners.narration = ({ reference }) => `PAYMENT ${reference}, THANK YOU`;
    await before.pay({ reference: 'INV-3', amount: '30.00' });
    const desk = await before.withoutMemory();
    const report = await desk.ask();
    expect(report.found.map(({ reference }) => reference)).not.toContain('INV-3');
    expect(report.unexplained.map(({ narration }) => narration)).toContain(
      'PAYMENT INV-3, THANK YOU',
    );
    expect(report).toMatchObject({ verdict: 'look' });
    expect(await refusal(desk.pay({ reference: 'INV-3', amount: '30.00' }))).toMatch(
      /shows a debit of 30 USD .* that names INV-3/,
    );
    expect(desk.bank.times('INV-3')).toBe(1);
  });

  test('asked twice adopts once', async () => {
    const before = await openReconcilingDesk();
    await before.pay({ reference: 'INV-4' });
    const desk = await before.withoutMemory();
    const [first, second] = [await desk.ask(), await desk.ask()];
    expect([first.newlyFound, second.newlyFound]).toEqual([1, 0]);
    expect(second.found).toMatchObject([{ reference: 'INV-4' }]);
    expect(rows(desk.parts.changes.journal, 'SELECT 1 FROM submission')).toHaveLength(1);
  });

  test('counts and sums both sides by day', async () => {
    const before = await openReconcilingDesk();
    await before.pay({ reference: 'A-1', amount: '10.05' });
    await before.pay({ reference: 'A-2', amount: '20.10' });
    const desk = await before.withoutMemory();
    const { days } = await desk.ask();
    expect(days[0]).toEqual({
      date: new Date().toISOString().slice(0, 10),
      accountNumber: desk.bank.accountNumber,
      currency: 'USD',
      journal: { count: 0, sum: { amount: '0.00', currency: 'USD' } },
      bank: { count: 2, sum: { amount: '30.15', currency: 'USD' } },
      unexplained: { count: 0, sum: { amount: '0.00', currency: 'USD' } },
    });
  });
});

describe('an older journal', () => {
  const older = (changes = {}) =>
    missing({ state: 'older', knownUntil: ago(30), sends: 1, expectedSends: 1, ...changes });

  test('settles what it has as unknown, and takes back that something did not go', async () => {
    const desk = await openReconcilingDesk({ standing: older() });
    desk.bank.manners.losesAnswers = true;
    const lost = await desk.pay({ reference: 'L-1', amount: '1.00' });
    const again = await desk.pay({ reference: 'L-2', amount: '2.00' });
    expect(lost.state).toBe('unknown');
    settleSubmission(desk.parts.changes.journal, again.submissionId, {
      state: 'not-sent',
      at: ago(1),
    });
    const report = await desk.ask();
    expect(report.corrected.map(({ reference }) => reference)).toEqual(['L-2']);
    expect(report.open).toEqual([]);
    expect([desk.known('L-1')?.state, desk.known('L-2')?.state]).toEqual(['accepted', 'accepted']);
  });

  test('asks from the last moment that both sides know, a settle window and a day before it', async () => {
    const desk = await openReconcilingDesk({
      standing: older({ knownUntil: '2026-11-18T00:05:00.000Z' }),
    });
    expect((await desk.ask()).from).toBe('2026-11-16');
  });

  test('reports what it has and the bank does not show, and asks a person to look', async () => {
    const desk = await openReconcilingDesk({ standing: older() });
    await desk.pay({ reference: 'K-1', amount: '1.00' });
    desk.bank.orders.length = 0;
    desk.bank.manners.statement = 'refused';
    const report = await desk.ask();
    expect(report.notShown).toMatchObject([{ reference: 'K-1', state: 'accepted', sources: [] }]);
    expect(report.verdict).toBe('look');
    expect(report.reasons.join(' ')).toContain('The bank does not show 1 payment');
  });

  test('reports another amount under one reference, and settles nothing by it', async () => {
    const desk = await openReconcilingDesk({ standing: older() });
    desk.bank.manners.losesAnswers = true;
    await desk.pay({ reference: 'D-1', amount: '100.00' });
    const [order] = desk.bank.orders.splice(0);
    if (!order) expect.fail('it was not booked');
    desk.bank.orders.push({ ...order, amount: '100.01' });
    desk.bank.manners.statement = 'refused';
    const report = await desk.ask();
    expect(report.different).toMatchObject([
      { reference: 'D-1', remark: 'The bank has 100.01 USD, the journal 100.00 USD.' },
    ]);
    expect(desk.known('D-1')?.state).toBe('unknown');
  });

  test('opened without all evidence calls nothing “not sent” any more', async () => {
    const desk = await openReconcilingDesk({ standing: older() });
    desk.bank.manners.losesAnswers = true;
    const { submissionId } = await desk.pay({ reference: 'N-1', amount: '3.00' });
    settleSubmission(desk.parts.changes.journal, submissionId, { state: 'not-sent', at: ago(1) });
    desk.bank.orders.length = 0;
    desk.bank.manners.statement = 'refused';
    const report = await desk.ask();
    expect(report.verdict).toBe('look');
    expect((await desk.open(report, { hasLooked: true })).ok).toBe(true);
    expect(desk.known('N-1')?.state).toBe('unknown');
  });
});

describe('what the bank lists as failed', () => {
  const bankFile = (text: string): string =>
    JSON.stringify({ ...(JSON.parse(text) as object), statusWords: { failed: ['R7'], done: [] } });

  test.each(['FAILED', 'r7', 'not accepted', 'EXPIRED'])(
    '%s is known by its reference, and neither as paid nor as accepted',
    async (status) => {
      const before = await openReconcilingDesk({ bankFile });
      await before.pay({ reference: 'F-1', amount: '8.00' });
      before.bank.manners.status = () => status;
      const desk = await before.withoutMemory();
      const report = await desk.ask();
      const remark = `The bank lists it as ${status}, and its statement shows the debit MC-E1.`;
      expect(report.found).toMatchObject([{ reference: 'F-1', state: 'refused', status, remark }]);
      expect(report.days).toEqual([]);
      expect(desk.known('F-1')).toMatchObject({
        state: 'refused',
        error: { message: expect.stringContaining(`The bank lists it as ${status}.`) as string },
      });
    },
  );

  test('and the journal as accepted is reported as different, and is no payment on the bank’s side', async () => {
    const desk = await openReconcilingDesk({ bankFile });
    await desk.pay({ reference: 'F-2', amount: '8.00' });
    desk.bank.manners.status = () => 'R7';
    const report = await desk.ask();
    expect(report.agreeing).toBe(0);
    expect(report.different).toMatchObject([
      { reference: 'F-2', remark: 'The bank lists it as R7, the journal has it as accepted.' },
    ]);
    expect(report.days).toMatchObject([{ journal: { count: 1 }, bank: { count: 0 } }]);
  });

  test('and the journal as not sent stays as it was', async () => {
    const desk = await openReconcilingDesk({ bankFile });
    const { submissionId } = await desk.pay({ reference: 'F-3', amount: '8.00' });
    settleSubmission(desk.parts.changes.journal, submissionId, { state: 'not-sent', at: ago(1) });
    desk.bank.manners.status = () => 'R7';
    const report = await desk.ask();
    expect([report.corrected, report.different, report.agreeing]).toEqual([[], [], 0]);
    expect(desk.known('F-3')?.state).toBe('not-sent');
  });

  test('explains no debit, and does not make one that went a second one', async () => {
    const desk = await openReconcilingDesk({ bankFile });
    desk.bank.manners.booked = () => '';
    const failed = desk.bank.bookElsewhere({ reference: 'F-4', amount: '9.00' });
    desk.bank.bookElsewhere({ reference: 'F-4', amount: '10.00' });
    desk.bank.bookElsewhere({ reference: 'F-5', amount: '11.00' });
    desk.bank.manners.status = ({ id, reference }) =>
      id === failed.id || reference === 'F-5' ? 'R7' : 'BOOKED';
    const report = await desk.ask();
    expect(report.unexplained.map(({ amount }) => amount.amount)).toEqual(['9.00', '11.00']);
    expect(report.found).toMatchObject([
      { reference: 'F-4', state: 'accepted', amount: { amount: '10.00' }, remark: null },
      { reference: 'F-5', state: 'refused' },
    ]);
  });
});

describe('sending stays closed', () => {
  test.each([
    ['ends before the count it announces', 'short'],
    ['is not answered', 'busy'],
  ] as const)('while the list %s', async (_words, list) => {
    const desk = await openReconcilingDesk();
    desk.bank.bookElsewhere({ reference: 'X-1' });
    desk.bank.bookElsewhere({ reference: 'X-2' });
    desk.bank.manners.list = list;
    const report = await desk.ask();
    expect(report.verdict).toBe('closed');
    expect(report.reasons[0]).toMatch(/^The bank did not show the list of transfers to its end/);
    const opened = await desk.open(report, { hasLooked: true });
    expect(opened).toMatchObject({ ok: false, error: { code: 'journal.missing' } });
    expect(desk.opened).toEqual([]);
  });

  test('while a statement cannot be read now', async () => {
    const desk = await openReconcilingDesk();
    desk.bank.manners.statement = 'busy';
    const report = await desk.ask();
    expect(report.verdict).toBe('closed');
    expect((await desk.open(report, { hasLooked: true })).ok).toBe(false);
  });

  test('while the bank may not show yet what left a moment ago, and opens when ten minutes are over', async () => {
    const before = await openReconcilingDesk();
    await before.pay({ reference: 'S-1' });
    const desk = await before.withoutMemory();
    desk.standing = missing({ lastSentAt: ago(0), expectedSends: 1 });
    desk.bank.manners.isSlow = true;
    const early = await desk.ask();
    expect(early.verdict).toBe('closed');
    expect(early.reasons[0]).toMatch(/^A payment may have left at .* ask again after/);
    desk.standing = { ...desk.standing, lastSentAt: ago(11) };
    expect((await desk.ask()).verdict).not.toBe('closed');
    desk.standing = { ...desk.standing, lastSentAt: ago(0) };
    desk.bank.manners.isSlow = false;
    expect((await desk.ask()).verdict).toBe('confirm');
  });

  test('while the clocks are apart, as times prove nothing then', async () => {
    const desk = await openReconcilingDesk();
    desk.standing = missing({ lastSentAt: ago(20), expectedSends: 1 });
    desk.clock.ms += 11 * 60_000;
    const report = await desk.ask();
    expect(report.verdict).toBe('closed');
    expect(report.reasons[0]).toContain('more than a minute apart');
  });

  test('without a name, on an old comparison, and after something else was found', async () => {
    const desk = await openReconcilingDesk();
    const report = await desk.ask();
    expect(await desk.open(report, { actor: actorNamed('') })).toMatchObject({
      ok: false,
      error: { fields: { by: 'enter your name' } },
    });
    desk.clock.ms += 61 * 60_000;
    expect((await desk.open(report)).ok).toBe(false);
    desk.clock.ms -= 61 * 60_000;
    desk.standing = missing({ since: ago(0) });
    expect((await desk.open(report)).ok).toBe(false);
    expect(desk.opened).toEqual([]);
  });

  test('until somebody says that they looked, where the bank has neither list nor statement', async () => {
    const desk = await openReconcilingDesk({ bankFile: withoutList });
    desk.bank.manners.statement = 'refused';
    const report = await desk.ask();
    expect(report.verdict).toBe('look');
    expect(report.reasons).toContain(
      'This bank has neither a list of payments nor a statement that can be read.',
    );
    expect((await desk.open(report)).ok).toBe(false);
    expect((await desk.open(report, { hasLooked: true })).ok).toBe(true);
  });

  test('when the bank’s list hides a page, what its statement shows is found all the same', async () => {
    const before = await openReconcilingDesk();
    for (const reference of ['P-1', 'P-2', 'P-3']) await before.pay({ reference });
    const desk = await before.withoutMemory();
    desk.bank.manners.list = 'first-page';
    const report = await desk.ask();
    expect(report.found.map(({ reference }) => reference).toSorted()).toEqual([
      'P-1',
      'P-2',
      'P-3',
    ]);
  });
});

test('who opened it, when and on which figures stays in the journal and cannot be changed', async () => {
  const before = await openReconcilingDesk();
  await before.pay({ reference: 'W-1', amount: '12.00' });
  const desk = await before.withoutMemory();
  expect((await desk.open(await desk.ask())).ok).toBe(true);
  expect(desk.opened).toEqual(['Ines Frei']);
  const { journal } = desk.parts.changes;
  const [stored] = rows<{ actor: string; is_complete: number; report: string }>(
    journal,
    'SELECT * FROM reconciliation',
  );
  expect(stored).toMatchObject({ actor: actorText(actorNamed('Ines Frei')), is_complete: 1 });
  expect(stored?.report).toContain('W-1');
  for (const sql of ['DELETE FROM reconciliation', 'UPDATE reconciliation SET actor = 1'])
    expect(() => rows(journal, sql)).toThrow();
});

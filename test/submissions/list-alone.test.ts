import { describe, expect, onTestFinished, test } from 'vitest';

import { deskClock } from '../../electron/engines/machine/context.ts';
import {
  submissionById,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  addAttempt,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import { aboutRecord } from '../../electron/engines/submissions/submission-views.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { Account } from '../../shared/bank/accounts.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { fail, type Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { testTime } from '../support/setup/time.ts';
import { minutes, openPayingDesk } from '../support/desks/paying-desk.ts';
import { openReconcilingDesk } from '../support/desks/reconciling-desk.ts';
import type { DeskParts } from '../../electron/desk/open-bank/changes.ts';

const context = { correlationId: 'a look' };

describe('a list without a statement beside it', () => {
  /** An account whose opening was not answered, and another that the bank may list. */
  async function lostOpening() {
    const desk = await openReconcilingDesk();
    const time = testTime();
    const listed: Account[] = [];
    let meanwhile: ((parts: DeskParts, lately: Submission) => void) | null = null;
    const bank = {
      ...desk.parts.changes.bank,
      isOpen: () => true,
      call: () => {
        const lately = submissionById(changes.journal, lost.submissionId);
        if (lately) meanwhile?.(changes, lately);
        meanwhile = null;
        return Promise.resolve(ok({ message: '', accounts: listed }));
      },
      whyClosed: () => null,
    };
    const clock = deskClock(time.clock, () => null);
    const changes = { ...desk.parts.changes, clock, bank } as typeof desk.parts.changes;
    const open = async (digit: string, answer: Outcome<{ message: string; account: Account }>) => {
      const uniqueRequestId = `0192f0c0-7d3e-7000-8000-00000000000${digit}`;
      const sent = await submit(
        changes,
        {
          reference: uniqueRequestId.replaceAll('-', ''),
          operation: 'createVirtualAccount',
          subject: `account:${digit}`,
          payload: { body: { uniqueRequestId, currencyIso3Code: 'USD', accountName: digit } },
          about: aboutRecord('New account'),
        },
        context,
        () => Promise.resolve(answer),
      );
      if (!sent.ok) throw new Error(sent.error.message);
      return sent.value.submission;
    };
    const probe = Account.parse(
      parseExact(
        `{"accountId":"A-1","uniqueRequestId":"0192f0c0-7d3e-7000-8000-000000000001",
          "currencyIso3Code":"USD","accountName":"1","availableBalance":0}`,
      ),
    );
    const lost = await open('2', fail('outcome.unknown', 'lost'));
    return {
      listed,
      probe,
      whileAsked: (work: NonNullable<typeof meanwhile>) => {
        meanwhile = work;
      },
      openProbe: () => open('1', ok({ message: '', account: probe })),
      look: async (after: number) => {
        time.passes(minutes(after));
        const known = submissionById(changes.journal, lost.submissionId) ?? lost;
        const looked = await lookUp(changes, known, context);
        if (!looked.ok) throw new Error(looked.error.message);
        return looked.value;
      },
    };
  }

  test('says after two looks that the bank does not have it, where it shows another of ours', async () => {
    const { listed, probe, openProbe, look } = await lostOpening();
    await openProbe();
    listed.push(probe);
    expect((await look(3)).state).toBe('unknown');
    expect((await look(8)).state).toBe('not-found');
  });

  test('says so after no single look, however late, and not after two in one minute', async () => {
    const { listed, probe, openProbe, look } = await lostOpening();
    await openProbe();
    listed.push(probe);
    expect((await look(30)).state).toBe('unknown');
    expect((await look(0.5)).state).toBe('unknown');
    expect((await look(1)).state).toBe('not-found');
  });

  test('says nothing of what was sent again while it was asked', async () => {
    const { listed, probe, openProbe, look, whileAsked } = await lostOpening();
    await openProbe();
    listed.push(probe);
    await look(3);
    whileAsked(({ journal, clock }, { submissionId }) => {
      const at = new Date(clock.now()).toISOString();
      settleSubmission(journal, submissionId, { state: 'not-found', at });
      const attempt = { at, correlationId: 'again', clocks: clock.moment() };
      addAttempt(journal, submissionId, attempt, ['not-found']);
      settleSubmission(journal, submissionId, { state: 'unknown', at });
    });
    const looked = await look(12);
    expect([looked.state, looked.attempts.length]).toEqual(['unknown', 2]);
    expect(looked.lookups.filter(({ attempt }) => attempt === 2)).toEqual([]);
  });

  test.each([
    ['nothing else of ours was opened', false, false],
    ['it does not even show another of ours', true, false],
  ])('says nothing where %s', async (_words, isOpened, isListed) => {
    const { listed, probe, openProbe, look } = await lostOpening();
    if (isOpened) await openProbe();
    if (isListed) listed.push(probe);
    for (const after of [3, 8, 20]) expect((await look(after)).state).toBe('unknown');
    const { lookups } = await look(1);
    expect(new Set(lookups.map(({ found }) => found))).toEqual(new Set(['unavailable']));
  });
});

test.each([
  ['with another payment that it shows says no', true, 'no'],
  ['that is not known to show anything says nothing', false, 'unavailable'],
])(
  'a payment’s list %s, and concludes nothing without its statement',
  async (_words, isShown, found) => {
    const time = testTime();
    const bank = await startPaymentBank('none', { now: time.bankNow });
    onTestFinished(() => bank.close());
    const desk = await openPayingDesk(bank.paymentFile(), { time });
    if (isShown) await desk.pay({ amount: '7.00' });
    bank.behave({ booksAfterMs: null, answer: 'none' });
    const lost = await desk.pay({ amount: '8.00' });
    for (const after of [3, 9, 30]) {
      time.passes(minutes(after));
      const known = submissionById(desk.parts.journal, lost.submissionId) ?? lost;
      const looked = await desk.look(known);
      expect(looked.state).toBe('unknown');
      const listed = looked.lookups.filter(({ source }) => source === 'bank');
      expect(listed.at(-1)?.found).toBe(found);
    }
  },
);

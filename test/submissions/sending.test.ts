import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { adoptFound } from '../../electron/engines/submissions/journal/adopt-found.ts';
import {
  openSubmissions,
  submissionById,
  submissionByReference,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import { Sequence } from '../../electron/engines/submissions/sequence.ts';
import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { settleFromReading } from '../../electron/engines/submissions/settle.ts';
import { settleByPerson } from '../../electron/engines/submissions/settle-by-person.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import type { Intent } from '../../electron/engines/submissions/intent/intent.ts';
import { prepare } from '../../electron/engines/submissions/intent/prepare.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import {
  stateAfter,
  unknownAfterSilence,
  type SendContext,
} from '../../electron/engines/submissions/carry-out.ts';
import { intentOf } from '../../electron/nouns/payments/send.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { Context } from '../../electron/engines/machine/context.ts';
import { DeskFault, type ErrorCode } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  payeeOf,
  paying,
  refused,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';
import { registryOver } from '../support/desks/changes.ts';
import { actorNamed } from '../support/desks/actors.ts';

const minute = 60_000;
type Sending = Intent<'createSingleTransfer'>;

const intent = (given: Partial<Sending> = {}): Sending => {
  const order = {
    ...hundredToPayee,
    reference: given.reference ?? 'R-1',
  };
  return { ...intentOf(order, payeeOf('b-1')), ...given };
};

const inflow = {
  amount: '5.00',
  currency: 'USD',
  transactionType: '',
  transactionDate: beginning,
  narration: '',
  customReference: '',
};

/** A bank that takes payments. */
function openDesk(...given: Parameters<typeof openLoneDesk>): LoneDesk {
  const desk = openLoneDesk(...given);
  desk.bank.answers.createSingleTransfer = ({ body }) =>
    ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) });
  return desk;
}
const sends = ({ bank }: LoneDesk): number =>
  bank.asked.filter((line) => line.startsWith('createSingleTransfer')).length;
/** Sends it, and leaves what came of it to the journal. */
async function sendNow(...given: Parameters<typeof submit<'createSingleTransfer'>>): Promise<void> {
  const done = await submit(...given);
  expect(done.ok).toBe(true);
}
const known = ({ parts }: LoneDesk, reference = 'R-1') =>
  submissionByReference(parts.journal, reference);
const lists = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(rows) });
};

describe('a change of the bank', () => {
  test('is written down before it leaves, and settled by the answer', async () => {
    const desk = openDesk();
    const written_: (Submission | null)[] = [];
    const keys: string[] = [];
    const answer = { message: '', transfer: transferOf({ id: 'T-1', reference: 'R-1' }) };
    const done = await submit(desk.parts, intent(), context, (given: SendContext) => {
      written_.push(known(desk));
      keys.push(given.idempotencyKey, given.correlationId);
      return Promise.resolve(ok(answer));
    });
    expect(written_).toMatchObject([
      { state: 'sending', attempts: [{ at: beginning, correlationId: 'test' }] },
    ]);
    expect(written_[0]?.attempts[0]?.clocks).toMatchObject({ sinceOpeningMs: 0 });
    expect(keys).toEqual(['R-1', 'test']);
    expect(done).toMatchObject({
      ok: true,
      value: {
        submission: {
          state: 'accepted',
          settledAt: beginning,
          recordId: 'T-1',
          confirmed: true,
          error: null,
          attempts: [{ outcome: 'accepted' }],
        },
        answer,
        localFault: null,
      },
    });
    expect(JSON.parse(known(desk)?.answer ?? '')).toEqual(answer);
    expect(desk.announced.map(({ state }) => state)).toEqual(['sending', 'accepted']);
  });

  test('is stored with what is written beside it, by the digest of both, and sent without it', async () => {
    const desk = openDesk();
    await sendNow(desk.parts, intent({ alongside: { digest: 'abc' } }), context);
    const { payload, payloadHash, likeness, subject } = known(desk)!;
    expect(JSON.parse(payload)).toMatchObject({ body: { reference: 'R-1' }, digest: 'abc' });
    expect(payloadHash).toBe(createHash('sha256').update(payload).digest('hex'));
    expect([likeness, subject]).toEqual(['transfer|b-1|100.00|USD', 'transfer:R-1']);
    expect(desk.bank.asked[0]).not.toContain('digest');
    const { likeness: _unlike, ...plain } = intent({ reference: 'R-2' });
    await sendNow(desk.parts, plain, context);
    expect(known(desk, 'R-2')?.likeness).toBeNull();
  });

  test('a second time under its reference is reported, and not sent', async () => {
    const desk = openDesk();
    await sendNow(desk.parts, intent(), context);
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      value: { submission: { state: 'accepted' }, answer: null, localFault: null },
    });
    expect(sends(desk)).toBe(1);
  });

  test('is not written down where the journal is doubted, or the bank is not open for it', async () => {
    const doubted = openDesk({ allows: () => failed('confirmation.required') });
    expect(await submit(doubted.parts, intent(), context)).toMatchObject({ ok: false });
    expect(known(doubted)).toBeNull();
    const closed = openLoneDesk();
    expect(await submit(closed.parts, intent(), context)).toMatchObject({
      error: { code: 'operation.closed' },
    });
    expect(known(closed)).toBeNull();
  });

  test('is refused while another of the same subject has no answer, and only then', async () => {
    const desk = openDesk();
    const open = intent({ subject: 'payee' });
    desk.bank.answers.createSingleTransfer = () => failed('outcome.unknown');
    await sendNow(desk.parts, open, context);
    const second = await submit(
      desk.parts,
      intent({ reference: 'R-2', subject: 'payee' }),
      context,
    );
    expect(second).toMatchObject({
      error: { code: 'outcome.unknown', operation: 'createSingleTransfer', correlationId: 'test' },
    });
    expect(!second.ok && second.error.message).toContain(`(sent ${beginning}) has no answer yet`);
    expect(await submit(desk.parts, open, context)).toMatchObject({
      value: { submission: { reference: 'R-1', state: 'unknown' } },
    });
    expect(sends(desk)).toBe(1);
    expect((await submit(desk.parts, intent({ reference: 'R-3' }), context)).ok).toBe(true);
  });

  test('does not leave where no one witnesses it', async () => {
    const desk = openDesk({ witness: () => Promise.resolve(failed('confirmation.required')) });
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      value: { submission: { state: 'not-sent', error: { code: 'confirmation.required' } } },
    });
    expect(sends(desk)).toBe(0);
  });

  test.each<[ErrorCode, string]>([
    ['bank.refused', 'refused'],
    ['outcome.unknown', 'unknown'],
    ['outcome.duplicated', 'unknown'],
    ['internal', 'unknown'],
    ['network.unreachable', 'not-sent'],
    ['bank.busy', 'not-sent'],
  ])('after %s is %s', async (code, state) => {
    expect(stateAfter(failed(code))).toBe(state);
    const desk = openDesk();
    desk.bank.answers.createSingleTransfer = () => failed(code);
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      ok: true,
      value: { submission: { state, error: { code }, confirmed: null }, answer: null },
    });
    expect(desk.announced.map((one) => one.state)).toEqual(['sending', state]);
    expect(stateAfter(ok(null))).toBe('accepted');
  });

  test('that is not stored here is no fault of this machine', async () => {
    const desk = openLoneDesk();
    const entry = { ...inflow, id: 'E-1', direction: 'credit', balance: '5' } as const;
    desk.bank.answers.simulateInflow = () => ok({ message: '', entry });
    const { amount, currency } = inflow;
    const change = {
      ...intent(),
      operation: 'simulateInflow',
      payload: { body: { accountNumber: paying, amount, currency } },
    } as const;
    expect(await submit(desk.parts, change, context)).toMatchObject({
      value: { submission: { state: 'accepted', recordId: 'E-1' }, localFault: null },
    });
  });

  test('is not sent where the journal’s file is gone', async () => {
    const desk = openDesk();
    rmSync(desk.parts.journal.connection.name);
    await expect(submit(desk.parts, intent(), context)).rejects.toMatchObject({
      code: 'store.gone',
    });
    expect(desk.bank.asked).toEqual([]);
  });

  test('that the list shows twice behind an acceptance has no answer to go by', async () => {
    const desk = openDesk();
    lists(desk, ...['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' })));
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      value: {
        submission: { state: 'unknown', error: { code: 'outcome.duplicated' } },
        answer: null,
        localFault: null,
      },
    });
  });

  test('is saved here before it is answered, or behind the answer where others are sent after it', async () => {
    for (const isAlone of [true, false]) {
      const desk = openDesk();
      const sequence = new Sequence();
      const order: string[] = [];
      const saveTransfers = async (): Promise<void> => {
        await setImmediate();
        order.push('saved');
      };
      const registry = registryOver({ ...desk.parts.cache, saveTransfers });
      const parts = { ...desk.parts, registry, ...(!isAlone && { sequence }) };
      await sendNow(parts, intent(), context);
      order.push('answered');
      await sequence.over(desk.parts.journal);
      expect(order).toEqual(isAlone ? ['saved', 'answered'] : ['answered', 'saved']);
    }
  });

  test('whose answer shows too little is accepted and not confirmed', async () => {
    const desk = openDesk();
    const silent = { reference: '', amount: null, currency: '' };
    desk.bank.answers.createSingleTransfer = () =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', ...silent }) });
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      value: { submission: { state: 'accepted', confirmed: false } },
    });
  });

  test('whose answer belongs to something else is unknown', async () => {
    const desk = openDesk();
    desk.bank.answers.createSingleTransfer = () =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', amount: '7.00' }) });
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      value: { submission: { state: 'unknown' }, answer: null },
    });
  });

  test('keeps the bank’s outcome where a listener fails', async () => {
    const desk = openDesk();
    const parts = {
      ...desk.parts,
      announce: () => {
        throw new Error('nobody listens');
      },
      announceLocalFault: () => {
        throw new Error('nobody listens');
      },
      registry: registryOver({
        ...desk.parts.cache,
        saveTransfers: () => Promise.reject(new Error('full')),
      }),
    };
    expect(await submit(parts, intent(), context)).toMatchObject({
      value: { submission: { state: 'accepted' }, localFault: { code: 'local.not-kept' } },
    });
  });

  describe('that the bank accepted', () => {
    test('and the local copy did not store is accepted, and reported by what it is about', async () => {
      const desk = openDesk();
      const fault = new DeskFault('store.full', 'No room.');
      const cache = { ...desk.parts.cache, saveTransfers: () => Promise.reject(fault) };
      const done = await submit(
        { ...desk.parts, registry: registryOver(cache) },
        intent(),
        context,
      );
      expect(done).toMatchObject({
        value: {
          submission: { state: 'accepted' },
          answer: { transfer: { id: 'T-1' } },
          localFault: { code: 'local.not-kept', operation: 'createSingleTransfer' },
        },
      });
      expect(desk.faults).toHaveLength(1);
      expect(desk.faults[0]?.message).toContain(
        'Transfer to Ada Obi: the bank accepted it, and this machine did not take all of it in. No room.',
      );
    });

    test('and the journal did not store is accepted all the same, and reported', async () => {
      const desk = openDesk();
      const { connection } = desk.parts.journal;
      const answer = { message: '', transfer: transferOf({ id: 'T-1', reference: 'R-1' }) };
      const done = await submit(desk.parts, intent(), context, () => {
        connection.pragma('query_only = 1');
        return Promise.resolve(ok(answer));
      });
      connection.pragma('query_only = 0');
      expect(done).toMatchObject({
        ok: true,
        value: {
          submission: {
            state: 'accepted',
            settledAt: beginning,
            recordId: 'T-1',
            confirmed: true,
            answer: JSON.stringify(answer),
          },
          localFault: { code: 'local.not-written', operation: 'createSingleTransfer' },
        },
      });
      expect(desk.faults[0]?.message).toContain(
        'Transfer to Ada Obi: the bank accepted it, and the journal did not take its answer.',
      );
      expect(known(desk)?.state).toBe('sending');
      expect(desk.announced.at(-1)?.state).toBe('accepted');
    });
  });

  test('whose failure the journal did not store is unknown: no one can say what stands there', async () => {
    const desk = openDesk();
    const { connection } = desk.parts.journal;
    const done = await submit(desk.parts, intent(), context, () => {
      connection.pragma('query_only = 1');
      return Promise.resolve(refused(400));
    });
    connection.pragma('query_only = 0');
    expect(done).toMatchObject({
      ok: false,
      error: { code: 'outcome.unknown', operation: 'createSingleTransfer', correlationId: 'test' },
    });
    expect(!done.ok && done.error.message).toContain('could not be written');
    expect(known(desk)?.state).toBe('sending');
  });
});

describe('the same once more', () => {
  /** A payment that never left, at a bank that returns its payees. */
  function openHeld(
    state: 'not-sent' | 'not-found' = 'not-sent',
    ...given: Parameters<typeof openLoneDesk>
  ) {
    const desk = openDesk(...given);
    desk.bank.answers.getBeneficiary = () => ok({ message: '', beneficiary: payeeOf('b-1') });
    const held = written(desk, 'R-1', { state, error: failed('bank.busy').error });
    return { desk, held };
  }

  test.each(['not-sent', 'not-found'] as const)(
    'is sent under the same reference where it is %s',
    async (state) => {
      const { desk, held } = openHeld(state);
      lists(desk);
      expect(await sendAgain(desk.parts, held, context)).toMatchObject({
        ok: true,
        value: {
          submission: { reference: 'R-1', state: 'accepted', attempts: [{}, { at: beginning }] },
          answer: { transfer: { id: 'T-1' } },
          localFault: null,
        },
      });
      expect(sends(desk)).toBe(1);
    },
  );

  test.each(['unknown', 'accepted', 'refused'] as const)(
    'is not sent where it is %s',
    async (state) => {
      const { desk } = openHeld();
      const settled = written(desk, 'R-2', { state, amount: '7.00' });
      lists(desk, transferOf({ id: 'T-7', reference: 'R-2', amount: '7.00' }));
      await expect(sendAgain(desk.parts, settled, context)).rejects.toMatchObject({
        code: 'input.invalid',
      });
      expect(desk.bank.asked.filter((line) => !line.startsWith('getBeneficiary'))).toEqual([]);
    },
  );

  test('of the first days, which has no description, is named by its operation where this machine fails', async () => {
    const { desk } = openHeld();
    const { connection } = desk.parts.journal;
    connection.prepare('UPDATE submission SET about = NULL').run();
    const { createSingleTransfer } = desk.bank.answers;
    desk.bank.answers.createSingleTransfer = (...given) => {
      connection.pragma('query_only = 1');
      return createSingleTransfer?.(...given) ?? failed('internal');
    };
    const cache = { ...desk.parts.cache, saveTransfers: () => Promise.reject(new Error('full')) };
    const again = await sendAgain(
      { ...desk.parts, registry: registryOver(cache) },
      known(desk)!,
      context,
    );
    connection.pragma('query_only = 0');
    expect(again).toMatchObject({ value: { localFault: { code: 'local.not-written' } } });
    expect(desk.faults.map(({ code }) => code)).toEqual(['local.not-written', 'local.not-kept']);
    for (const { message } of desk.faults)
      expect(message).toContain('createSingleTransfer: the bank accepted it');
  });

  test('is sent at a bank without a list, whatever it was', async () => {
    for (const state of ['not-sent', 'not-found'] as const) {
      const { desk, held } = openHeld(state);
      expect((await sendAgain(desk.parts, held, context)).ok).toBe(true);
      expect(sends(desk)).toBe(1);
    }
  });

  test('is not sent where the journal is doubted, or what was sent cannot be read back', async () => {
    const { desk, held } = openHeld('not-sent', { allows: () => failed('confirmation.required') });
    expect(await sendAgain(desk.parts, held, context)).toMatchObject({
      error: { code: 'confirmation.required' },
    });
    const plain = openHeld();
    const torn = { ...plain.held, payload: '{' };
    expect(await sendAgain(plain.desk.parts, torn, context)).toMatchObject({
      error: { code: 'submission.unreadable' },
    });
    expect(sends(desk) + sends(plain.desk)).toBe(0);
  });

  test.each(['lockRate', 'ofOldTimes'])('is made anew where it is %s', async (operation) => {
    const { desk, held } = openHeld();
    const again = await sendAgain(desk.parts, { ...held, operation }, context);
    expect(again).toMatchObject({ error: { code: 'input.invalid', operation } });
    expect(!again.ok && again.error.message).toContain('make it anew');
  });

  test('waits while another of its subject has no answer', async () => {
    const { desk, held } = openHeld();
    const open = { ...held, subject: 'transfer:R-0' };
    written(desk, 'R-0', { amount: '7.00', state: 'unknown' });
    expect(await sendAgain(desk.parts, open, context)).toMatchObject({
      error: { code: 'outcome.unknown' },
    });
    expect(sends(desk)).toBe(0);
  });

  test('is not sent where one like it was sent since, unless both are meant', async () => {
    const { desk, held } = openHeld();
    desk.passes(1);
    written(desk, 'R-2', { state: 'accepted' });
    const again = await sendAgain(desk.parts, held, context);
    expect(again).toMatchObject({
      error: { code: 'confirmation.required', operation: 'createSingleTransfer' },
    });
    expect(!again.ok && again.error.message).toContain('reference R-2.');
    expect(sends(desk)).toBe(0);
    const meant = { by: 'person', acknowledged: ['duplicate'], twins: ['R-2'] } as const;
    expect((await sendAgain(desk.parts, held, context, meant)).ok).toBe(true);
  });

  test('is sent where nothing came of what was sent since, or is unlike it', async () => {
    const desk = openDesk();
    desk.bank.answers.getBeneficiary = () => ok({ message: '', beneficiary: payeeOf('b-1') });
    const held = written(desk, 'R-1', { state: 'not-sent' });
    desk.passes(minute);
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state });
    written(desk, 'R-9', { state: 'accepted', amount: '7.00' });
    expect((await sendAgain(desk.parts, held, context)).ok).toBe(true);
  });

  test('is checked once more before it leaves', async () => {
    const { desk, held } = openHeld();
    desk.bank.answers.getBeneficiary = () => failed('network.timeout');
    expect(await sendAgain(desk.parts, held, context)).toMatchObject({
      error: { code: 'payee.unread' },
    });
    expect(known(desk)?.attempts).toHaveLength(1);
    const checked = { by: 'person', acknowledged: ['payee-unread'], twins: [] } as const;
    expect((await sendAgain(desk.parts, held, context, checked)).ok).toBe(true);
    expect(sends(desk)).toBe(1);
  });

  test('is not sent where a session that may end meanwhile is not renewed', async () => {
    const { desk, held } = openHeld();
    const session = {
      ...desk.parts.bank.session,
      mayEndDuringChange: () => true,
      refresh: () => Promise.resolve(failed('session.required')),
    };
    const parts = { ...desk.parts, bank: { ...desk.parts.bank, session } };
    expect(await sendAgain(parts, held, context)).toMatchObject({
      error: { code: 'session.required' },
    });
    expect(known(desk)?.attempts).toHaveLength(1);
    expect(sends(desk)).toBe(0);
  });

  test('needs no further judgement where it is no payment', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.updateBeneficiary = () => failed('bank.busy');
    const change = {
      ...intent(),
      operation: 'updateBeneficiary',
      payload: { path: { entityId: 'b-1' }, body: { city: 'Lagos' } },
    } as const;
    const held = await submit(desk.parts, change, context);
    if (!held.ok) expect.fail();
    desk.bank.answers.updateBeneficiary = () => ok(payeeOf('b-1', { city: 'Lagos' }));
    expect(await sendAgain(desk.parts, held.value.submission, context)).toMatchObject({
      value: { submission: { state: 'accepted' } },
    });
  });

  describe('is looked for a last time before it leaves', () => {
    const lost = ['not-sent', 'not-found'] as const;
    test.each(lost)('and is unknown again where the list shows it now: %s', async (state) => {
      const { desk, held } = openHeld(state);
      lists(
        desk,
        transferOf({ id: 'T-7', reference: 'R-1' }),
        transferOf({ id: 'T-8', reference: 'X' }),
      );
      const again = await sendAgain(desk.parts, held, context);
      expect(again).toMatchObject({
        ok: true,
        value: { submission: { state: 'unknown', lookups: [] }, answer: null, localFault: null },
      });
      expect(known(desk)?.error).toMatchObject({
        code: 'outcome.unknown',
        operation: 'createSingleTransfer',
        message: expect.stringContaining('shows it now, as T-7: nothing was sent.') as string,
      });
      expect(desk.announced).toMatchObject([{ state: 'unknown' }]);
      expect(sends(desk)).toBe(0);
    });

    test('or what may be it, which is stored to be looked at', async () => {
      const { desk, held } = openHeld('not-found');
      lists(desk, transferOf({ id: 'T-7', reference: '', narration: 'Payment R-1' }));
      expect((await sendAgain(desk.parts, held, context)).ok).toBe(true);
      expect(known(desk)).toMatchObject({
        state: 'unknown',
        error: { message: expect.stringContaining('shows what may be it now, as T-7') as string },
        lookups: [
          {
            at: beginning,
            source: 'bank',
            found: 'doubtful',
            words: expect.stringContaining('as T-7') as string,
            clocks: { sinceOpeningMs: 0 },
            resembling: [{ recordId: 'T-7' }],
          },
        ],
      });
      expect(sends(desk)).toBe(0);
    });

    test('which a list that fails leaves to its twins where it never left, and does not where it did', async () => {
      const never = openHeld('not-sent');
      never.desk.bank.answers.findTransfers = () => failed('bank.unavailable');
      expect(await sendAgain(never.desk.parts, never.held, context)).toMatchObject({
        error: {
          code: 'confirmation.required',
          fields: { 'twins-unread': expect.anything() as unknown },
        },
      });
      expect(sends(never.desk)).toBe(0);
      const unread = { by: 'person', acknowledged: ['twins-unread'], twins: [] } as const;
      expect((await sendAgain(never.desk.parts, never.held, context, unread)).ok).toBe(true);
      const gone = openHeld('not-found');
      gone.desk.bank.answers.findTransfers = () => failed('bank.unavailable');
      expect(await sendAgain(gone.desk.parts, gone.held, context)).toMatchObject({
        error: { code: 'bank.unavailable' },
      });
      expect(sends(gone.desk)).toBe(0);
    });

    test('and keeps what somebody else did of it meanwhile', async () => {
      const { desk, held } = openHeld('not-found');
      desk.bank.answers.findTransfers = () => {
        desk.parts.journal.connection.prepare(`UPDATE submission SET state = 'accepted'`).run();
        return ok({
          message: '',
          transfers: onePage([transferOf({ id: 'T-7', reference: 'R-1' })]),
        });
      };
      expect(await sendAgain(desk.parts, held, context)).toMatchObject({
        value: { submission: { state: 'accepted' } },
      });
      expect(desk.announced).toEqual([]);
      expect(sends(desk)).toBe(0);
    });
  });
});

test('what was being sent when the program ended may have gone through', () => {
  const desk = openLoneDesk();
  written(desk, 'R-1');
  desk.passes(minute);
  const { journal, clock } = desk.parts;
  const [lost, ...others] = unknownAfterSilence(journal, clock, openSubmissions(journal));
  expect(others).toEqual([]);
  expect(lost).toMatchObject({
    state: 'unknown',
    settledAt: null,
    error: {
      code: 'outcome.unknown',
      message: expect.stringContaining('ended or was held up while this was being sent') as string,
      retryable: false,
      correlationId: lost?.submissionId,
      operation: 'createSingleTransfer',
    },
    attempts: [{ outcome: 'unknown' }],
  });
});

describe('a person who asked the bank', () => {
  const window = limits.settleWindowMs;
  const settle = (desk: LoneDesk, as: 'accepted' | 'not-found') =>
    settleByPerson(
      desk.parts,
      known(desk)!,
      { as, note: 'Ms Okoye, by phone', actor: actorNamed('Ines') },
      context,
    );

  test('settles what has no answer, with their name and words', () => {
    const desk = openLoneDesk();
    const error = failed('outcome.unknown').error;
    written(desk, 'R-1', { state: 'unknown', error });
    desk.passes(window);
    expect(settle(desk, 'accepted')).toMatchObject({
      ok: true,
      value: {
        state: 'accepted',
        settledAt: '2026-11-20T10:10:00.000Z',
        error: null,
        lookups: [{ source: 'person', found: 'yes', words: 'Ines: Ms Okoye, by phone' }],
      },
    });
    expect(desk.announced).toMatchObject([{ state: 'accepted' }]);
    const other = openLoneDesk();
    written(other, 'R-1', { state: 'unknown', error });
    other.passes(window);
    expect(settle(other, 'not-found')).toMatchObject({
      value: { state: 'not-found', error, lookups: [{ found: 'no' }] },
    });
  });

  test('does so neither too early nor twice', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'unknown' });
    desk.passes(window - 1);
    const early = settle(desk, 'accepted');
    expect(early).toMatchObject({ error: { code: 'input.invalid', correlationId: 'test' } });
    expect(!early.ok && early.error.message).toContain('too early to say so');
    expect(known(desk)?.lookups).toEqual([]);
    desk.passes(1);
    expect(settle(desk, 'accepted').ok).toBe(true);
    expect(settle(desk, 'accepted').ok).toBe(false);
  });
});

describe('a reading of the bank settles a change of its subject', () => {
  const read = (desk: LoneDesk, sight: Parameters<typeof settleFromReading>[2]) =>
    settleFromReading(desk.parts, 'transfer:R-1', sight);

  test('as accepted where it shows it, with the identifier that it shows', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'unknown' });
    const settled = read(desk, () => ({ seen: true, recordId: 'T-1' }));
    expect(settled).toMatchObject({
      state: 'accepted',
      error: null,
      recordId: 'T-1',
      settledAt: beginning,
      lookups: [{ at: beginning, source: 'bank', found: 'yes', clocks: { sinceOpeningMs: 0 } }],
    });
    expect(read(desk, () => ({ seen: true }))).toBeNull();
  });

  test('with the record as it was read, in place of the answer that did not come', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'unknown' });
    const answer = { transfer: { id: 'T-1' } };
    expect(JSON.parse(read(desk, () => ({ seen: true, answer }))?.answer ?? '')).toEqual(answer);
  });

  test('needs no identifier, and nothing but what has no answer', () => {
    const desk = openLoneDesk();
    expect(read(desk, () => ({ seen: true }))).toBeNull();
    written(desk, 'R-1');
    expect(read(desk, () => ({ seen: true }))).toBeNull();
    const other = openLoneDesk();
    written(other, 'R-1', { state: 'unknown' });
    expect(read(other, () => ({ seen: true }))).toMatchObject({
      state: 'accepted',
      recordId: null,
    });
  });

  test('as not there once two looks that would have shown it did not', () => {
    const desk = openLoneDesk();
    const error = failed('outcome.unknown').error;
    written(desk, 'R-1', { state: 'unknown', error });
    const unseen = (wouldShow: boolean) => read(desk, () => ({ seen: false, wouldShow }));
    expect(unseen(true)).toBeNull();
    desk.passes(limits.settleWindowMs);
    expect(unseen(false)).toBeNull();
    expect(known(desk)?.lookups.map(({ found }) => found)).toEqual(['no', 'unavailable']);
    expect(unseen(true)).toMatchObject({ state: 'not-found', error });
  });
});

describe('the desk asks in its own time what came of everything', () => {
  const done = (desk: LoneDesk) => new LookupRunner(desk.parts);

  test('of what is due, and with all of what is open', async () => {
    const desk = openLoneDesk();
    lists(desk, transferOf({ id: 'T-1', reference: 'R-1' }));
    written(desk, 'R-1', { state: 'unknown' });
    const runner = done(desk);
    await runner.tick();
    expect(desk.bank.asked).toEqual([]);
    desk.passes(2_000);
    await runner.tick();
    expect(known(desk)).toMatchObject({ state: 'accepted' });
    const other = openLoneDesk();
    lists(other, transferOf({ id: 'T-1', reference: 'R-1' }));
    written(other, 'R-1', { state: 'unknown' });
    await done(other).tick({ all: true });
    expect(known(other)).toMatchObject({ state: 'accepted' });
  });

  test('of what lost its answer, after three minutes and not before', async () => {
    const desk = openLoneDesk();
    written(desk, 'R-1');
    desk.passes(limits.sendingSilenceMs);
    await done(desk).tick();
    expect(known(desk)?.state).toBe('sending');
    expect(desk.announced).toEqual([]);
    desk.passes(1);
    desk.bank.signedInAt = null;
    await done(desk).tick();
    expect(known(desk)?.state).toBe('unknown');
    expect(desk.announced).toMatchObject([{ state: 'unknown' }]);
    const settled = written(desk, 'R-2', { state: 'unknown', error: failed('internal').error });
    desk.passes(minute * 9);
    await done(desk).tick();
    expect(submissionById(desk.parts.journal, settled.submissionId)?.error?.code).toBe('internal');
  });

  test('not while signed out, not once it was stopped, and no further where the line is down', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    written(desk, 'R-1', { state: 'unknown' });
    written(desk, 'R-2', { state: 'unknown' });
    desk.bank.signedInAt = null;
    const runner = done(desk);
    await runner.tick({ all: true });
    expect(desk.bank.asked).toEqual([]);
    desk.bank.signedInAt = beginning;
    await runner.tick({ all: true });
    expect(desk.bank.asked).toHaveLength(2);
    desk.bank.answers.findTransfers = () => failed('network.unreachable');
    await runner.tick({ all: true });
    expect(desk.bank.asked).toHaveLength(3);
    await runner.stop();
    await runner.tick({ all: true });
    expect(desk.bank.asked).toHaveLength(3);
  });

  test('one round at a time, which a pause waits for', async () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'unknown' });
    const order: string[] = [];
    desk.bank.answers.findTransfers = async () => {
      order.push('asked');
      await Promise.resolve();
      order.push('answered');
      return failed('bank.unavailable');
    };
    const runner = done(desk);
    const rounds = [runner.tick({ all: true }), runner.tick({ all: true })];
    await runner.pause();
    expect(order).toEqual(['asked', 'answered', 'asked', 'answered']);
    await Promise.all(rounds);
  });

  test('not by itself once the day of asking is over, under a name of its own, and no longer than it is wanted', async () => {
    const desk = openLoneDesk();
    const contexts: Context[] = [];
    desk.bank.answers.findTransfers = (_input, given) => {
      contexts.push(given);
      return failed('bank.unavailable');
    };
    const { submissionId } = written(desk, 'R-1', { state: 'unknown' });
    desk.passes(25 * 60 * minute);
    const runner = done(desk);
    for (const wait of [1, 1, 1, 1]) {
      await runner.tick({ all: true });
      desk.passes(wait * minute);
    }
    await runner.tick();
    expect(contexts).toHaveLength(4);
    expect(contexts[0]).toMatchObject({ correlationId: `lookup-${submissionId}` });
    expect(contexts[0]?.signal?.aborted).toBe(false);
    await runner.stop();
    expect(contexts[0]?.signal?.aborted).toBe(true);
  });

  describe('by its timer', () => {
    function openTimed() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = () => failed('bank.unavailable');
      const runner = done(desk);
      const goes = async (ms: number): Promise<number> => {
        desk.passes(ms);
        await vi.advanceTimersByTimeAsync(ms);
        await runner.pause();
        return desk.bank.asked.length;
      };
      return { desk, runner, goes };
    }

    test('when the next is due, and again after that', async () => {
      const { desk, runner, goes } = openTimed();
      written(desk, 'R-1', { state: 'unknown' });
      runner.wake();
      expect([await goes(1_999), await goes(1)]).toEqual([0, 1]);
      expect([await goes(2_999), await goes(1)]).toEqual([1, 2]);
    });

    test('a quarter of a second later where it is overdue', async () => {
      const { desk, runner, goes } = openTimed();
      written(desk, 'R-1', { state: 'unknown' });
      desk.passes(minute);
      runner.wake();
      expect([await goes(249), await goes(1)]).toEqual([0, 1]);
    });

    test('every fifteen seconds where nothing is due', async () => {
      const { desk, runner, goes } = openTimed();
      written(desk, 'R-1', { state: 'unknown' });
      desk.passes(25 * 60 * minute);
      for (const all of [true, true, true, true]) await runner.tick({ all });
      runner.wake();
      expect(await goes(10_000)).toBe(4);
      written(desk, 'R-2', { state: 'unknown', amount: '7.00' });
      expect([await goes(4_999), await goes(1)]).toEqual([4, 5]);
    });

    test('once, however often it is woken, and not once it was stopped', async () => {
      const { runner } = openTimed();
      runner.wake();
      runner.wake();
      expect(vi.getTimerCount()).toBe(1);
      await runner.stop();
      expect(vi.getTimerCount()).toBe(0);
      runner.wake();
      expect(vi.getTimerCount()).toBe(0);
      await openTimed().runner.stop();
    });

    test('also after a round that the disk did not take', async () => {
      const { desk, runner, goes } = openTimed();
      const { connection } = desk.parts.journal;
      written(desk, 'R-1', { state: 'unknown' });
      runner.wake();
      connection.pragma('query_only = 1');
      expect(await goes(2_000)).toBe(1);
      connection.pragma('query_only = 0');
      expect(await goes(250)).toBe(2);
      expect(known(desk)?.lookups).toHaveLength(1);
    });

    test('which keeps no program from ending', async () => {
      const timers = vi.spyOn(globalThis, 'setTimeout');
      onTestFinished(() => {
        timers.mockRestore();
      });
      const runner = done(openLoneDesk());
      runner.wake();
      const timer = timers.mock.results.at(-1)?.value as NodeJS.Timeout | undefined;
      expect(timer?.hasRef()).toBe(false);
      await runner.stop();
    });
  });

  test('and a round that the disk did not store is reported to its caller, and holds back no other', async () => {
    const desk = openLoneDesk();
    lists(desk, transferOf({ id: 'T-1', reference: 'R-1' }));
    written(desk, 'R-1', { state: 'unknown' });
    const { connection } = desk.parts.journal;
    const runner = done(desk);
    connection.pragma('query_only = 1');
    await expect(runner.tick({ all: true })).rejects.toThrow();
    await runner.pause();
    connection.pragma('query_only = 0');
    await runner.tick({ all: true });
    expect(known(desk)?.state).toBe('accepted');
  });
});

test('what was found at the bank under a reference is never sent under it', async () => {
  const desk = openDesk();
  adoptFound(
    desk.parts.journal,
    [
      {
        reference: 'R-1',
        operation: 'createSingleTransfer',
        body: { amount: '7.00' },
        about: intent().about,
        likeness: null,
        recordId: 'T-1',
        state: 'accepted',
        error: null,
        createdAt: beginning,
        source: 'bank',
        words: 'It is there.',
      },
    ],
    beginning,
  );
  await expect(submit(desk.parts, intent(), context)).rejects.toMatchObject({
    code: 'input.invalid',
  });
  expect(sends(desk)).toBe(0);
});

describe('a change that is only prepared', () => {
  const prepared = (desk: LoneDesk) =>
    prepare(desk.parts, (parts) => submit(parts, intent(), context), context);

  test('is returned as it would be sent, and neither written down nor sent', async () => {
    const desk = openDesk();
    expect(valueOf(await prepared(desk))).toEqual(intent());
    expect([known(desk), desk.bank.asked]).toEqual([null, []]);
  });

  test('fails where sending would: at a closed operation, and without a field of the bank’s file', async () => {
    const desk = openDesk();
    const purpose = { name: 'purposeCode', label: 'Purpose', kind: 'text' as const };
    desk.bank.fields = {
      createSingleTransfer: [{ ...purpose, required: true, choices: [], maxLength: 140 }],
    };
    expect(await prepared(desk)).toMatchObject({ error: { code: 'input.invalid' } });
    desk.bank.closed.add('createSingleTransfer');
    expect(await prepared(desk)).toMatchObject({ error: { code: 'operation.closed' } });
  });

  test('fails by what its own checks say, where they come before', async () => {
    const desk = openDesk();
    const work = () => Promise.resolve(failed('payee.unread'));
    expect(await prepare(desk.parts, work, context)).toMatchObject({
      error: { code: 'payee.unread' },
    });
  });
});

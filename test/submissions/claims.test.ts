import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { rows, type Journal } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { withClaims, type Claims } from '../../electron/engines/submissions/claims.ts';
import { unknownAfterSilence } from '../../electron/engines/submissions/carry-out.ts';
import { adoptFound } from '../../electron/engines/submissions/journal/adopt-found.ts';
import { chainHolds } from '../../electron/engines/submissions/journal/journal-chain.ts';
import { listenToSettlements } from '../../electron/engines/submissions/journal/settlement-listener.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { settleSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { confirmAccepted } from '../../electron/engines/submissions/lookup/confirmation.ts';
import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { reviewAgain, sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { Sequence } from '../../electron/engines/submissions/sequence.ts';
import { settleByPerson } from '../../electron/engines/submissions/settle-by-person.ts';
import { submit, submitAll } from '../../electron/engines/submissions/submissions.ts';
import { lockGiven } from '../../electron/nouns/conversions/conversions.ts';
import { sendRemittance } from '../../electron/nouns/orders/remittances/remittances.ts';
import { markListedTwice, reopenListed } from '../../electron/nouns/payments/found-listed.ts';
import { reviewTransfer } from '../../electron/nouns/payments/review.ts';
import { intentOf, sendTransfer } from '../../electron/nouns/payments/send.ts';
import { DeskFault, type ErrorCode, type Outcome } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import { aboutOf } from '../support/about.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { everythingSeen } from '../support/desks/approvals.ts';
import { fakeClaims, type FakeClaims } from '../support/desks/fake-claims.ts';
import {
  accountOf,
  beginning,
  context,
  failed,
  hundredToPayee,
  onePage,
  openLoneDesk,
  payeeOf,
  paying,
  refused,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

const hour = 3_600_000;
const likeness = 'transfer|b-1|100.00|USD';
const intent = (reference = 'R-1', twins?: string[]) => ({
  ...intentOf({ ...hundredToPayee, reference }, payeeOf('b-1')),
  ...(twins ? { twins } : {}),
});
const ada = { by: 'Ada Obi', at: beginning, likeness } as const;

/** A desk of a team, at a bank that takes payments and lists none. */
function openTeamDesk(given: Partial<Claims> = {}) {
  const witnessed: string[] = [];
  const desk = openLoneDesk({
    witness: () => {
      witnessed.push('witness');
      return Promise.resolve(ok(null));
    },
  });
  const claims = fakeClaims(given);
  desk.cache.saveAccounts([accountOf()], beginning);
  desk.bank.answers = {
    getBeneficiary: () => ok({ message: '', beneficiary: payeeOf('b-1') }),
    getTransferFee: () => ok({ message: '', fee: '1.50', currency: 'USD' }),
    findTransfers: () => ok({ message: '', transfers: onePage([]) }),
    createSingleTransfer: ({ body }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) }),
  };
  return { ...desk, parts: withClaims(desk.parts, claims), claims, witnessed };
}

const known = ({ parts }: Pick<LoneDesk, 'parts'>, reference = 'R-1') =>
  submissionByReference(parts.journal, reference)!;
const sends = ({ asked }: LoneDesk): number => asked('createSingleTransfer');
/** Every report has reached the team. */
const reported = () => new Promise(setImmediate);
/** What was reported, without the claims. */
const settlements = ({ acts }: FakeClaims): string[] =>
  acts.filter((act) => act.startsWith('settled')).map((act) => act.slice('settled '.length));

describe('a claim', () => {
  test('is asked for when the intent is in the journal’s own file, before the witness and before a byte', async () => {
    const order: string[] = [];
    const desk = openTeamDesk({
      claim: ({ reference, payloadHash }) => {
        const copy = join(temporaryFolder(), 'journal.db');
        copyFileSync(desk.parts.journal.file, copy);
        const journal = closing(openJournal(copy, key, { program: 'a test' }));
        const stored = submissionByReference(journal, reference);
        expect(stored).toMatchObject({ state: 'sending', payloadHash, attempts: [{}] });
        order.push('claim', ...desk.witnessed, ...desk.bank.asked);
        return Promise.resolve(ok(null));
      },
    });
    desk.bank.answers.createSingleTransfer = ({ body }) => {
      order.push(...desk.witnessed, 'bank');
      return ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) });
    };
    valueOf(await submit(desk.parts, intent(), context));
    expect(order).toEqual(['claim', 'witness', 'bank']);
    expect(known(desk).state).toBe('accepted');
  });

  test('names the reference, the likeness, the digest of the payload and the twins', async () => {
    const desk = openTeamDesk();
    written(desk, 'OPEN', { state: 'unknown' });
    written(desk, 'DONE', { state: 'accepted' });
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state });
    written(desk, 'OTHER', { state: 'accepted', amount: '7.00' });
    valueOf(await submit(desk.parts, intent('R-1', ['ADA-1', 'DONE']), context));
    const { payloadHash, operation, payload, about } = known(desk);
    expect(desk.claims.claimed).toMatchObject([
      { reference: 'R-1', likeness, payloadHash, twins: ['ADA-1', 'DONE', 'OPEN'] },
    ]);
    expect(desk.claims.claimed[0]?.sending).toEqual({
      ...{ operation, payload, about, unread: [] },
      basis: null,
    });
  });

  test('names open ones of any age, and no other of last week', async () => {
    const desk = openTeamDesk();
    written(desk, 'OLD', { state: 'accepted' });
    written(desk, 'OPEN', { state: 'unknown' });
    desk.passes(7 * 24 * hour);
    valueOf(await submit(desk.parts, intent(), context));
    expect(desk.claims.claimed).toMatchObject([{ twins: ['OPEN'] }]);
  });

  test('names at most as many twins as one act takes, those that were confirmed first', async () => {
    const desk = openTeamDesk();
    for (let n = 0; n < 60; n += 1) written(desk, `TWIN-${String(n)}`, { state: 'accepted' });
    valueOf(await submit(desk.parts, intent('R-1', ['ADA-1']), context));
    const { twins = [] } = desk.claims.claimed[0] ?? {};
    expect([twins[0], twins.length]).toEqual(['ADA-1', 50]);
  });

  test.each<ErrorCode>([
    ...(['team.taken', 'team.twin', 'team.server-behind', 'team.damaged', 'team.revoked'] as const),
    ...(['team.outdated', 'team.not-joined', 'store.full', 'cancelled'] as const),
    // Codes that mean more after a byte has left.
    ...(['internal', 'bank.refused', 'outcome.duplicated'] as const),
  ])('that fails with %s leaves it not sent, and unwitnessed', async (code) => {
    const desk = openTeamDesk({ claim: () => Promise.resolve(failed(code)) });
    const { submission } = valueOf(await submit(desk.parts, intent(), context));
    expect(submission).toMatchObject({
      state: 'not-sent',
      error: { code },
      attempts: [{ outcome: 'not-sent' }],
    });
    expect([desk.bank.asked, desk.witnessed]).toEqual([[], []]);
    await reported();
    expect(desk.claims.acts).toEqual(['settled R-1 not-sent']);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('a fault of ours')), 'internal'],
    ['throws at once', () => expectNever(), 'internal'],
    ['meets a full disk', () => Promise.reject(new DeskFault('store.full')), 'store.full'],
  ])('that %s sends nothing', async (_what, claim, code) => {
    const desk = openTeamDesk({ claim });
    const { submission } = valueOf(await submit(desk.parts, intent(), context));
    expect(submission).toMatchObject({ state: 'not-sent', error: { code } });
    expect([desk.bank.asked, desk.witnessed]).toEqual([[], []]);
  });

  test('of this desk whose end is not known leaves it unknown, and it is looked up', async () => {
    const desk = openTeamDesk({ claim: () => Promise.resolve(failed('outcome.unknown')) });
    const { submission } = valueOf(await submit(desk.parts, intent(), context));
    expect(submission).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
    expect([desk.bank.asked, desk.witnessed]).toEqual([[], []]);
    const row = transferOf({ id: 'T-1', reference: 'R-1' });
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([row]) });
    await new LookupRunner(desk.parts).tick({ all: true });
    expect([known(desk).state, sends(desk)]).toEqual(['accepted', 0]);
    await reported();
    expect(settlements(desk.claims)).toEqual(['R-1 unknown', 'R-1 accepted']);
  });

  test('that is granted when the payment was given up already sends nothing, and changes nothing', async () => {
    const gate = Promise.withResolvers<Outcome<null>>();
    const desk = openTeamDesk({ claim: () => gate.promise });
    const first = submit(desk.parts, intent(), context);
    desk.passes(limits.sendingSilenceMs + 1);
    await new LookupRunner(desk.parts).tick();
    expect(known(desk).state).toBe('unknown');
    gate.resolve(ok(null));
    expect(valueOf(await first)).toMatchObject({ submission: { state: 'unknown' }, answer: null });
    expect([sends(desk), desk.witnessed, known(desk).state]).toEqual([0, [], 'unknown']);
  });

  test.each([ok(null), failed('team.damaged')])(
    'that is answered when a second attempt is under way leaves that one alone (%#)',
    async (late) => {
      const gates = [1, 2].map(() => Promise.withResolvers<typeof late>());
      let asked = 0;
      const desk = openTeamDesk({ claim: () => gates[asked++]!.promise });
      const first = submit(desk.parts, intent(), context);
      const { submissionId } = known(desk);
      settleSubmission(desk.parts.journal, submissionId, { state: 'not-found', at: beginning });
      const second = sendAgain(desk.parts, known(desk), context);
      await expect.poll(() => asked).toBe(2);
      gates[0]!.resolve(late);
      await first;
      expect([known(desk).state, sends(desk)]).toEqual(['sending', 0]);
      gates[1]!.resolve(ok(null));
      valueOf(await second);
      expect([known(desk).state, sends(desk)]).toEqual(['accepted', 1]);
    },
  );

  test.each([
    ['answered after a minute', (desk: LoneDesk) => desk.passes(limits.claimHoldsMs + 1)],
    ['answered in a machine that slept', (desk: LoneDesk) => desk.setsWall(hour)],
    ['answered by a clock that was set back', (desk: LoneDesk) => desk.setsWall(-hour)],
    [
      'answered after a minute that the wall clock does not show',
      (desk: LoneDesk) => {
        desk.passes(limits.claimHoldsMs + 1);
        desk.setsWall(-limits.claimHoldsMs);
      },
    ],
  ])('that is %s lets nothing leave', async (_what, happens) => {
    const desk = openTeamDesk({
      claim: () => {
        happens(desk);
        return Promise.resolve(ok(null));
      },
    });
    desk.bank.answers.createSingleTransfer = (_input, { mayLeave }) =>
      mayLeave?.() === false ? failed('cancelled') : refused(400);
    const { submission } = valueOf(await submit(desk.parts, intent(), context));
    expect(submission).toMatchObject({ state: 'not-sent', error: { code: 'cancelled' } });
    expect(submission.error?.message).toContain('Nothing was sent: send it again.');
  });

  test.each([
    ['without an answer', failed('outcome.unknown'), 'unknown'],
    ['with a refusal', refused(400), 'refused'],
  ])(
    'that ran out while the bank ended it %s changes nothing of that',
    async (_, answer, state) => {
      const desk = openTeamDesk();
      desk.bank.answers.createSingleTransfer = () => {
        desk.passes(limits.claimHoldsMs + 1);
        return answer;
      };
      const { submission } = valueOf(await submit(desk.parts, intent(), context));
      expect(submission.state).toBe(state);
      expect(desk.claims.claimed).toMatchObject([{ twins: [], sending: { unread: [] } }]);
    },
  );

  test('of what has no twins names none when it is sent again', async () => {
    const desk = openTeamDesk();
    desk.bank.answers.createBeneficiary = () => failed('bank.busy');
    const payee = {
      ...({ reference: 'P-1', operation: 'createBeneficiary', subject: 'payee' } as const),
      payload: {
        body: {
          name: 'Ada Obi',
          accountName: 'Ada Obi Ltd',
          accountNumber: '0123456789',
          country: 'NGA',
          currencyIso3Code: 'USD',
        },
      },
      about: aboutOf('A payee'),
    };
    valueOf(await submit(desk.parts, payee, context));
    expect(known(desk, 'P-1').state).toBe('not-sent');
    desk.bank.answers.createBeneficiary = () => ok({ message: '', beneficiary: payeeOf('b-9') });
    valueOf(await sendAgain(desk.parts, known(desk, 'P-1'), context));
    expect(desk.asked('createBeneficiary')).toBe(2);
    expect(desk.claims.claimed.map(({ twins }) => twins)).toEqual([[], []]);
    expect(desk.claims.claimed.map(({ sending }) => sending?.unread)).toEqual([[], []]);
  });

  test('that still holds is not blamed for a payment that was called off', async () => {
    const desk = openTeamDesk();
    desk.bank.answers.createSingleTransfer = () => failed('cancelled');
    const { submission } = valueOf(await submit(desk.parts, intent(), context));
    expect(submission).toMatchObject({ state: 'not-sent', error: { code: 'cancelled' } });
    expect(submission.error?.message).not.toContain('your team');
  });

  test('that was granted just now lets the payment leave', async () => {
    const desk = openTeamDesk();
    const answer = desk.bank.answers.createSingleTransfer!;
    desk.bank.answers.createSingleTransfer = (input, called) => {
      expect(called.mayLeave?.()).toBe(true);
      desk.passes(limits.claimHoldsMs + 1);
      expect(called.mayLeave?.()).toBe(false);
      return answer(input, called);
    };
    expect(valueOf(await submit(desk.parts, intent(), context)).submission.state).toBe('accepted');
    expect(desk.asked('findTransfers')).toBe(1);
  });

  test('is asked for again before the second attempt after a 401, and its failure leaves the first one open', async () => {
    for (const second of [ok(null), failed('team.taken'), failed('internal')]) {
      const desk = openTeamDesk();
      const { claim } = desk.claims;
      desk.claims.claim = async (...asked) => {
        const granted = await claim(...asked);
        return desk.claims.claimed.length === 1 ? granted : second;
      };
      const probe = transferOf({ id: 'T-P', reference: 'PROBE-1', amount: '7.00' });
      written(desk, 'PROBE-1', { state: 'accepted', recordId: 'T-P', amount: '7.00' });
      desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([probe]) });
      const answer = desk.bank.answers.createSingleTransfer!;
      desk.bank.answers.createSingleTransfer = (...asked) =>
        sends(desk) === 1 ? failed('outcome.unknown', { bank: { status: 401 } }) : answer(...asked);
      const parts = { ...desk.parts, bank: { ...desk.parts.bank, knowsKeys: true } };
      valueOf(await submit(parts, intent('R-1', ['ADA-1']), context));
      expect(desk.claims.claimed.map(({ twins }) => twins)).toEqual([['ADA-1'], ['ADA-1']]);
      const wasSent = second.ok ? 2 : 1;
      expect([sends(desk), desk.witnessed.length]).toEqual([wasSent, wasSent]);
      expect(known(desk)).toMatchObject(
        second.ok ? { state: 'accepted' } : { state: 'unknown', error: { bank: { status: 401 } } },
      );
    }
  });

  test('of a second attempt after a 401 that is granted when the payment was given up already sends nothing', async () => {
    const gate = Promise.withResolvers<Outcome<null>>();
    const desk = openTeamDesk();
    const { claim } = desk.claims;
    desk.claims.claim = async (...asked) => {
      const granted = await claim(...asked);
      return desk.claims.claimed.length === 1 ? granted : gate.promise;
    };
    const probe = transferOf({ id: 'T-P', reference: 'PROBE-1', amount: '7.00' });
    written(desk, 'PROBE-1', { state: 'accepted', recordId: 'T-P', amount: '7.00' });
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([probe]) });
    desk.bank.answers.createSingleTransfer = () =>
      failed('outcome.unknown', { bank: { status: 401 } });
    const parts = { ...desk.parts, bank: { ...desk.parts.bank, knowsKeys: true } };
    const sent = submit(parts, intent(), context);
    await expect.poll(() => desk.claims.claimed.length).toBe(2);
    desk.passes(limits.sendingSilenceMs + 1);
    await new LookupRunner(desk.parts).tick();
    gate.resolve(ok(null));
    expect(valueOf(await sent)).toMatchObject({ submission: { state: 'unknown' }, answer: null });
    expect([sends(desk), known(desk).state]).toEqual([1, 'unknown']);
  });

  test('is asked for by what moves money or a payee, and by no other change', () => {
    const { registry } = openLoneDesk().parts;
    const isClaimed = Object.entries(registry).map(([name, { isUnclaimed = false }]) => [
      name,
      !isUnclaimed,
    ]);
    expect(Object.fromEntries(isClaimed)).toEqual({
      createSingleTransfer: true,
      lockRate: true,
      initiateRemittance: true,
      createReceivable: true,
      createBeneficiary: true,
      updateBeneficiary: true,
      simulateInflow: true,
      createVirtualAccount: false,
      createSubclient: false,
      updateSubclient: false,
      createSubclientShareholder: false,
      updateSubclientShareholder: false,
      submitSubclient: false,
      deleteSubclient: false,
      uploadSubclientDocuments: false,
      addANewClientConfiguration: false,
      updateClientConfigurationCurrentMode: false,
    });
  });

  test('is not asked for by an unclaimed change, which is sent', async () => {
    const desk = openTeamDesk();
    desk.bank.answers.updateClientConfigurationCurrentMode = () => refused(400);
    const change = {
      reference: 'W-1',
      operation: 'updateClientConfigurationCurrentMode',
      subject: 'webhooks',
      payload: { path: { clientId: 'c-1' }, body: { mode: 'SYNC' } },
      about: aboutOf('A webhook'),
    } as const;
    valueOf(await submit(desk.parts, change as never, context));
    await reported();
    expect(desk.claims.acts).toEqual(['settled W-1 refused']);
  });
});

const expectNever = (): never => {
  throw new TypeError('a fault of ours');
};

describe('a team that forbids sending', () => {
  test('refuses before anything is written down, without a claim', async () => {
    const desk = openTeamDesk({ allows: () => failed('team.server-behind') });
    expect(await submit(desk.parts, intent(), context)).toMatchObject({
      error: { code: 'team.server-behind' },
    });
    expect(rows(desk.parts.journal, 'SELECT * FROM submission')).toEqual([]);
    const held = written(desk, 'R-2', { state: 'not-sent' });
    expect(await sendAgain(desk.parts, held, context)).toMatchObject({
      error: { code: 'team.server-behind' },
    });
    await reported();
    expect([desk.claims.acts, desk.bank.asked]).toEqual([['settled R-2 not-sent'], []]);
  });

  test('is asked only where the journal allows it', async () => {
    const desk = openTeamDesk({ allows: () => expect.fail('the journal refuses already') });
    desk.continuity.allows = () => failed('journal.older');
    const parts = { ...desk.parts, continuity: desk.continuity };
    expect(await submit(parts, intent(), context)).toMatchObject({
      error: { code: 'journal.older' },
    });
  });
});

describe('what is sent again', () => {
  const openHeld = () => {
    const desk = openTeamDesk();
    return { desk, held: written(desk, 'R-1', { state: 'not-sent' }) };
  };

  test('is claimed again', async () => {
    const { desk, held } = openHeld();
    valueOf(await sendAgain(desk.parts, held, context));
    expect(desk.claims.claimed).toMatchObject([{ reference: 'R-1', twins: [] }]);
  });

  test('waits for a person where the team sent one like it', async () => {
    const { desk, held } = openHeld();
    desk.claims.twins.push({ ...ada, reference: 'ADA-1', state: 'accepted' });
    const again = await sendAgain(desk.parts, held, context);
    expect(again).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(again.ok ? '' : again.error.message).toContain(
      'The same amount to the same payee was sent within a day: by Ada Obi at 2026-11-20 10:00 UTC, reference ADA-1.',
    );
    expect([desk.claims.claimed, sends(desk)]).toEqual([[], 0]);
  });

  test('names in its claim every one like it, once all of them are confirmed', async () => {
    const { desk, held } = openHeld();
    for (const reference of ['ADA-1', 'ADA-2'])
      desk.claims.twins.push({ ...ada, reference, state: 'unknown' });
    const seen = (...twins: string[]) =>
      ({ by: 'person', acknowledged: ['open-twin'], twins }) as const;
    expect(await sendAgain(desk.parts, held, context, seen('ADA-1'))).toMatchObject({
      error: { code: 'confirmation.required' },
    });
    expect(desk.claims.claimed).toEqual([]);
    valueOf(await sendAgain(desk.parts, held, context, seen('ADA-1', 'ADA-2')));
    expect(desk.claims.claimed).toMatchObject([{ twins: ['ADA-1', 'ADA-2'] }]);
  });
});

describe('a payment that another desk of the team sent', () => {
  const entered = {
    ...{ reference: 'R-1', accountNumber: paying, beneficiaryId: 'b-1' },
    ...{ amount: '100', currency: 'USD', narration: '' },
  };
  const byScript = (...twins: string[]) => ({
    ...entered,
    payeeFingerprint: null,
    approval: { by: 'script', twins, payeeChecked: false, twinsUnchecked: false } as const,
  });

  test('is shown in the review, with who sent it and when', async () => {
    const desk = openTeamDesk();
    desk.claims.twins.push({ ...ada, reference: 'ADA-1', state: 'accepted' });
    desk.claims.twins.push({ ...ada, by: 'Ben', reference: 'BEN-1', state: 'sending' });
    const { warnings } = valueOf(await reviewTransfer(desk.parts, entered, context));
    expect(warnings).toEqual([
      {
        kind: 'open-twin',
        weight: 'confirm',
        message:
          'The same amount to Ada Obi was sent by Ben at 2026-11-20 10:00 UTC, reference BEN-1, and has no answer yet: it may have gone through. Sending this one may pay twice.',
        twins: [{ name: 'BEN-1', id: 'BEN-1' }],
      },
      {
        kind: 'duplicate',
        weight: 'confirm',
        message:
          'The same amount to the same payee was sent within a day: by Ada Obi at 2026-11-20 10:00 UTC, reference ADA-1.',
        twins: [{ name: 'ADA-1', id: 'ADA-1' }],
      },
    ]);
  });

  test('is confirmed by a person by name, and the claim names it', async () => {
    const desk = openTeamDesk();
    desk.claims.twins.push({ ...ada, reference: 'ADA-1', state: 'accepted' });
    const { payeeFingerprint } = valueOf(await reviewTransfer(desk.parts, entered, context));
    const send = (twins: string[]) =>
      sendTransfer(
        desk.parts,
        {
          ...entered,
          payeeFingerprint,
          approval: { by: 'person', acknowledged: ['duplicate'], twins },
        },
        context,
      );
    expect(await send([])).toMatchObject({ error: { code: 'confirmation.required' } });
    expect([desk.claims.claimed, sends(desk)]).toEqual([[], 0]);
    valueOf(await send(['ADA-1']));
    expect(desk.claims.claimed).toMatchObject([{ reference: 'R-1', twins: ['ADA-1'] }]);
  });

  test('is named by a script, and a name that is none of it is refused', async () => {
    const desk = openTeamDesk();
    desk.claims.twins.push({ ...ada, reference: 'ADA-1', state: 'unknown' });
    desk.claims.twins.push({ ...ada, reference: 'OTHER', state: 'unknown', likeness: 'other' });
    const bare = await sendTransfer(desk.parts, byScript(), context);
    expect(bare.ok ? '' : bare.error.message).toContain('add --twin-of ADA-1');
    expect(await sendTransfer(desk.parts, byScript('ADA-1', 'OTHER'), context)).toMatchObject({
      error: { code: 'input.invalid' },
    });
    expect(sends(desk)).toBe(0);
    valueOf(await sendTransfer(desk.parts, byScript('ADA-1'), context));
    expect(desk.claims.claimed).toMatchObject([{ twins: ['ADA-1'] }]);
  });

  test('is shown once, where the bank lists it too or the own journal has it as found', async () => {
    const desk = openTeamDesk();
    desk.claims.twins.push({ ...ada, reference: 'ADA-1', state: 'accepted' });
    const row = transferOf({ id: 'T-A', reference: 'ada-1', createdAt: beginning });
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([row]) });
    const shown = async () =>
      valueOf(await reviewTransfer(desk.parts, entered, context)).warnings.flatMap(
        ({ twins = [] }) => twins.map(({ name }) => name),
      );
    expect(await shown()).toEqual(['ADA-1']);
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([]) });
    adoptFound(desk.parts.journal, [foundOf('ADA-1')], beginning);
    expect(await shown()).toEqual(['ADA-1']);
  });

  test('holds back a remittance and a deal that look the same', async () => {
    const desk = openTeamDesk();
    desk.bank.answers.initiateRemittance = () => refused(400);
    desk.bank.answers.lockRate = () => refused(400);
    const order = {
      ...{ accountNumber: paying, reference: 'M-1', amount: '10.00', currency: 'USD' },
      ...{ recipientName: 'Obi', recipientCountry: 'KEN', recipientAccountNumber: '2' },
      ...{ purpose: 'Goods', senderName: 'Ada', senderCountry: 'KEN' },
      recipientBankBicOrCode: 'EQBLKENA',
    };
    desk.claims.twins.push({
      ...ada,
      ...{ likeness: 'remittance|2|10.00|USD', reference: 'ADA-2', state: 'unknown' },
    });
    const send = (...twins: string[]) =>
      sendRemittance(desk.parts, { order, approval: byScript(...twins).approval }, context);
    expect(await send()).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(await send('ADA-2', 'ADA-1')).toMatchObject({ error: { code: 'input.invalid' } });
    valueOf(await send('ADA-2'));
    expect(desk.claims.claimed).toMatchObject([{ reference: 'M-1', twins: ['ADA-2'] }]);

    desk.claims.twins.push({ ...ada, likeness: 'trade|q-1', reference: 'ADA-3', state: 'unknown' });
    const deal = { sellAccountNumber: '1', buyAccountNumber: '2' };
    const lock = (quoteId: string) =>
      lockGiven(desk.parts, { body: { ...deal, quoteId, reference: `D-${quoteId}` } }, context);
    expect(await lock('q-1')).toMatchObject({ error: { code: 'quote.expired' } });
    valueOf(await lock('q-2'));
    expect(desk.asked('lockRate')).toBe(1);
  });
});

const foundOf = (reference: string) => ({
  reference,
  operation: 'createSingleTransfer',
  body: { amount: '100.00', currency: 'USD' },
  about: aboutOf('Found'),
  likeness,
  recordId: 'T-9',
  state: 'accepted' as const,
  error: null,
  createdAt: beginning,
  source: 'bank' as const,
  words: 'It is there.',
});

describe('an outcome is reported once, in order', () => {
  const lists = ({ bank }: LoneDesk, ...found: ReturnType<typeof transferOf>[]) => {
    bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(found) });
  };
  const cases: Record<string, [(desk: ReturnType<typeof openTeamDesk>) => unknown, string[]]> = {
    'of the answer': [(desk) => submit(desk.parts, intent(), context), ['accepted']],
    'that the bank refuses': [
      (desk) => {
        desk.bank.answers.createSingleTransfer = () => refused(400);
        return submit(desk.parts, intent(), context);
      },
      ['refused'],
    ],
    'that is duplicated behind its acceptance': [
      (desk) => {
        lists(desk, ...['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' })));
        return submit(desk.parts, intent(), context);
      },
      ['accepted', 'unknown'],
    ],
    'of a lookup': [
      (desk) => {
        lists(desk, transferOf({ id: 'T-1', reference: 'R-1' }));
        return lookUp(desk.parts, written(desk, 'R-1', { state: 'unknown' }), context);
      },
      ['unknown', 'accepted'],
    ],
    'of a lookup by something like it': [
      (desk) => {
        lists(desk, transferOf({ id: 'T-1' }));
        return lookUp(desk.parts, written(desk, 'R-1', { state: 'unknown' }), context);
      },
      ['unknown', 'unknown'],
    ],
    'of a confirmation': [
      (desk) => {
        written(desk, 'R-1', { state: 'accepted', confirmed: false });
        lists(desk, transferOf({ id: 'T-1', reference: 'R-1' }));
        return confirmAccepted(desk.parts, context);
      },
      ['accepted', 'accepted'],
    ],
    'of a person': [
      (desk) => {
        const held = written(desk, 'R-1', { state: 'unknown' });
        desk.passes(25 * hour);
        const settlement = {
          as: 'accepted',
          note: 'By telephone',
          actor: actorNamed('Ada'),
        } as const;
        return valueOf(settleByPerson(desk.parts, held, settlement, context));
      },
      ['unknown', 'accepted'],
    ],
    'of silence': [
      (desk) => unknownAfterSilence(desk.parts.journal, desk.parts.clock, [written(desk, 'R-1')]),
      ['unknown'],
    ],
    'that the list shows before it is sent again': [
      (desk) => {
        const held = written(desk, 'R-1', { state: 'not-found' });
        lists(desk, transferOf({ id: 'T-1', reference: 'R-1' }));
        return sendAgain(desk.parts, held, context);
      },
      ['not-found', 'unknown'],
    ],
    'of a list that shows it late': [
      (desk) => {
        written(desk, 'R-1', { state: 'not-sent' });
        reopenListed(desk.parts, [transferOf({ id: 'T-1', reference: 'R-1' })]);
      },
      ['not-sent', 'unknown'],
    ],
    'of a list that shows it twice': [
      (desk) => {
        written(desk, 'R-1', { state: 'accepted' });
        const twice = ['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' }));
        markListedTwice(desk.parts, twice);
      },
      ['accepted', 'unknown'],
    ],
    'that is adopted from the bank, once': [
      (desk) => {
        adoptFound(desk.parts.journal, [foundOf('R-1')], beginning);
        adoptFound(desk.parts.journal, [foundOf('R-1')], beginning);
      },
      ['accepted'],
    ],
  };

  test.each(Object.entries(cases))('%s', async (_what, [happens, states]) => {
    const desk = openTeamDesk();
    await happens(desk);
    await reported();
    expect(settlements(desk.claims)).toEqual(states.map((state) => `R-1 ${state}`));
  });

  test('behind what is sent at once: each when it is on the disk', async () => {
    const desk = openTeamDesk();
    const sequence = new Sequence();
    const parts = { ...desk.parts, sequence };
    await submitAll(
      parts,
      ['R-1', 'R-2'].map((reference) => intent(reference)),
      context,
    );
    await Promise.resolve();
    // Both are in the journal, and a power cut may take them back.
    expect(known(desk, 'R-2').state).toBe('accepted');
    expect(settlements(desk.claims)).toEqual([]);
    const { submissionId } = known(desk, 'R-1');
    settleSubmission(parts.journal, submissionId, { state: 'unknown', at: beginning });
    await sequence.over(parts.journal);
    await reported();
    expect(settlements(desk.claims)).toEqual(['R-1 accepted', 'R-2 accepted', 'R-1 unknown']);
  });

  test('and a team that fails on one gets the next, while the desk goes on', async () => {
    const seen: string[] = [];
    const desk = openTeamDesk({
      settled: ({ reference }) => {
        seen.push(reference);
        throw new Error('no room');
      },
    });
    for (const reference of ['R-1', 'R-2'])
      expect(valueOf(await submit(desk.parts, intent(reference), context)).localFault).toBeNull();
    await reported();
    expect(seen).toEqual(['R-1', 'R-2']);
  });

  test('and is the one that was written, though the next attempt is under way', async () => {
    const desk = openLoneDesk();
    const states: string[] = [];
    listenToSettlements(desk.parts.journal, ({ state }) => states.push(state));
    written(desk, 'R-1', { state: 'not-sent' });
    const again = sendAgain(desk.parts, known(desk), context);
    await reported();
    expect(states).toEqual(['not-sent']);
    expect(again).toBeInstanceOf(Promise);
  });
});

/** Every table of a journal; what is drawn by lot stands as its first place of use. */
function tablesOf(journal: Journal): Record<string, string[]> {
  const drawn = new Map<string, string>();
  const named = (text: string): string =>
    text
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, (id) => {
        drawn.set(id, drawn.get(id) ?? `id ${String(drawn.size)}`);
        return drawn.get(id) ?? '';
      })
      // Digests of the chain, over those ids.
      .replaceAll(/"digest":"[\da-f]{64}"/g, '"digest":""');
  const tables = rows<{ name: string; wr: number }>(
    journal,
    `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name`,
  );
  return Object.fromEntries(
    tables.map(({ name, wr }) => [
      name,
      rows<object>(journal, `SELECT * FROM ${name} ORDER BY ${wr ? '1' : 'rowid'}`).map((row) =>
        named(JSON.stringify(row)),
      ),
    ]),
  );
}

/** Payments with every outcome, sent again, looked up and settled by a person. */
async function scenario(desk: LoneDesk): Promise<void> {
  const { parts, bank } = desk;
  bank.answers.getBeneficiary = () => ok({ message: '', beneficiary: payeeOf('b-1') });
  bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([]) });
  const outcomes = {
    'R-1': () => ok({ message: '', transfer: transferOf({ id: 'T-1', reference: 'R-1' }) }),
    'R-2': () => refused(400),
    'R-3': () => failed('outcome.unknown'),
    'R-4': () => failed('network.unreachable'),
    'R-5': () => failed('outcome.unknown', { bank: { status: 401 } }),
  };
  for (const [reference, answer] of Object.entries(outcomes)) {
    bank.answers.createSingleTransfer = answer;
    valueOf(await submit(parts, intent(reference), context));
    desk.passes(1_000);
  }
  bank.answers.createSingleTransfer = ({ body }) =>
    ok({ message: '', transfer: transferOf({ id: body.reference, reference: body.reference }) });
  const again = everythingSeen(valueOf(await reviewAgain(parts, known(desk, 'R-4'), context)));
  valueOf(await sendAgain(parts, known(desk, 'R-4'), context, again));
  valueOf(await lookUp(parts, known(desk, 'R-3'), context));
  const sequence = new Sequence();
  await submitAll(
    { ...parts, sequence },
    ['R-6', 'R-7'].map((one) => intent(one)),
    context,
  );
  await sequence.over(parts.journal);
  desk.passes(25 * hour);
  const settlement = { as: 'not-found', note: 'By telephone', actor: actorNamed('Ada') } as const;
  valueOf(settleByPerson(parts, known(desk, 'R-3'), settlement, context));
  adoptFound(parts.journal, [foundOf('R-8')], beginning);
  await reported();
}

describe('a desk without a team', () => {
  test('has the journal, table by table, of one whose team grants every claim', async () => {
    const alone = openLoneDesk();
    await scenario(alone);
    const inTeam = openLoneDesk();
    const claims = fakeClaims();
    await scenario({ ...inTeam, parts: withClaims(inTeam.parts, claims) });
    const [one, other] = [alone, inTeam].map(({ parts }) => tablesOf(parts.journal));
    expect(one!['submission']).toHaveLength(8);
    expect(other).toEqual(one);
    expect([alone, inTeam].map(({ parts }) => chainHolds(parts.journal))).toEqual([true, true]);
    expect(inTeam.bank.asked).toEqual(alone.bank.asked);
    expect(claims.claimed).toHaveLength(8);
    expect(settlements(claims).length).toBeGreaterThan(8);
  });

  test('passes the bank nothing of a claim', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.createSingleTransfer = (_input, called) => {
      expect(Object.keys(called).toSorted()).toEqual(['correlationId', 'idempotencyKey']);
      return refused(400);
    };
    valueOf(await submit(desk.parts, intent(), context));
    expect(sends(desk)).toBe(1);
  });
});

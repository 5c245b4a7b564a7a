import { describe, expect, test } from 'vitest';

import type { Approval } from '../../electron/engines/submissions/approval.ts';
import { reviewAgain, sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { createVirtualAccount } from '../../electron/nouns/accounts/virtual-account.ts';
import { withClaims } from '../../electron/engines/submissions/claims.ts';
import { settleByPerson } from '../../electron/engines/submissions/settle-by-person.ts';
import {
  submissionByReference,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import type { OperationInput } from '../../shared/bank/catalogue.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { aboutOf } from '../support/about.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { everythingSeen, script } from '../support/desks/approvals.ts';
import { fakeClaims, type FakeClaims } from '../support/desks/fake-claims.ts';
import {
  accountOf,
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  payeeOf,
  refused,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { before, hours, inPages, lists } from '../payments/listed-desk.ts';

/** The same invoice as R-1 under another reference, sent by somebody else. */
const twin = transferOf({ id: 'T-7', reference: 'LEDGER-5' });

/** A payment of a hundred dollars to b-1 that never left, or that the bank does not have. */
function openHeld(state: 'not-sent' | 'not-found' = 'not-sent', ...listed: readonly Transfer[]) {
  const desk = openLoneDesk();
  desk.bank.answers = {
    getBeneficiary: () => ok({ message: '', beneficiary: payeeOf('b-1') }),
    findTransfers: filtered(listed),
    createSingleTransfer: ({ body }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) }),
  };
  const held = written(desk, 'R-1', { state, error: failed('bank.busy').error });
  return { desk, held };
}

type FindInput = OperationInput<'findTransfers'>;

/** A list that finds what is asked for, by reference, by payee and since a day. */
const filtered =
  (rows: readonly Transfer[]) =>
  ({ query = {} }: FindInput) =>
    ok({
      message: '',
      transfers: onePage(
        rows.filter(
          ({ reference, beneficiaryId, createdAt }) =>
            (createdAt ?? '') >= (query.from ?? '') &&
            (query.reference ?? reference) === reference &&
            (query.beneficiaryId ?? beneficiaryId) === beneficiaryId,
        ),
      ),
    });

const sends = (desk: LoneDesk): number => desk.asked('createSingleTransfer');
const again = (
  { desk, held }: { readonly desk: LoneDesk; readonly held: Submission },
  approval?: Approval,
) => sendAgain(desk.parts, held, context, approval);
const warnings = async ({ desk, held }: { readonly desk: LoneDesk; readonly held: Submission }) =>
  valueOf(await reviewAgain(desk.parts, held, context));

function expectHeld(outcome: Outcome<unknown>, desk: LoneDesk, ...words: readonly string[]): void {
  expect(outcome).toMatchObject({ error: { code: 'confirmation.required' } });
  for (const word of words) expect(outcome.ok ? '' : outcome.error.message).toContain(word);
  expect(sends(desk)).toBe(0);
  expect(submissionByReference(desk.parts.journal, 'R-1')?.attempts).toHaveLength(1);
}

describe.each(['not-sent', 'not-found'] as const)('a payment that is %s', (state) => {
  test('is not sent again while the bank lists its twin, which this journal does not know [P23]', async () => {
    const one = openHeld(state, twin);
    const outcome = await again(one);
    expectHeld(
      outcome,
      one.desk,
      'at 2026-11-20 10:00 UTC from elsewhere, transfer T-7, reference LEDGER-5, 100.00 USD, BOOKED',
    );
    expect(submissionByReference(one.desk.parts.journal, 'R-1')?.state).toBe(state);
  });

  test('is sent again once a person has seen that twin and named it', async () => {
    const one = openHeld(state, twin);
    const seen = await warnings(one);
    expect(seen).toMatchObject([{ kind: 'duplicate', twins: [{ name: 'LEDGER-5', id: 'T-7' }] }]);
    expect(sends(one.desk)).toBe(0);
    expect(await again(one, everythingSeen(seen))).toMatchObject({
      value: { submission: { state: 'accepted' } },
    });
    expect(sends(one.desk)).toBe(1);
  });

  test('is sent again once a script names it by its identifier, and names no other', async () => {
    const one = openHeld(state, twin, transferOf({ id: 'T-8', amount: '7.00' }));
    expectHeld(await again(one, script()), one.desk, 'add --twin-of T-7. Nothing was sent.');
    expectHeld(await again(one, script(['LEDGER-5'])), one.desk, 'add --twin-of T-7.');
    expect(await again(one, script(['T-7', 'T-8']))).toMatchObject({
      error: { code: 'input.invalid' },
    });
    expect(sends(one.desk)).toBe(0);
    expect((await again(one, script(['T-7']))).ok).toBe(true);
  });

  test('is not sent again where a second twin appears while a person looks at the first [P23]', async () => {
    const one = openHeld(state, twin);
    const seen = everythingSeen(await warnings(one));
    const second = transferOf({ id: 'T-9', reference: 'LEDGER-6' });
    one.desk.bank.answers.findTransfers = filtered([twin, second]);
    expectHeld(await again(one, seen), one.desk, 'reference LEDGER-6');
  });

  test('is not sent again at a bank that lists its twin without a filter, unless it is named', async () => {
    const one = openHeld(state);
    one.desk.bank.answers.findTransfers = lists([twin]);
    expectHeld(await again(one), one.desk, 'transfer T-7');
    expect((await again(one, everythingSeen(await warnings(one)))).ok).toBe(true);
  });
});

test('the twin is found in the list to its end, whatever its order', async () => {
  const old = Array.from({ length: 3 }, (_, at) =>
    transferOf({ id: `OLD-${String(at)}`, amount: '7.00', createdAt: before(hours(30 + at)) }),
  );
  const unordered = [old[1]!, old[0]!, old[2]!, twin];
  const oldestFirst = [...old].toReversed().concat(twin);
  for (const rows of [unordered, oldestFirst]) {
    const one = openHeld();
    one.desk.bank.answers.findTransfers = inPages(rows, 2);
    expectHeld(await again(one), one.desk, 'transfer T-7');
  }
});

test('what the list shows once, and no more when its twins are read, may be the payment itself', async () => {
  const one = openHeld('not-found');
  const later = filtered([]);
  one.desk.bank.answers.findTransfers = () => {
    one.desk.bank.answers.findTransfers = later;
    return lists([twin])();
  };
  expect(await again(one)).toMatchObject({ value: { submission: { state: 'unknown' } } });
  expect(sends(one.desk)).toBe(0);
});

describe('the list cannot be read to its end', () => {
  const cutShort = { 'fails on the second page': true, 'never ends': false };
  test.each(Object.entries(cutShort))('it %s', async (_, fails) => {
    const rows = Array.from({ length: 40 }, (__, at) =>
      transferOf({ id: `T-${String(100 + at)}`, amount: '7.00' }),
    );
    const one = openHeld();
    const pages = inPages(rows, 2);
    one.desk.bank.answers.findTransfers = (input) =>
      fails && input.query?.pageNumber === '2' ? failed('bank.unavailable') : pages(input);
    expectHeld(await again(one), one.desk, 'Duplicates sent elsewhere');
    expectHeld(await again(one, script()), one.desk, 'add --twins-unchecked. Nothing was sent.');
    expect(await warnings(one)).toMatchObject([{ kind: 'twins-unread', weight: 'confirm' }]);
    expect((await again(one, script([], { twinsUnchecked: true }))).ok).toBe(true);
  });

  test('its twin that was read before keeps it from being sent, whatever is confirmed of the list', async () => {
    const one = openHeld();
    one.desk.cache.saveTransfers([twin], beginning, { complete: false });
    one.desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    expectHeld(await again(one, script([], { twinsUnchecked: true })), one.desk, 'T-7');
  });

  test('no one is signed in: the list is not asked, and nothing is sent', async () => {
    const one = openHeld('not-sent', twin);
    one.desk.bank.signedInAt = null;
    expect(await again(one)).toMatchObject({ error: { code: 'session.required' } });
    expect(await reviewAgain(one.desk.parts, one.held, context)).toMatchObject({
      error: { code: 'session.required' },
    });
    expect(sends(one.desk)).toBe(0);
  });

  test('it is asked for the reference, and for the payee', async () => {
    const one = openHeld();
    expect((await again(one)).ok).toBe(true);
    const queries = one.desk.bank.calls.flatMap(({ name, input }) =>
      name === 'findTransfers' ? [(input as FindInput).query] : [],
    );
    expect(queries).toContainEqual(expect.objectContaining({ reference: 'R-1' }));
    expect(queries).toContainEqual(expect.objectContaining({ beneficiaryId: 'b-1' }));
  });

  test('a bank without a list holds nothing up', async () => {
    const one = openHeld();
    delete one.desk.bank.answers.findTransfers;
    expect((await again(one)).ok).toBe(true);
  });
});

describe('a twin counts from the first sending on, and for a day at least', () => {
  test('one that somebody sent four days ago, of a payment of five days ago', async () => {
    const one = openHeld();
    one.desk.passes(hours(120));
    const at = before(-hours(24));
    one.desk.bank.answers.findTransfers = filtered([{ ...twin, createdAt: at }]);
    expectHeld(await again(one), one.desk, 'was sent since 2026-11-20 10:00 UTC:', 'T-7');
  });

  test('one of this journal, sent two days ago', async () => {
    const one = openHeld();
    one.desk.passes(hours(24));
    written(one.desk, 'R-2', { state: 'accepted' });
    one.desk.passes(hours(48));
    expectHeld(await again(one), one.desk, 'reference R-2');
  });

  test('one without an answer names the payee', async () => {
    const { desk, held } = openHeld();
    written(desk, 'R-2');
    const about = aboutOf('Transfer', { counterparty: 'Harmattan Foods' });
    const [warning] = await warnings({ desk, held: { ...held, about } });
    expect(warning?.message).toContain('The same amount to Harmattan Foods was sent');
  });

  test('one of an hour before it', async () => {
    const one = openHeld('not-sent', { ...twin, createdAt: before(hours(1)) });
    expectHeld(await again(one), one.desk, 'within a day', 'T-7');
  });

  test('not one of two days before it', async () => {
    const one = openHeld('not-sent', { ...twin, createdAt: before(hours(48)) });
    expect((await again(one)).ok).toBe(true);
  });

  test('more payments since then than are compared are reported, and confirmed', async () => {
    const one = openHeld();
    const many = Array.from({ length: 2_000 }, (_, at) =>
      transferOf({ id: `OLD-${String(at)}`, amount: '7.00', beneficiaryId: 'b-2' }),
    );
    one.desk.cache.saveTransfers(many, beginning, { complete: false });
    expectHeld(await again(one), one.desk, 'too many payments since its first sending');
  });
});

test('a person who said that the bank does not have it may name what the list shows in its place', async () => {
  const one = openHeld('not-found', twin);
  one.desk.bank.answers.findTransfers = lists([twin]);
  const { journal } = one.desk.parts;
  journal.connection.prepare(`UPDATE submission SET state = 'unknown', settled_at = NULL`).run();
  one.desk.passes(hours(25));
  const unknown = submissionByReference(journal, 'R-1')!;
  const note = { as: 'not-found', note: 'By telephone', actor: actorNamed('Ada') } as const;
  const held = valueOf(settleByPerson(one.desk.parts, unknown, note, context));
  const seen = everythingSeen(await warnings({ ...one, held }));
  expect((await again({ ...one, held }, seen)).ok).toBe(true);
});

describe('an account that was never opened is opened again', () => {
  const [first, second] = ['1', '2'].map((digit) => `0192f0c07d3e7000800000000000000${digit}`);
  const open = async (desk: LoneDesk, reference = '', accountName = 'Treasury') =>
    valueOf(
      await createVirtualAccount(desk.parts, { reference, currency: 'USD', accountName }, context),
    );
  /** The bank is busy with the first one, and opens every other. */
  async function openBusy(claims?: FakeClaims) {
    const desk = openLoneDesk();
    const parts = claims ? withClaims(desk.parts, claims) : desk.parts;
    desk.bank.answers.createVirtualAccount = () => failed('bank.busy');
    const held = await open({ ...desk, parts }, first);
    desk.bank.answers.createVirtualAccount = ({ body: { uniqueRequestId, accountName } }) =>
      ok({ message: '', account: accountOf({ uniqueRequestId, accountName }) });
    return { desk: { ...desk, parts }, held };
  }
  const opened = ({ desk }: { readonly desk: LoneDesk }) => desk.asked('createVirtualAccount');

  test('where nothing like it was opened since', async () => {
    const one = await openBusy();
    await open(one.desk, second, 'Payroll');
    expect(valueOf(await again(one)).submission.state).toBe('accepted');
    expect(opened(one)).toBe(3);
  });

  test('without a warning that somebody has to confirm', async () => {
    const one = await openBusy();
    expect(await reviewAgain(one.desk.parts, one.held, context)).toEqual(ok([]));
  });

  test('and not where one of its name was opened since', async () => {
    const one = await openBusy();
    await open(one.desk, second);
    expect(await again(one)).toMatchObject({
      error: {
        code: 'confirmation.required',
        operation: 'createVirtualAccount',
        message: expect.stringContaining(
          `The same was sent since, under the reference ${second}.`,
        ) as string,
      },
    });
    expect(opened(one)).toBe(2);
  });

  test('and where one of its name was refused since', async () => {
    const one = await openBusy();
    const opens = one.desk.bank.answers.createVirtualAccount!;
    one.desk.bank.answers.createVirtualAccount = () => refused(400);
    expect((await open(one.desk, second)).state).toBe('refused');
    one.desk.bank.answers.createVirtualAccount = opens;
    expect(valueOf(await again(one)).submission.state).toBe('accepted');
  });

  test('and not where another desk of the team opened one of its name', async () => {
    const claims = fakeClaims();
    const one = await openBusy(claims);
    const { likeness } = one.held;
    claims.twins.push({
      by: 'Ada Obi',
      at: beginning,
      state: 'accepted',
      reference: 'A-9',
      likeness: likeness ?? '',
    });
    expect(await again(one)).toMatchObject({
      error: {
        code: 'confirmation.required',
        operation: 'createVirtualAccount',
        message: expect.stringContaining(
          'Ada Obi sent the same at 2026-11-20 10:00 UTC, under the reference A-9.',
        ) as string,
      },
    });
    expect(opened(one)).toBe(1);
  });
});

test('what is made anew each time is neither reviewed nor sent again', async () => {
  const { desk } = openHeld();
  const trade: Submission = {
    ...written(desk, 'FX-1', { state: 'not-sent' }),
    operation: 'lockRate',
  };
  const refusal = {
    error: { code: 'input.invalid', message: expect.stringContaining('make it anew') as string },
  };
  expect(await reviewAgain(desk.parts, trade, context)).toMatchObject(refusal);
  expect(await sendAgain(desk.parts, trade, context)).toMatchObject(refusal);
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { RouteInput } from '../../shared/ipc/contract.ts';
import type { SubmissionView } from '../../shared/ipc/submissions.ts';
import { newReference } from '../../shared/reference.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { operating } from '../sandbox/caller.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import {
  approve,
  openFundedDesk,
  openPayingDesk,
  payment,
  twinsIn,
  type PayingDesk,
} from '../support/desks/transfers-desk.ts';

async function openUnsynced(
  options: Parameters<typeof openPayingDesk>[0] = {},
): Promise<PayingDesk> {
  return { ...(await openPayingDesk(options)), usd: operating };
}

/** At a bank that knows no payment again: it books whatever it is sent. */
async function openForgetful(): Promise<PayingDesk> {
  const desk = await openUnsynced();
  await desk.bank('PUT', 'idempotency', { mode: 'none' });
  return desk;
}

const payTo = async (
  desk: PayingDesk,
  beneficiaryId: string,
  changes: Partial<RouteInput<'payments.review'>> = {},
): Promise<SubmissionView> =>
  desk.get('payments.send', await approve(desk, payment(desk, { beneficiaryId, ...changes })));

const fault = (desk: PayingDesk, given: object): Promise<unknown> =>
  desk.bank('PUT', 'faults', { rules: [{ operation: 'createSingleTransfer', fault: given }] });

test('a payment leads to the entries booked under its reference, and each of them back to it', async () => {
  const desk = await openFundedDesk();
  const { reference, submissionId } = await payTo(desk, 'beneficiary-accepted');
  const place = { accountNumber: desk.usd, reference };
  const before = await desk.get('statements.underReference', place);
  expect(before).toEqual({ rows: [], hasMore: false, asOf: null });

  await desk.sync({ accountNumbers: [desk.usd] });
  const { rows, asOf } = await desk.get('statements.underReference', place);
  expect(rows.map(({ direction, transactionType }) => [direction, transactionType])).toEqual([
    ['debit', 'transfer'],
    ['debit', 'fee'],
  ]);
  expect(asOf).not.toBeNull();
  const [{ id: entryId } = expect.fail()] = rows;
  const entry = await desk.get('statements.entry', { accountNumber: desk.usd, entryId });
  const back = await desk.get('submissions.underReference', { reference: entry.customReference });
  expect(back.submission).toMatchObject({ submissionId, operation: 'createSingleTransfer' });

  const unknown = { reference: 'nothing was sent under this' };
  expect(await desk.get('submissions.underReference', unknown)).toEqual({ submission: null });
  expect(
    (await desk.refused('submissions.underReference', { reference: 'x'.repeat(201) })).code,
  ).toBe('input.invalid');
});

test('payees that were paid lately come first, from here or elsewhere; a refused payment counts for none', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  for (const end of ['refused', 'returned', 'cut', 'accepted'])
    await desk.get('payments.beneficiary', { beneficiaryId: `beneficiary-${end}` });
  const payees = async (search = '') => (await desk.get('payments.payees', { search })).rows;
  const unpaid = await payees();
  expect(unpaid.length).toBeGreaterThan(3);
  expect(unpaid.every(({ lastPaidAt }) => lastPaidAt === null)).toBe(true);

  await payTo(desk, 'beneficiary-refused');
  expect((await payees()).some(({ lastPaidAt }) => lastPaidAt !== null)).toBe(false);
  const { createdAt } = await payTo(desk, 'beneficiary-returned');
  const [first = expect.fail(), ...others] = await payees();
  expect(first.entityId).toBe('beneficiary-returned');
  expect((first.lastPaidAt ?? '') >= createdAt).toBe(true);
  expect(others.map(({ entityId }) => entityId)).toEqual(
    unpaid.map(({ entityId }) => entityId).filter((id) => id !== 'beneficiary-returned'),
  );

  await payTo(desk, 'beneficiary-cut');
  const lately = (await payees()).slice(0, 2).map(({ entityId }) => entityId);
  expect(lately).toEqual(['beneficiary-cut', 'beneficiary-returned']);
  const found = await payees('sandbox payee');
  expect(found.slice(0, 2).map(({ entityId }) => entityId)).toEqual(lately);

  // Another program of the same client pays a third one; the bank’s list shows it.
  const elsewhere = { ...payment(desk, { beneficiaryId: 'beneficiary-accepted' }), amount: 10 };
  expect((await payElsewhere(desk, elsewhere)).status).toBe(200);
  await desk.get('payments.refresh', {});
  expect((await payees())[0]?.entityId).toBe('beneficiary-accepted');
});

test('a template is stored under a name of its own, without a reference, and removed; it pays nothing', async () => {
  const desk = await openFundedDesk();
  const beneficiaryId = 'beneficiary-accepted';
  await desk.get('payments.beneficiary', { beneficiaryId });
  const content = {
    name: 'Rent Dublin',
    accountNumber: desk.usd,
    beneficiaryId,
    amount: '18900.00',
    narration: 'Rent',
  };
  const { templateId } = await desk.get('payments.saveTemplate', content);
  expect((await desk.get('payments.templates', {})).rows).toEqual([
    {
      ...content,
      templateId,
      payee: expect.objectContaining({ entityId: beneficiaryId }) as object,
    },
  ]);
  const twice = await desk.refused('payments.saveTemplate', { ...content, name: ' RENT dublin ' });
  expect(twice.fields).toEqual({ name: 'is the name of another template' });
  expect((await desk.refused('payments.saveTemplate', { ...content, name: '  ' })).code).toBe(
    'input.invalid',
  );
  const withReference = { ...content, name: 'Another', reference: newReference() };
  expect((await desk.refused('payments.saveTemplate', withReference as never)).code).toBe(
    'input.invalid',
  );

  await desk.get('payments.saveTemplate', { ...content, name: 'Gone', beneficiaryId: 'nobody' });
  const [gone] = (await desk.get('payments.templates', {})).rows;
  expect([gone?.name, gone?.payee]).toEqual(['Gone', null]);

  expect(await desk.get('payments.removeTemplate', { templateId })).toEqual({ removed: true });
  expect(await desk.get('payments.removeTemplate', { templateId })).toEqual({ removed: false });
  expect(await desk.posts()).toBe(0);
});

test('every way a payment can end is reported as it is, with one booking at most', async () => {
  const desk = await openForgetful();
  const ends = [
    ['accepted', 'accepted', 1],
    ['returned', 'accepted', 1],
    ['failed', 'accepted', 1],
    ['blocked', 'refused', 0],
    ['refused', 'refused', 0],
    ['busy', 'not-sent', 0],
    ['gateway', 'unknown', 0],
    ['echo', 'unknown', 1],
    ['half', 'unknown', 1],
    ['cut', 'unknown', 1],
    ['late', 'unknown', 0],
  ] as const;
  for (const [id, state, bookings] of ends) {
    const sent = await payTo(desk, `beneficiary-${id}`);
    expect([id, sent.state]).toEqual([id, state]);
    expect(sent.about).toMatchObject({
      amount: { amount: '10.00', currency: 'USD' },
      accountNumber: operating,
      counterpartyId: `beneficiary-${id}`,
    });
    expect([id, (await desk.bookings(sent.reference)).length]).toEqual([id, bookings]);
  }
  expect(await desk.posts()).toBe(ends.length);
});

test('what was booked without an answer is found by its reference, what was not stays unknown [P4]', async () => {
  const desk = await openForgetful();
  const [cut, echo, gateway, late] = await Promise.all(
    ['cut', 'echo', 'gateway', 'late'].map((id) => payTo(desk, `beneficiary-${id}`)),
  );
  const lookUp = ({ submissionId }: SubmissionView) =>
    desk.get('submissions.lookUp', { submissionId });
  expect(await lookUp(cut!)).toMatchObject({ state: 'accepted', error: null });
  expect(await lookUp(echo!)).toMatchObject({ state: 'accepted' });
  expect(await lookUp(gateway!)).toMatchObject({ state: 'unknown', mayRepeat: false });
  expect(await lookUp(late!)).toMatchObject({ state: 'unknown' });
  await desk.bank('POST', 'clock/advance', { ms: 11_000 });
  expect(await lookUp(late!)).toMatchObject({ state: 'accepted' });
  expect(await desk.bookings(late!.reference)).toHaveLength(1);
  expect(await desk.posts()).toBe(4);
});

test('fifty sends of one form are one payment [P11]', async () => {
  const desk = await openForgetful();
  const approved = await approve(desk, payment(desk));
  const views = await Promise.all(
    Array.from({ length: 50 }, () => desk.get('payments.send', approved)),
  );
  expect(new Set(views.map(({ submissionId }) => submissionId)).size).toBe(1);
  expect(await desk.posts()).toBe(1);
  expect(await desk.bookings(approved.reference)).toHaveLength(1);
});

test('a token that ended is renewed once, and the payment booked once', async () => {
  const desk = await openForgetful();
  const approved = await approve(desk, payment(desk));
  await desk.bank('POST', 'tokens/expire');
  expect(await desk.get('payments.send', approved)).toMatchObject({ state: 'accepted' });
  expect(await desk.bookings(approved.reference)).toHaveLength(1);
});

test('any answer that is not a clear outcome from the bank leaves the payment unknown, sent exactly once [P6 P7]', async () => {
  const desk = await openUnsynced();
  const answers = [
    ...[500, 502, 503, 504, 408, 409].map((status) => ({ kind: 'status', status })),
    { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    { kind: 'content-type', value: 'text/html' },
    { kind: 'reset' },
    { kind: 'cut-after-commit' },
  ];
  for (const [index, given] of answers.entries()) {
    await fault(desk, given);
    const sent = await payTo(desk, 'beneficiary-accepted', { amount: String(20 + index) });
    expect([given, sent.state]).toEqual([given, 'unknown']);
    expect(sent.error?.code).toBe('outcome.unknown');
    expect(await desk.posts()).toBe(index + 1);
  }
});

test('a reference that was used is reported again, and refused for another amount or payee', async () => {
  const desk = await openUnsynced();
  const approved = await approve(desk, payment(desk));
  const first = await desk.get('payments.send', approved);
  expect(await desk.get('payments.send', { ...approved, amount: '10.00' })).toEqual(first);
  for (const other of [{ amount: '11' }, { beneficiaryId: 'beneficiary-returned' }])
    expect(await desk.refused('payments.send', { ...approved, ...other })).toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('This reference was used') as string,
    });
  expect(await desk.posts()).toBe(1);
});

test('a refused payment shows the bank’s own message and may be sent as another', async () => {
  const desk = await openUnsynced();
  const refused = await payTo(desk, 'beneficiary-blocked');
  expect(refused).toMatchObject({ state: 'refused', error: { bank: { status: 422 } } });
  expect(refused.error?.bank?.message).not.toBe('');
  expect(await payTo(desk, 'beneficiary-accepted')).toMatchObject({ state: 'accepted' });
});

test('what the bank put off is not sent by itself; a person sends the same once more', async () => {
  const desk = await openUnsynced();
  await fault(desk, { kind: 'busy', retryAfter: '30' });
  const sent = await payTo(desk, 'beneficiary-accepted');
  expect(sent).toMatchObject({
    state: 'not-sent',
    mayRepeat: true,
    error: { code: 'bank.busy', message: expect.stringContaining('30') as string },
  });
  expect(await desk.posts()).toBe(1);
  await desk.bank('DELETE', 'faults');
  const { submissionId, reference } = sent;
  expect(await desk.get('submissions.sendAgain', { submissionId })).toMatchObject({
    state: 'accepted',
    reference,
    attempts: 2,
  });
  expect(await desk.bookings(reference)).toHaveLength(1);
});

test('a payment like one without an answer needs more than an acknowledged duplicate', async () => {
  const desk = await openUnsynced();
  await payTo(desk, 'beneficiary-gateway');
  const twin = payment(desk, { beneficiaryId: 'beneficiary-gateway' });
  const review = await desk.get('payments.review', twin);
  const { warnings, payeeFingerprint } = review;
  expect(warnings).toMatchObject([{ kind: 'open-twin', weight: 'confirm' }]);
  const send = {
    ...twin,
    payeeFingerprint,
    acknowledged: ['duplicate' as const],
    twins: twinsIn(review),
  };
  expect((await desk.refused('payments.send', send)).code).toBe('confirmation.required');
  expect(await desk.posts()).toBe(1);
});

test('a payment that the bank has twice is reported as such, with both records, and nothing is done by itself', async () => {
  const desk = await openForgetful();
  const sent = await payTo(desk, 'beneficiary-cut');
  const payload = { ...payment(desk), amount: 10, reference: sent.reference };
  expect((await payElsewhere(desk, payload)).status).toBe(200);
  const looked = await desk.get('submissions.lookUp', { submissionId: sent.submissionId });
  expect(looked).toMatchObject({
    state: 'unknown',
    mayRepeat: false,
    error: { code: 'outcome.duplicated' },
  });
  await desk.get('payments.refresh', {});
  const { transfer, others } = await desk.get('payments.get', { reference: sent.reference });
  expect(new Set([transfer?.id, ...others.map(({ id }) => id)]).size).toBe(2);
  expect(await desk.posts()).toBe(2);
});

test('a payment sent from elsewhere stands in the list and is pointed out as a duplicate', async () => {
  const desk = await openUnsynced();
  const elsewhere = { ...payment(desk), amount: 10, reference: 'ELSEWHERE-1' };
  expect((await payElsewhere(desk, elsewhere)).status).toBe(200);
  expect(await desk.get('payments.refresh', {})).toEqual({ count: 1 });
  const { rows, asOf } = await desk.get('payments.list', { search: 'elsewhere', limit: 50 });
  expect(rows).toMatchObject([{ reference: 'ELSEWHERE-1', submission: null }]);
  expect(asOf).not.toBeNull();
  const review = await desk.get('payments.review', payment(desk));
  expect(review.warnings).toMatchObject([{ kind: 'duplicate', weight: 'confirm' }]);
});

test('the list has what we sent and what the bank says of it, those without an answer first', async () => {
  const desk = await openUnsynced();
  const gateway = await payTo(desk, 'beneficiary-gateway');
  const returned = await payTo(desk, 'beneficiary-returned', { amount: '31' });
  const paid = await payTo(desk, 'beneficiary-accepted', { narration: 'Rent of March' });
  await desk.get('sandbox.advance', { ms: 2 * 86_400_000 });
  await desk.get('payments.refresh', {});
  const { rows } = await desk.get('payments.list', { search: '', limit: 50 });
  expect(rows.map(({ reference, transfer }) => [reference, transfer?.status ?? null])).toEqual([
    [gateway.reference, null],
    [paid.reference, 'completed'],
    [returned.reference, 'returned'],
  ]);
  const find = async (search: string) =>
    (await desk.get('payments.list', { search, limit: 50 })).rows.map(({ reference }) => reference);
  expect(await find('gateway')).toEqual([gateway.reference]);
  expect(await find('rent march')).toEqual([paid.reference]);
  expect(await find(returned.reference)).toEqual([returned.reference]);
  expect(await desk.get('payments.get', { reference: returned.reference })).toMatchObject({
    transfer: { status: 'returned', reason: expect.stringMatching(/./) as string },
    submission: { state: 'accepted' },
    others: [],
  });
  expect((await desk.refused('payments.get', { reference: 'nothing' })).code).toBe(
    'offline.not-cached',
  );
});

test('a desk that ends while a payment waits for its answer knows of it when it starts again [I2 I3]', async () => {
  const place = { dataDir: tempFolder(), keychain: memoryKeychain() };
  const first = await openUnsynced(place);
  const approved = await approve(
    first,
    payment(first, { beneficiaryId: 'beneficiary-silent-booked' }),
  );
  const sending = first.request('payments.send', approved);
  await expect.poll(first.posts).toBe(1);
  await expect.poll(() => first.bookings(approved.reference)).toHaveLength(1);
  await first.close();
  expect(await sending).toMatchObject({ ok: true, value: { state: 'unknown' } });
  const again = await openUnsynced(place);
  const { submission } = await again.get('payments.get', { reference: approved.reference });
  expect(submission?.state).toBe('unknown');
  await expect
    .poll(
      async () =>
        (await again.request('session.signIn', { credentials: sandboxSignIn, remember: false })).ok,
    )
    .toBe(true);
  const { submissionId } = submission!;
  expect(await again.get('submissions.lookUp', { submissionId })).toMatchObject({
    state: 'accepted',
  });
  expect(await again.bookings(approved.reference)).toHaveLength(1);
});

test('a payee that the bank does not return now is paid only on a person’s confirmation, and nothing is left open', async () => {
  const desk = await openFundedDesk();
  const approved = await approve(desk, payment(desk));
  await desk.bank('PUT', 'faults', {
    rules: [{ operation: 'getBeneficiary', fault: { kind: 'status', status: 503 } }],
  });
  expect((await desk.refused('payments.send', approved)).code).toBe('payee.unread');
  expect(await desk.posts()).toBe(0);
  expect((await desk.get('submissions.list', { limit: 9 })).rows).toEqual([]);
  const review = await desk.get('payments.review', payment(desk));
  expect(review).toMatchObject({
    payeeIsCurrent: false,
    warnings: [{ kind: 'payee-unread', weight: 'confirm' }],
  });
  expect(review.warnings[0]?.message).toMatch(/HTTP 503.*It was never paid from here\.$/);
  expect(await desk.get('payments.send', await approve(desk, payment(desk)))).toMatchObject({
    state: 'accepted',
  });
});

test('a journal that was removed while the desk is open takes no payment, and nothing is sent [S11]', async () => {
  const desk = await openUnsynced();
  const approved = await approve(desk, payment(desk));
  rmSync(join(desk.dataDir, 'banks', 'sandbox', 'journal.db'));
  expect((await desk.refused('payments.send', approved)).code).toBe('store.gone');
  expect(await desk.posts()).toBe(0);
});

/** Pays past the desk, as another program of the same client would. */
async function payElsewhere(desk: PayingDesk, order: object): Promise<Response> {
  const signedIn = (await (
    await desk.platform('auth-service/api/v1/token', sandboxSignIn)
  ).json()) as { data: { accessToken: string } };
  return desk.platform('client-service/api/v1/transfers', order, {
    authorization: `Bearer ${signedIn.data.accessToken}`,
    'idempotency-key': newReference(),
  });
}

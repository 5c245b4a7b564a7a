import { expect } from 'vitest';

import { newReference } from '../../../shared/reference.ts';
import { pageOf } from '../../support/banks/book.ts';
import { startDelta } from '../../support/banks/delta.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';
import { windowOf } from '../../support/team/window-of.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

/** Ben's and Cy's windows in a team with a rule; Ada founded it on the command line. `payee` is what the bank has of B-1. */
async function approvalScene() {
  const payee: { accountNumber: string | null } = { accountNumber: null };
  const scene = await teamScene(cluster, () =>
    startDelta({
      instead: ({ method, path }) =>
        method === 'GET' && payee.accountNumber !== null && path.endsWith('/beneficiaries')
          ? { body: { message: 'ok', beneficiaries: pageOf([{ ...ostrich, ...payee }]) } }
          : null,
    }),
  );
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const request = async (amount = '500.00'): Promise<string> => {
    const order = {
      ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference: newReference() },
      ...{ amount, currency: 'EUR' },
    };
    const input = JSON.stringify(order);
    const run = await ben.run('pay', '--input', input, '--request', '--words', 'October glass');
    expect([run.err, run.code]).toEqual(['', 4]);
    return run.json<{ request: string }>().request;
  };
  const window = (person: TeamPerson) => windowOf(scene, person);
  return { ...scene, ada, ben, cy, payee, request, window };
}

const ostrich = {
  ...{ entityId: 'B-1', name: 'Ostrich Glass BV', accountName: 'Ostrich Glass BV' },
  ...{ bankBicOrCode: 'ABNANL2A', country: 'NLD', currencyIso3Code: 'EUR' },
};

/** All marks opened. */
const openedAll = ({ marks }: { readonly marks: readonly unknown[] }): number[] => [
  ...marks.keys(),
];

test('a checker approves in one window what was read anew there, and the maker sends it in another', async () => {
  const { ben, cy, bank, request, window } = await approvalScene();
  const digest = await request();
  const [maker, checker] = [await window(ben), await window(cy)];
  expect(await checker.get('approvals.counts', {})).toEqual({ isUsed: true, waiting: 1 });
  expect(await maker.get('approvals.counts', {})).toEqual({ isUsed: true, waiting: 0 });
  const { requests } = await checker.get('approvals.view', { isFresh: true });
  expect(requests).toMatchObject([
    {
      ...{ request: digest, part: 'mine', payee: 'Ostrich Glass BV', words: 'October glass' },
      needs: [{ role: 'checker', count: 1, has: 0, when: 'more than 100.00 EUR' }],
      mayApprove: ['Ada', 'Cy'],
    },
  ]);

  const review = await checker.get('approvals.review', { request: digest });
  expect(review).toMatchObject({
    maker: { hasSameDetails: true },
    reviewed: { payee: ostrichNow },
  });
  const seen = { request: digest, review: review.review };
  if (review.marks.length > 0)
    expect((await checker.refused('approvals.approve', { ...seen, opened: [] })).code).toBe(
      'confirmation.required',
    );
  checker.saysYes = false;
  const opened = openedAll(review);
  const declined = await checker.refused('approvals.approve', { ...seen, opened });
  expect(declined.code).toBe('declined');
  expect(checker.questions.at(-1)).toMatchObject({
    message: 'Approve 500.00 EUR to “Ostrich Glass BV”?',
  });
  checker.saysYes = true;
  const approved = await checker.get('approvals.approve', { ...seen, opened });
  expect(approved).toMatchObject({ part: 'approved', signatures: [{ person: 'Cy' }] });

  await maker.get('approvals.view', { isFresh: true });
  // What was approved is sent as it is read now, and not as it was read by somebody else.
  const stranger = { ...seen, opened };
  expect((await maker.refused('approvals.send', stranger)).code).toBe('confirmation.required');
  const again = await maker.get('approvals.review', { request: digest });
  const sent = await maker.get('approvals.send', {
    ...{ request: digest, review: again.review, opened: openedAll(again) },
  });
  expect(sent).toMatchObject({ state: 'accepted' });
  expect(bank.orders).toHaveLength(1);
  // Both desks have the payment's life in the team, with the number of each act.
  for (const desk of [maker, checker]) {
    await desk.get('approvals.view', { isFresh: true });
    const { steps } = await desk.get('approvals.steps', { reference: again.row.reference });
    expect(steps).toMatchObject([
      { did: 'requested', person: 'Ben', words: 'October glass', desk: '' },
      { did: 'approved', person: 'Cy' },
      { did: 'claimed', person: 'Ben' },
    ]);
    expect(steps.map(({ n }) => n)).toEqual(steps.map(({ n }) => n).toSorted((a, b) => a - b));
  }
  expect(await maker.get('approvals.steps', { reference: 'NONE' })).toEqual({ steps: [] });
  const { requests: after } = await checker.get('approvals.view', { isFresh: true });
  expect(after).toMatchObject([{ part: 'ended', ended: { is: 'sent', by: { person: 'Ben' } } }]);
}, 400_000);

const ostrichNow = { accountNumber: 'NL91ABNA0417164300' };

test('bank details that changed behind the request are marked, and one that approved the old ones is asked anew', async () => {
  const { ben, cy, payee, bank, request, window } = await approvalScene();
  const digest = await request();
  const checker = await window(cy);
  const before = await checker.get('approvals.review', { request: digest });
  payee.accountNumber = 'NL20INGB0001234567';
  const review = await checker.get('approvals.review', { request: digest });
  expect(review.maker).toMatchObject({ hasSameDetails: false });
  expect(review.marks).toContainEqual(expect.objectContaining({ place: 'account' }));
  // The earlier reading is over.
  const old = { request: digest, review: before.review, opened: openedAll(before) };
  expect((await checker.refused('approvals.approve', old)).code).toBe('confirmation.required');
  const seen = { request: digest, review: review.review };
  const unopened = openedAll(review).slice(1);
  expect((await checker.refused('approvals.approve', { ...seen, opened: unopened })).code).toBe(
    'confirmation.required',
  );
  await checker.get('approvals.approve', { ...seen, opened: openedAll(review) });

  // The maker's bank shows the old details again: the approval saw others.
  payee.accountNumber = null;
  const maker = await window(ben);
  const now = await maker.get('approvals.review', { request: digest });
  expect(now.row).toMatchObject({ part: 'others' });
  expect(now.row.discounted.join()).toContain('bank details changed');
  const sent = await maker.get('approvals.send', {
    ...{ request: digest, review: now.review, opened: openedAll(now) },
  });
  expect(sent).toMatchObject({ state: 'not-sent', error: { code: 'team.not-approved' } });
  expect(bank.orders).toEqual([]);

  // Once it is approved on these details, the same leaves under the same reference, once.
  await checker.get('approvals.view', { isFresh: true });
  const anew = await checker.get('approvals.review', { request: digest });
  await checker.get('approvals.approve', {
    ...{ request: digest, review: anew.review, opened: openedAll(anew) },
  });
  await maker.get('approvals.view', { isFresh: true });
  const last = await maker.get('approvals.review', { request: digest });
  const again = { request: digest, review: last.review, opened: openedAll(last) };
  expect(await maker.get('approvals.send', again)).toMatchObject({ state: 'accepted' });
  expect(await maker.get('approvals.send', again)).toMatchObject({ state: 'accepted' });
  expect(bank.orders).toHaveLength(1);
}, 400_000);

test('the form of a maker knows what a payment will need, and requests it', async () => {
  const { ben, cy, bank, window } = await approvalScene();
  const maker = await window(ben);
  const payment = { accountNumber: '700000', beneficiaryId: 'B-1', currency: 'EUR' };
  expect(await maker.get('approvals.needs', { ...payment, amount: '100' })).toEqual({
    ...{ needs: [], mayApprove: [] },
  });
  expect(await maker.get('approvals.needs', { ...payment, amount: '100.01' })).toMatchObject({
    ...{ needs: [{ role: 'checker', count: 1, has: 0 }], mayApprove: ['Ada', 'Cy'] },
  });
  expect(await maker.get('approvals.needs', { ...payment, amount: '1,2,3' })).toMatchObject({
    needs: [],
  });
  const requested = await maker.get('approvals.request', {
    ...{ ...payment, amount: '500', reference: newReference(), narration: '', more: {} },
    words: 'October glass',
  });
  expect(requested).toMatchObject({ part: 'others', isOwn: true, mayApprove: ['Ada', 'Cy'] });
  expect(bank.orders).toEqual([]);
  const checker = await window(cy);
  expect(await checker.get('approvals.counts', {})).toEqual({ isUsed: true, waiting: 1 });
}, 400_000);

test('a refusal needs words and a yes outside the window, and ends the request; the maker takes back what is left', async () => {
  const { ben, cy, request, window } = await approvalScene();
  const [refused, withdrawn] = [await request('600.00'), await request('700.00')];
  const checker = await window(cy);
  const empty = await checker.refused('approvals.refuse', { request: refused, words: ' ' });
  expect(empty.code).toBe('input.invalid');
  checker.saysYes = false;
  const words = 'not our order';
  const no = await checker.refused('approvals.refuse', { request: refused, words });
  expect(no.code).toBe('declined');
  checker.saysYes = true;
  expect(await checker.get('approvals.refuse', { request: refused, words })).toMatchObject({
    ...{ part: 'ended', ended: { is: 'refused', by: { person: 'Cy' }, words } },
  });
  const { requests } = await checker.get('approvals.view', { isFresh: false });
  const reference = requests.find((row) => row.request === refused)?.reference ?? '';
  expect(await checker.get('approvals.steps', { reference })).toMatchObject({
    steps: [
      { did: 'requested', person: 'Ben' },
      { did: 'refused', person: 'Cy', words },
    ],
  });
  // Who did not make a request does not take it back.
  expect((await checker.refused('approvals.withdraw', { request: withdrawn })).code).toBe(
    'team.refused',
  );
  const maker = await window(ben);
  const own = await maker.get('approvals.review', { request: withdrawn });
  const seen = { request: withdrawn, review: own.review, opened: openedAll(own) };
  // The founder and the maker are administrators with every role, and the maker still does not count.
  expect((await maker.refused('approvals.approve', seen)).code).toBe('team.refused');
  expect(await maker.get('approvals.withdraw', { request: withdrawn })).toMatchObject({
    ...{ part: 'ended', ended: { is: 'withdrawn' } },
  });
}, 400_000);

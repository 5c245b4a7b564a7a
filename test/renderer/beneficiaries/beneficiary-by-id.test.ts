import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import BeneficiariesView from '../../../renderer/features/beneficiaries/BeneficiariesView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  sees,
  wideWindow,
} from '../support/view.ts';
import { beneficiaryAnswers, detailOf, submissionView } from './beneficiary-records.ts';

/** A desk at a bank of the six specified operations, of which nothing is stored yet. */
function open(answers: Answers = {}, entityId?: string) {
  const shared = openDesk({
    ...beneficiaryAnswers(),
    'beneficiaries.list': () => ok({ rows: [], total: 0, asOf: null }),
    'beneficiaries.get': () => fail('offline.not-cached', 'c-1'),
    'desk.state': () =>
      ok({
        ...sandboxDesk,
        closedOperations: ['getAllBeneficiaries', 'getBeneficiary', 'createBeneficiary'],
      }),
    ...answers,
  });
  void render(WithShared, { shared, view: BeneficiariesView, params: { entityId } });
}

const sent = () => requested('beneficiaries.update');

async function name(entityId: string): Promise<void> {
  await button('Find by ID').click();
  await expect.element(field('Payee ID')).toHaveFocus();
  await userEvent.keyboard(`${entityId}{Enter}`);
  await sees('The bank has returned no details yet.');
}

beforeEach(wideWindow);

test('where the bank has no list the page says so, and one way leads on', async () => {
  open();
  await sees(/names no list of payees/, '0 stored from the bank’s answers');
  expect(document.querySelectorAll('.page button.main')).toHaveLength(1);
  await expect.element(button('Find by ID')).toHaveClass('main');
});

test('one that the bank never returned is changed by its id: only what is filled in is sent', async () => {
  open();
  await name(' ben-77 ');
  await lacks(/not in the local copy/);
  await button('Change').click();
  await sees(/those left empty are not/, /is up to the bank/);
  await lacks('At the bank now');
  await sees('Nothing is entered yet.');
  await field('City').first().fill('Exeter');
  await field('BIC').last().fill('CITIUS33');
  await button('Review 2 fields').click();
  await expect
    .element(page.getByRole('complementary'))
    .toMatchTextContent(/These fields are sent and no other/);
  await sees(page.getByRole('row', { name: 'City Exeter' }));
  await lacks(page.getByRole('columnheader', { name: 'From' }));
  bridge.answer('beneficiaries.byId', ({ entityId }) =>
    ok({ entityId, isCached: true, openSubmission: null }),
  );
  bridge.answer('beneficiaries.get', () => {
    const known = detailOf('B-1');
    return known
      ? ok({ ...known, beneficiary: { ...known.beneficiary, entityId: 'ben-77' } })
      : fail('internal', 'c-1');
  });
  await button('Send change').click();
  await sees(page.getByRole('heading', { name: 'Kestrel Logistics Ltd' }));
  expect(sent()).toMatchObject([
    { entityId: 'ben-77', change: { city: 'Exeter', intermediaryBank: { bic: 'CITIUS33' } } },
  ]);
  expect(Object.keys(sent()[0]?.change ?? {})).toEqual(['city', 'intermediaryBank']);
});

test('what has no answer is shown under its id, and is not sent twice', async () => {
  const view = submissionView('unknown', appError('outcome.unknown', 'c-78'));
  open({ 'beneficiaries.update': () => ok(view) });
  await name('ben-77');
  await userEvent.keyboard('e');
  await field('City').first().fill('Exeter');
  await button('Review 1 field').click();
  bridge.answer('beneficiaries.byId', ({ entityId }) =>
    ok({ entityId, isCached: false, openSubmission: view }),
  );
  await button('Send change').click();
  await sees(page.getByRole('heading', { name: 'It may have gone through' }));
  await button('Close').click();
  await expect.element(button('Change')).toBeDisabled();
  await sees(/has no list to find it in/);
  await lacks(/looks it up by itself/);
  expect(sent()).toHaveLength(1);
});

test('an exception leads to one of which nothing is stored', async () => {
  const view = submissionView('unknown', appError('outcome.unknown', 'c-78'));
  open(
    {
      'beneficiaries.byId': ({ entityId }) =>
        ok({ entityId, isCached: false, openSubmission: view }),
    },
    'ben-77',
  );
  await sees(
    page.getByRole('heading', { name: 'ben-77' }),
    'The bank has returned no details yet.',
  );
  await lacks(/not in the local copy/);
});

test('what is stored stands in the list with the time at which the bank reported it', async () => {
  const known = detailOf('B-1')?.beneficiary;
  if (!known) throw new Error('B-1 is known');
  open({
    'beneficiaries.list': () =>
      ok({ rows: [{ ...known, asOf: '2026-11-20T09:41:07.000Z' }], total: 1, asOf: null }),
  });
  await sees(
    '1 stored from the bank’s answers',
    page.getByRole('columnheader', { name: 'Reported' }),
  );
  await sees(page.getByTitle(/2026-11-20 09:41:07|20 Nov 2026/));
});

test('an id that was begun is left by Escape, and the list has the keyboard', async () => {
  open();
  await button('Find by ID').click();
  await userEvent.keyboard('ben-1{Escape}');
  await lacks(field('Payee ID'));
  expect(requested('beneficiaries.byId')).toEqual([]);
});

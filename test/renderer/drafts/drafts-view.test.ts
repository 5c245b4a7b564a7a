import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import { AddressDraft } from '../../../renderer/features/webhooks/webhooks.svelte.ts';
import { BeneficiaryDraft } from '../../../renderer/features/beneficiaries/new/beneficiary-draft.svelte.ts';
import { BeneficiaryEdit } from '../../../renderer/features/beneficiaries/edit/beneficiary-edit.svelte.ts';
import { Deal } from '../../../renderer/features/conversions/deal.svelte.ts';
import DraftsView from '../../../renderer/features/drafts/DraftsView.svelte';
import { draftLine, type DraftLine } from '../../../renderer/features/drafts/draft-lines.ts';
import { announceRemaining } from '../../../renderer/features/drafts/remaining-time.ts';
import { WrittenRules } from '../../../renderer/features/approvals/rules/written-rules.svelte.ts';
import { NewAccount } from '../../../renderer/features/accounts/new-account.svelte.ts';
import { NewReceivable } from '../../../renderer/features/receivables/new-receivable.svelte.ts';
import { NewRemittance } from '../../../renderer/features/remittances/new-remittance.svelte.ts';
import { PaymentDraft } from '../../../renderer/features/payments/payment-draft.svelte.ts';
import { Accounts } from '../../../renderer/state/accounts.svelte.ts';
import { DraftPlace, type Begun } from '../../../renderer/state/forms/drafts.svelte.ts';
import { Live } from '../../../renderer/state/live.svelte.ts';
import { Router } from '../../../renderer/state/router.svelte.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { workingDesk } from '../support/desk-records.ts';
import { draftStore } from '../support/draft-store.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { button, lacks, openDesk, press, sees, wideWindow } from '../support/view.ts';

let store: ReturnType<typeof draftStore>;

beforeEach(async () => {
  await wideWindow();
  store = draftStore();
});

const payment = (name: string, amount: string, accountNumber = '30026712'): string =>
  JSON.stringify({
    beneficiary: { entityId: 'B-2', name, currencyIso3Code: 'USD' },
    ...{
      amount,
      accountNumber,
      narration: 'INV-77',
      more: {},
      reference: `R-${name}`,
      unsent: null,
    },
  });

async function open(answers: Answers = {}) {
  const shared = openDesk({ ...workingDesk(), ...store.answers, ...answers });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  await expect.poll(() => shared.session.state?.bank?.profileId).toBe('sandbox');
  await shared.drafts.belongTo('sandbox');
  shared.router.go('drafts');
  await render(WithShared, { shared, view: DraftsView });
  return shared;
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const rowCount = (count: number) =>
  expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));

describe('the list of drafts', () => {
  test('has every kind with whom it is for, its amount and its account, and no other bank’s', async () => {
    store.texts.set('begun sandbox payment new', payment('Sable Trading', '6030.81'));
    store.texts.set('begun sandbox payment to B-3', payment('Tern Software', '12.50'));
    store.texts.set('begun sandbox note 30026712 E-9', '"ask the bank"');
    store.texts.set('begun uat payment new', payment('Elsewhere', '1.00'));
    store.texts.set('bank-file:uat', '{ "name": "elsewhere" }');
    store.texts.set('saved-searches', '["tern"]');
    store.texts.set(
      'sub-client:new',
      '{"entered":{"name":"Osprey Rail"},"changed":{},"added":[],"sent":null}',
    );
    await open();
    await rowCount(4);
    await expect
      .element(row(/Sable Trading/))
      .toMatchTextContent(/Payment.*6,030\.81.*USD.*··6712/s);
    await sees(row(/Tern Software/), row(/Note/), row(/Osprey Rail/));
    await lacks(/Elsewhere/);
  });

  test('goes on with the one that Enter opens', async () => {
    store.texts.set('begun sandbox payment to B-3', payment('Tern Software', '12.50'));
    const { router } = await open();
    await rowCount(1);
    await sees(button('Resume'));
    await press('{Enter}');
    expect(router.place).toMatchObject({ view: 'payments', params: { draft: 'to B-3' } });
  });

  test('discards one, and Undo puts it back as it was', async () => {
    store.texts.set('begun sandbox payment new', payment('Sable Trading', '6030.81'));
    store.texts.set(
      'sub-client:new',
      '{"entered":{"name":"Osprey Rail"},"changed":{},"added":[],"sent":null}',
    );
    const before = [...store.texts].toSorted();
    const { notices } = await open();
    await rowCount(2);
    await press('d');
    await rowCount(1);
    await press('d');
    await sees('No drafts');
    expect([...store.texts]).toEqual([]);
    expect(notices.last?.text).toMatch(/^Discarded: sub-client of Osprey Rail\.$/);
    for (const notice of notices.list) notices.follow(notice);
    await rowCount(2);
    expect([...store.texts].toSorted()).toEqual(before);
  });

  test('puts nothing over what was begun meanwhile: it is set aside, and can still be read', async () => {
    store.texts.set(
      'begun sandbox receivable new',
      '{"draft":{"payerName":"Kestrel"},"reference":"R-1"}',
    );
    const { drafts, notices } = await open();
    const knowing = { currencyOf: () => 'USD', required: () => [] };
    const receivables = new DraftPlace(drafts, 'receivable', {
      isDraft: (draft) => draft instanceof NewReceivable,
      again: (written) => new NewReceivable({}, knowing).takeUp(written),
    });
    await rowCount(1);
    await press('d');
    await sees('No drafts');
    receivables.begin(() => new NewReceivable({}, knowing));
    receivables.current!.form.draft.payerName = 'Osprey';
    await drafts.writeNow();
    notices.follow(notices.last!);
    await rowCount(2);
    expect(notices.last?.text).toContain('a newer draft exists');
    expect(receivables.current?.form.draft).toMatchObject({ payerName: 'Osprey' });
    expect([...store.texts.values()].join()).toContain('Kestrel');
    await expect.element(row(/Kestrel/)).toMatchTextContent(/not readable/);
  });

  test('shows what cannot be read whole, to be copied, and never as a form', async () => {
    store.texts.set('begun sandbox payment new', '{"beneficiary":"older","amount":"6,030.81"}');
    await open();
    await expect.element(row(/Payment/)).toMatchTextContent(/not readable/);
    await sees('{"beneficiary":"older","amount":"6,030.81"}', button(/^Copy/));
    await lacks(button('Resume'));
  });

  test('says that the account of one is gone', async () => {
    store.texts.set('begun sandbox payment new', payment('Sable Trading', '12.50', '99999999'));
    await open();
    await sees(/The account 99999999 is not there any more/);
  });

  test('without any says what will be here; a failure is shown, with a way to try again', async () => {
    await open({ 'drafts.list': () => fail('store.full', 'c-1') });
    await sees(button('Try again'));
  });

  test('says that one that is being sent is not discarded', async () => {
    store.texts.set('begun sandbox payment new', payment('Sable Trading', '12.50'));
    const { notices, outcomes } = await open();
    await rowCount(1);
    const answered = Promise.withResolvers<null>();
    const sending = outcomes.during('R-Sable Trading', async () => {
      await answered.promise;
    });
    await press('d');
    await expect
      .poll(() => notices.last?.text)
      .toMatch(/^It is being sent: payment of Sable Trading/);
    expect(store.texts.size).toBe(1);
    answered.resolve(null);
    await sending;
  });

  test('what was left is announced at the start, with a link to it; nothing is announced where nothing was left', async () => {
    const { notices, router, ...rest } = await open({ 'drafts.list': () => ok({ rows: [] }) });
    await announceRemaining({ notices, router, ...rest });
    expect(notices.last).toBeNull();
    store.texts.set('begun sandbox payment new', payment('Sable Trading', '12.50'));
    const shared = await open();
    await announceRemaining(shared);
    expect(shared.notices.last?.text).toBe('1 draft was left from before: nothing of it was sent.');
  });
});

describe('a draft of a form', () => {
  const accounts = new Accounts(new Live());
  const knowing = { currencyOf: () => 'USD', required: () => [] };
  const known = {
    keyStart: 'begun sandbox ',
    profileId: 'sandbox',
    accountOf: () => ({ accountName: 'Operating USD', currency: 'USD' }),
    areAccountsKnown: true,
  };

  function typed<F extends Begun & { readonly form: { readonly draft: object } }>(
    order: F,
    fields: object,
  ): F {
    Object.assign(order.form.draft, fields);
    return order;
  }

  function deal(): Deal {
    const begun = new Deal(accounts);
    begun.choose('sell', '30026712');
    begun.type('sell', '1000');
    return begun;
  }

  function writtenRules(): WrittenRules {
    const base = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };
    const begun = new WrittenRules(base, 3);
    const rule = { when: { newPayee: true }, need: { role: 'lead', count: 1 } } as const;
    begun.rules = { ...base, rules: [rule] };
    return begun;
  }

  function newBeneficiary(): BeneficiaryDraft {
    const begun = new BeneficiaryDraft();
    begun.type('name', 'Sable Trading');
    return begun;
  }

  function edit(): BeneficiaryEdit {
    const begun = new BeneficiaryEdit('B-2', null);
    begun.type('intermediaryBank.bic', 'BARCGB22');
    return begun;
  }

  function address(): AddressDraft {
    const begun = new AddressDraft('live');
    begun.callbackUrl = 'https://desk.example/hook';
    return begun;
  }

  const payee = { entityId: 'B-2', name: 'Sable Trading', currencyIso3Code: 'USD' };
  const paying = { accounts, lastUsed: () => null, required: () => [] };
  const amount = { amount: '12.50', accountNumber: '30026712' };
  const forms: readonly (readonly [
    key: string,
    begun: () => Begun,
    line: Partial<DraftLine>,
    view: string,
  ])[] = [
    [
      'payment new',
      () => new PaymentDraft(paying, { beneficiary: payee as never, ...amount }),
      { about: 'Sable Trading', amount: { amount: '12.50', currency: 'USD' } },
      'payments',
    ],
    [
      'remittance new',
      () => typed(new NewRemittance({}, knowing), { recipientName: 'Amina', ...amount }),
      { about: 'Amina', amount: { amount: '12.50', currency: 'USD' } },
      'remittances',
    ],
    [
      'receivable new',
      () => typed(new NewReceivable({}, knowing), { payerName: 'Kestrel', ...amount }),
      { about: 'Kestrel', amount: { amount: '12.50', currency: 'USD' } },
      'receivables',
    ],
    ['conversion new', deal, { amount: { amount: '1000.00', currency: 'USD' } }, 'conversions'],
    [
      'account new',
      () => typed(new NewAccount(), { accountName: 'Fees' }),
      { about: 'Fees' },
      'accounts',
    ],
    [
      'approval-rules new',
      writtenRules,
      {
        about: 'Changes of the rules with number 3',
        typed: [{ label: 'Rule 1', value: 'A payment to a new payee needs 1 lead.' }],
      },
      'approval-rules',
    ],
    ['new-beneficiary new', newBeneficiary, { about: 'Sable Trading' }, 'beneficiaries'],
    [
      'beneficiary B-2',
      edit,
      { typed: [{ label: 'Intermediary bank BIC', value: 'BARCGB22' }] },
      'beneficiaries',
    ],
    ['webhook address', address, { about: 'https://desk.example/hook' }, 'webhooks'],
  ];

  test.each(forms)('of %s is read as its form writes it', async (place, begun, line, view) => {
    const text = JSON.stringify(begun().written);
    const read = await draftLine({ key: `begun sandbox ${place}`, text, savedAt: '' }, known);
    expect(read).toMatchObject(line);
    const router = new Router();
    read?.goOn?.(router);
    expect(router.view).toBe(view);
  });

  test.each([
    [
      'close 2026-11-20 unread',
      { view: 'close', params: { period: '2026-11-20', dialog: 'close' } },
    ],
    ['close reopen 2026-11', { view: 'close', params: { period: '2026-11', dialog: 'reopen' } }],
    [
      'note 30026712 E-9',
      { view: 'statements', params: { accountNumber: '30026712', entryId: 'E-9' } },
    ],
    ['note submission S-1', { view: 'exceptions', params: { exceptionId: 'unknown:S-1' } }],
    ['bank-file new', { view: 'settings', params: { section: 'banks' } }],
  ])('a text of %s leads to its place', async (place, expected) => {
    const draft = { key: `begun sandbox ${place}`, text: '"ask the bank"', savedAt: '' };
    const router = new Router();
    (await draftLine(draft, known))?.goOn?.(router);
    expect(router.place).toMatchObject(expected);
    expect(await draftLine({ ...draft, text: '""' }, known)).toBeNull();
  });
});

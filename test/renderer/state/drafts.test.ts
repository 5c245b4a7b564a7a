import { beforeEach, describe, expect, test } from 'vitest';

import { AddressDraft } from '../../../renderer/features/webhooks/webhooks.svelte.ts';
import { BeneficiaryDraft } from '../../../renderer/features/beneficiaries/new/beneficiary-draft.svelte.ts';
import { BeneficiaryEdit } from '../../../renderer/features/beneficiaries/edit/beneficiary-edit.svelte.ts';
import { Deal } from '../../../renderer/features/conversions/deal.svelte.ts';
import { NewAccount } from '../../../renderer/features/accounts/new-account.svelte.ts';
import { NewReceivable } from '../../../renderer/features/receivables/new-receivable.svelte.ts';
import { NewRemittance } from '../../../renderer/features/remittances/new-remittance.svelte.ts';
import { fakePosition } from '../support/desk-records.ts';
import { BegunPayment } from '../../../shared/ipc/desk/drafts.ts';
import { PaymentDraft } from '../../../renderer/features/payments/payment-draft.svelte.ts';
import { Accounts } from '../../../renderer/state/accounts.svelte.ts';
import { DraftPlace, Drafts, type Begun } from '../../../renderer/state/forms/drafts.svelte.ts';
import { Live } from '../../../renderer/state/live.svelte.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { draftStore } from '../support/draft-store.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';

let store: ReturnType<typeof draftStore>;
let bridge: FakeBridge;

beforeEach(() => {
  store = draftStore();
  bridge = installBridge(store.answers);
});

/** A window that is opened on what was written down before. */
async function newWindow(profileId = 'sandbox') {
  const drafts = new Drafts();
  await drafts.belongTo(profileId);
  const accounts = new DraftPlace(drafts, 'account', {
    isDraft: (stored) => stored instanceof NewAccount,
    again: (written) => new NewAccount().takeUp(written),
  });
  return { drafts, accounts };
}

/** Types the name of an account into the one draft of a window. */
async function begin({ drafts, accounts }: Awaited<ReturnType<typeof newWindow>>, name: string) {
  accounts.begin(() => new NewAccount());
  accounts.current!.form.draft.accountName = name;
  await expect.poll(() => [...store.texts.values()].join('')).toContain(name);
  return drafts;
}

describe('what was typed', () => {
  test('outlives a lock, but not another bank', async () => {
    const { drafts } = await newWindow();
    drafts.keep('note', 'A-1', 'ask the bank');
    await drafts.belongTo('sandbox');
    expect(drafts.get('note', 'A-1')).toBe('ask the bank');
    expect(drafts.get('beneficiary', 'A-1')).toBeUndefined();
    await drafts.belongTo('5f3a09c1d2e4');
    expect(drafts.get('note', 'A-1')).toBeUndefined();
  });

  test('is there again in another window, under the same reference, whoever asks first', async () => {
    await begin(await newWindow(), 'Fees');
    const { accounts } = await newWindow();
    expect(accounts.isBegun).toBe(true);
    expect(accounts.current?.form.draft).toMatchObject({ accountName: 'Fees' });
    const text = [...store.texts.values()][0] ?? '';
    expect(JSON.parse(text)).toMatchObject({ reference: accounts.current?.reference });
    // It is gone on with: what is typed next is written down too.
    accounts.current!.form.draft.accountName = 'Fees and taxes';
    await expect.poll(() => [...store.texts.values()].join('')).toContain('Fees and taxes');
  });

  test('is shown to no other bank', async () => {
    await begin(await newWindow(), 'Fees');
    const { accounts } = await newWindow('5f3a09c1d2e4');
    expect(accounts.current).toBeNull();
  });

  test('is forgotten once it was sent or discarded, and never written while nothing is in it', async () => {
    const window = await newWindow();
    window.accounts.begin(() => new NewAccount());
    await window.drafts.writeNow();
    expect(store.texts.size).toBe(0);
    await begin(window, 'Fees');
    window.accounts.drop();
    await expect.poll(() => store.texts.size).toBe(0);
    expect((await newWindow()).accounts.current).toBeNull();
  });

  test('a note is there again, and what is no note of ours is left', async () => {
    const { drafts } = await newWindow();
    drafts.keep('note', '30026712 E-9', 'ask the bank');
    await drafts.writeNow();
    store.texts.set('begun sandbox account new', 'no JSON');
    const again = await newWindow();
    expect(again.drafts.get('note', '30026712 E-9')).toBe('ask the bank');
    expect(again.accounts.current).toBeNull();
  });

  test('of a close, a reason is there again in another window', async () => {
    const { drafts } = await newWindow();
    drafts.keep('close', '2026-11-20 unread', 'asked the bank');
    await drafts.writeNow();
    const again = await newWindow();
    expect(again.drafts.get('close', '2026-11-20 unread')).toBe('asked the bank');
  });

  test.each(['no JSON', '{"draft":{"accountName":7},"reference":"R-1"}', '{"older":"Fees"}'])(
    'that cannot be read, such as %s, stays, and is set aside where another is begun',
    async (text) => {
      store.texts.set('begun sandbox account new', text);
      const window = await newWindow();
      expect(window.accounts.current).toBeNull();
      await window.drafts.writeNow();
      expect([...store.texts]).toEqual([['begun sandbox account new', text]]);
      await begin(window, 'Taxes');
      const aside = [...store.texts].find(([, stored]) => stored === text);
      expect(aside?.[0]).toMatch(/^begun sandbox aside account new /);
      // It is no form of another start either, and what was begun since is.
      const { accounts, drafts } = await newWindow();
      await drafts.writeNow();
      expect(accounts.current?.form.draft).toMatchObject({ accountName: 'Taxes' });
      expect([...store.texts.values()]).toContain(text);
    },
  );

  test('that is dropped while it is being written down is forgotten', async () => {
    const answered = Promise.withResolvers<null>();
    const { drafts } = await newWindow();
    bridge.answer('drafts.keep', async (input) => {
      const answer = store.answers['drafts.keep'](input);
      await answered.promise;
      return answer;
    });
    drafts.keep('note', 'A-1', 'ask the bank');
    const writing = drafts.writeNow();
    drafts.drop('note', 'A-1');
    answered.resolve(null);
    await writing;
    await drafts.writeNow();
    expect([...store.texts.values()]).toEqual([]);
  });

  test('that is typed again while it is being forgotten is written down', async () => {
    const answered = Promise.withResolvers<null>();
    const { drafts } = await newWindow();
    drafts.keep('note', 'A-1', 'ask the bank');
    await drafts.writeNow();
    bridge.answer('drafts.forget', async (input) => {
      const answer = store.answers['drafts.forget'](input);
      await answered.promise;
      return answer;
    });
    drafts.drop('note', 'A-1');
    drafts.keep('note', 'A-1', 'ask the bank');
    const writing = drafts.writeNow();
    answered.resolve(null);
    await writing;
    expect([...store.texts.values()]).toEqual(['"ask the bank"']);
  });

  test('whose writing failed does not come back over what was typed since', async () => {
    const failed = Promise.withResolvers<null>();
    const { drafts } = await newWindow();
    bridge.answer('drafts.keep', async () => {
      await failed.promise;
      return fail('store.full', 'c-1');
    });
    drafts.keep('note', 'A-1', 'ask');
    const writing = drafts.writeNow();
    bridge.answer('drafts.keep', store.answers['drafts.keep']);
    drafts.keep('note', 'A-1', 'ask the bank');
    await drafts.writeNow();
    failed.resolve(null);
    await writing;
    await drafts.writeNow();
    expect([...store.texts.values()]).toEqual(['"ask the bank"']);
  });

  test('that cannot be written down is reported once, and written with the next key', async () => {
    const codes: string[] = [];
    bridge.answer('drafts.keep', () => fail('store.full', 'c-1'));
    const drafts = new Drafts(({ code }) => codes.push(code));
    await drafts.belongTo('sandbox');
    for (const text of ['a', 'ab', 'abc']) {
      drafts.keep('note', 'A-1', text);
      await drafts.writeNow();
    }
    expect(codes).toEqual(['store.full']);
    bridge.answer('drafts.keep', store.answers['drafts.keep']);
    await drafts.writeNow();
    expect([...store.texts.values()]).toEqual(['"abc"']);
  });
});

describe('a form that is made anew from what was written down of it', () => {
  const accounts = new Accounts(new Live());
  const knowing = { currencyOf: () => 'USD', required: () => [] };
  const paying = { accounts, lastUsed: () => null, required: () => [] };
  const beneficiary = { entityId: 'B-2', name: 'Sable Trading', currencyIso3Code: 'USD' };

  function typed<F extends Begun & { readonly form: { readonly draft: object } }>(
    order: F,
    fields: object,
  ): F {
    Object.assign(order.form.draft, fields);
    return order;
  }

  /** As the journal gives it back. */
  const stored = ({ written }: Begun): unknown => JSON.parse(JSON.stringify(written));

  const forms: readonly (readonly [
    name: string,
    begun: () => Begun,
    again: (written: unknown) => Begun | null,
  ])[] = [
    [
      'a payment',
      () =>
        new PaymentDraft(paying, {
          beneficiary: beneficiary as never,
          amount: '6,030.81',
          accountNumber: '30026712',
          narration: 'INV-77',
          more: { purpose: 'SALA' },
        }),
      (written) => PaymentDraft.again(paying, written),
    ],
    [
      'a remittance',
      () => typed(new NewRemittance({}, knowing), { recipientName: 'Amina', amount: '12.50' }),
      (written) => new NewRemittance({}, knowing).takeUp(written),
    ],
    [
      'a receivable',
      () => typed(new NewReceivable({}, knowing), { payerName: 'Kestrel', reference: 'INV-7' }),
      (written) => new NewReceivable({}, knowing).takeUp(written),
    ],
    [
      'a conversion',
      () => {
        const deal = new Deal(accounts);
        deal.choose('sell', '30026712');
        deal.type('buy', '1000');
        return deal;
      },
      (written) => new Deal(accounts).takeUp(written),
    ],
    [
      'a new beneficiary',
      () => {
        const draft = new BeneficiaryDraft();
        draft.type('name', 'Sable Trading');
        return draft;
      },
      (written) => new BeneficiaryDraft().takeUp(written),
    ],
    [
      'a change of a beneficiary',
      () => {
        const edit = new BeneficiaryEdit('B-2', null);
        edit.type('intermediaryBank.bic', 'BARCGB22');
        return edit;
      },
      (written) => BeneficiaryEdit.again(written),
    ],
    [
      'an address of webhooks',
      () => {
        const draft = new AddressDraft('live');
        draft.callbackUrl = 'https://desk.example/hook';
        return draft;
      },
      (written) => AddressDraft.again(written),
    ],
  ];

  test.each(forms)('%s holds all that was entered', (_name, begun, again) => {
    const first = begun();
    expect(first.isDraft).toBe(true);
    const second = again(stored(first));
    expect(second?.isDraft).toBe(true);
    expect(second?.written).toEqual(stored(first));
    expect(stored(second!)).toEqual(stored(first));
  });

  test('a payment is written down as the outlook reads it, with the account that the form takes', async () => {
    bridge.answer('accounts.position', () => ok(fakePosition()));
    const known = new Accounts(new Live());
    await known.position.refresh();
    const draft = new PaymentDraft({ ...paying, accounts: known }, { amount: '7' });
    const first = known.list[0]?.accountNumber;
    expect(BegunPayment.parse(stored(draft))).toEqual({
      ...{ beneficiary: null, amount: '7', accountNumber: '' },
      payingFrom: first,
    });
    draft.entry.chooseAccount('30026712');
    expect(BegunPayment.parse(stored(draft))).toMatchObject({ payingFrom: '30026712' });
  });

  test.each(forms)('%s of another shape is none', (_name, _begun, again) => {
    for (const written of [null, 7, [], {}, { draft: 'x' }])
      expect(again(written)?.isDraft ?? false).toBe(false);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import { appError } from '../../../shared/errors.ts';
import type { SubClientDetail } from '../../../shared/ipc/changes/sub-clients.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { fakeOnboarding, type FakeOnboarding } from './onboarding-desk.ts';
import { requested, bridge, button, lacks, openDesk, press, sees } from '../support/view.ts';

let desk: FakeOnboarding;
let shared: Shared;

type Params = {
  entityId?: string;
  place?: 'details' | 'shareholders' | 'documents' | 'submit';
};

function open(params: Params, state: Partial<DeskState> = {}) {
  shared = openDesk({
    'desk.state': () => ok({ ...sandboxDesk, ...state }),
    ...desk.answers,
  });
  shared.router.go('sub-clients', params);
  shared.live.start();
  shared.session.start();
  return render(WithShared, { shared, view: SubClientsView, params });
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const country = (name: string) => page.getByRole('combobox', { name, exact: true });
const step = (name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(name) });
const sent = () =>
  bridge.requested
    .filter(({ route }) => /^(subClients\.(create|update|submit)|shareholders)/.test(route))
    .map(({ route }) => route);

beforeEach(async () => {
  await page.viewport(1440, 900);
  desk = fakeOnboarding();
});

describe('a new sub-client', () => {
  test('is created on leaving its first step, and later steps send only what changed', async () => {
    await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    await press('Osprey Rail');
    await country('Country of registration').fill('germ');
    await press('{Enter}');
    await expect.element(country('Country of registration')).toHaveValue('Germany · DEU');
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Address and contact' }));
    expect(requested('subClients.create')).toEqual([
      {
        reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        details: { name: 'Osprey Rail', countryOfRegistration: 'DEU' },
      },
    ]);
    await expect.element(step('Business')).toMatchTextContent(/saved at/);

    await box('City').fill('Bremen');
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Shareholders' }));
    expect(requested('subClients.update')).toEqual([
      {
        reference: expect.any(String) as string,
        entityId: 'SC-77',
        change: { city: 'Bremen' },
      },
    ]);
    await expect.element(step('Address')).toMatchTextContent(/saved at/);
    expect([...desk.drafts.keys()]).toEqual([]);
  });

  test('is not sent without a name, and the field says so', async () => {
    await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    await press('{Enter}');
    await sees('is missing');
    await expect.element(box('Name *')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('what was typed is stored on this machine and is there again when the window starts anew', async () => {
    const first = await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    await press('Osprey Rail');
    await expect.poll(() => desk.drafts.get('sub-client:new')).toContain('Osprey Rail');
    await first.unmount();

    await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveValue('Osprey Rail');
    await expect.element(step('Business')).toMatchTextContent(/not sent/);
    expect(sent()).toEqual([]);
  });

  test('offline, typing goes on over all steps and nothing is sent', async () => {
    await open({ place: 'details' }, { online: false });
    await expect.element(box('Name *')).toHaveFocus();
    await press('Osprey Rail{Enter}');
    await box('City').fill('Bremen');
    await sees(/Your entries are stored on this machine, not sent/);
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Shareholders' }));
    await expect.poll(() => desk.drafts.get('sub-client:new')).toContain('Bremen');
    expect(sent()).toEqual([]);
  });

  test('what the bank refuses is shown in its own words, and the step stays with what was typed', async () => {
    await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    desk.next(
      'refused',
      appError('bank.refused', 'c-4', {
        bank: { status: 409, message: 'A sub-client of this name exists' },
      }),
    );
    await press('Osprey Rail{Enter}');
    await sees('A sub-client of this name exists');
    await expect.element(box('Name *')).toHaveValue('Osprey Rail');
    await expect.element(step('Business')).toMatchTextContent(/refused/);
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Address and contact' }));
    const references = requested('subClients.create').map((input) => (input as Referred).reference);
    expect(new Set(references).size).toBe(2);
  });

  test('without an answer nothing more is sent, and what comes to be known is taken over', async () => {
    await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    desk.next('unknown', appError('outcome.unknown', 'c-5'));
    await press('Osprey Rail{Enter}');
    await expect.element(step('Business')).toMatchTextContent(/no answer yet/);
    await sees('Possible once the sent change is settled.');
    await box('Name *').fill('Osprey Rail AG');
    await press('{Enter}');
    expect(sent()).toEqual(['subClients.create']);

    bridge.announce('submission.changed', desk.settle('accepted'));
    await step('Business').click();
    await expect.element(step('Business')).toMatchTextContent(/not sent/);
    await expect.element(box('Name *')).toHaveValue('Osprey Rail AG');
    await userEvent.click(box('Name *'));
    await press('{Enter}');
    await expect.poll(() => sent()).toEqual(['subClients.create', 'subClients.update']);
    expect(requested('subClients.update')).toMatchObject([
      { entityId: 'SC-77', change: { name: 'Osprey Rail AG' } },
    ]);
  });

  test('a creation that ended with the window is looked for by its reference, not sent again', async () => {
    const first = await open({ place: 'details' });
    await expect.element(box('Name *')).toHaveFocus();
    desk.next('unknown', appError('outcome.unknown', 'c-5'));
    await press('Osprey Rail{Enter}');
    await expect.element(step('Business')).toMatchTextContent(/no answer yet/);
    await first.unmount();
    desk.settle('accepted');

    await open({ place: 'details' });
    await sees(page.getByRole('heading', { name: 'Osprey Rail' }));
    await expect.element(step('Business')).toMatchTextContent(/saved at/);
    expect(sent()).toEqual([]);
    expect([...desk.drafts.keys()]).toEqual([]);
  });

  test('a bank that is closed for it is named in one sentence, and what is typed is stored', async () => {
    await open({ place: 'details' }, { closedOperations: ['createSubclient'] });
    await sees(/path for Create Subclient is not known yet: nothing is sent/);
    await box('Name *').fill('Osprey Rail');
    await press('{Enter}');
    await expect.poll(() => desk.drafts.get('sub-client:new')).toContain('Osprey Rail');
    expect(sent()).toEqual([]);
    await button('Open its place in the bank file').click();
    expect(shared.router.place).toMatchObject({
      view: 'settings',
      params: { section: 'bank-file', operation: 'createSubclient' },
    });
  });
});

type Referred = { readonly reference: string };

describe('the owners', () => {
  const share = (name: string) => box(`Share of ${name} in per cent`);

  test('add to 100 % exactly, and the one whose share falls is sent first', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await expect.element(share('Adaeze Obi')).toHaveValue('35.5');
    await sees(page.getByRole('status').getByText('40 % remaining'));
    await button('Add an owner').click();
    await expect.element(box('Name of the owner').last()).toHaveFocus();
    await press('Osprey Holding');
    await share('Osprey Holding').fill('64.5');
    await sees(page.getByText('24.5 % too much', { exact: true }));
    await press('{Enter}');
    await sees(/Nothing is sent until they add to 100 %/);
    expect(sent()).toEqual([]);

    await share('Kestrel Family Trust').fill('0');
    await sees(page.getByText('adds to 100 %', { exact: true }));
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Documents', exact: true }));
    expect(requested('shareholders.update')).toMatchObject([
      { subClientId: 'SC-1', shareholderId: 'H-2', change: { ownershipPercentage: '0' } },
    ]);
    expect(requested('shareholders.create')).toMatchObject([
      {
        subClientId: 'SC-1',
        shareholder: {
          shareholderType: 'individual',
          name: 'Osprey Holding',
          ownershipPercentage: '64.5',
        },
      },
    ]);
    expect(sent()).toEqual(['shareholders.update', 'shareholders.create']);
    await expect.element(step('Shareholders')).toMatchTextContent(/saved at/);
  });

  test('three thirds of four decimals leave exactly what is missing', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await share('Adaeze Obi').fill('33.3333');
    await share('Kestrel Family Trust').fill('33.3333');
    await sees('33.3334 % remaining');
  });

  test('a date and a country that were set are cleared', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByLabelText('Born on').fill('');
    await country('Nationality of Adaeze Obi').fill('');
    await press('{Tab}');
    await country('Country of residence').fill('');
    await press('{Enter}');
    await expect
      .poll(() => requested('shareholders.update'))
      .toMatchObject([
        {
          shareholderId: 'H-1',
          change: { dateOfBirth: null, nationality: '', countryOfResidence: '' },
        },
      ]);
  });

  test('a share that cannot be read is not sent, and the line says why', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await share('Adaeze Obi').fill('12,5');
    await press('{Enter}');
    await sees('use a point before the decimals');
    expect(sent()).toEqual([]);
  });

  test('an owner who is at the bank cannot be removed; a new line can be discarded', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await sees(share('Adaeze Obi'));
    await lacks(button('Discard'));
    await button('Add an owner').click();
    await button('Discard').click();
    await lacks(share('new owner'));
  });
});

describe('an existing sub-client', () => {
  test('opens where something is to be done', async () => {
    await open({ entityId: 'SC-1', place: 'shareholders' });
    await sees(page.getByRole('heading', { name: 'Shareholders' }));
    expect(shared.router.place.params).toMatchObject({ entityId: 'SC-1', place: 'shareholders' });
  });

  test('a step of which the bank has nothing does not claim to be at the bank', async () => {
    const noAddress = { businessAddressLine1: '', postalCode: '', city: '', state: '' };
    const empty = { ...noAddress, businessContactEmail: '', businessContactPhone: '' };
    const answer = desk.answers['subClients.get']!;
    desk.answers['subClients.get'] = async (input) => {
      const known = await answer(input);
      const withoutAddress = ({ subClient, ...rest }: SubClientDetail): SubClientDetail => ({
        ...rest,
        subClient: { ...subClient, ...empty },
      });
      return known.ok ? ok(withoutAddress(known.value)) : known;
    };
    await open({ entityId: 'SC-1', place: 'details' });
    await expect.element(step('Business')).toMatchTextContent(/at the bank/);
    await expect.element(step('Address')).not.toMatchTextContent(/at the bank/);
  });

  test('a change typed here lies over what the bank has, under its own key', async () => {
    await open({ entityId: 'SC-1', place: 'details' });
    await box('Tax number').fill('999');
    await expect.poll(() => desk.drafts.get('sub-client:SC-1')).toContain('999');
    await box('Tax number').fill('12345678-0001');
    await userEvent.tab();
    await expect.element(step('Business')).toMatchTextContent(/at the bank/);
  });

  test('a country that the bank has cannot be cleared: the field says so, and the change is discarded', async () => {
    await open({ entityId: 'SC-1', place: 'details' });
    await country('Country of registration').fill('');
    await press('{Enter}');
    await sees(/cannot be cleared at the bank, which has NGA/);
    expect(sent()).toEqual([]);
    await button('Discard what was typed').click();
    await expect.element(country('Country of registration')).toHaveValue('Nigeria · NGA');
    await lacks(button('Discard what was typed'));
    await expect.poll(() => [...desk.drafts.keys()]).toEqual([]);
  });

  test('a country that does not exist is not accepted, and a message says so', async () => {
    await open({ entityId: 'SC-1', place: 'details' });
    await country('Country of registration').fill('Atlantis');
    await press('{Tab}');
    await sees('No match for “Atlantis”: not used.');
    await expect.element(country('Country of registration')).toHaveValue('Nigeria · NGA');
  });

  test('what was typed and removed again leaves nothing to keep', async () => {
    await open({ entityId: 'SC-1', place: 'details' });
    await box('Tax number').fill('1');
    await box('Tax number').fill('12345678-0001');
    await expect.element(step('Business')).toMatchTextContent(/at the bank/);
    await lacks(button('Discard what was typed'));
  });

  test('leaving with something unsent says that it is stored', async () => {
    await open({ entityId: 'SC-1', place: 'details' });
    await box('Tax number').fill('999');
    await press('{Escape}');
    await sees(page.getByRole('tab', { name: /List/ }));
    const notice = shared.notices.last;
    expect(notice?.text).toMatch(/^The entries for \w.* are stored on this machine, not sent\.$/);
    expect(notice?.action?.label).toBe('Open');
    void notice?.action?.run(true);
    expect(shared.router.place).toMatchObject({
      view: 'sub-clients',
      params: { entityId: 'SC-1', place: 'details' },
    });
    expect(desk.drafts.get('sub-client:SC-1')).toContain('999');
  });

  test('what was stored in a form that is no longer read stays where it lies', async () => {
    desk.drafts.set('sub-client:SC-1', '{"older":"999"}');
    await open({ entityId: 'SC-1', place: 'details' });
    await expect.element(box('Tax number')).toHaveValue('12345678-0001');
    await press('{Escape}');
    await sees(page.getByRole('tab', { name: /List/ }));
    expect(requested('drafts.forget')).toEqual([]);
    expect(desk.drafts.get('sub-client:SC-1')).toBe('{"older":"999"}');
  });

  test('is handed in once everything is there, after who and where were restated', async () => {
    await open({ entityId: 'SC-3', place: 'submit' });
    await button('Submit…').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(/SANDBOX/);
    await expect.element(dialog).toMatchTextContent(/Marula GmbH, sub-client of Acme Treasury Ltd/);
    await expect.element(dialog.getByRole('button', { name: 'Submit' })).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => requested('subClients.submit')).toMatchObject([{ entityId: 'SC-3' }]);
    await sees(page.getByRole('tab', { name: /List/ }));
  });

  test('with stages left it cannot be submitted, and the reason is shown', async () => {
    await open({ entityId: 'SC-1', place: 'submit' });
    await expect.element(button('Submit…')).toBeDisabled();
    await sees(/finish its stages: 3 left/);
  });
});

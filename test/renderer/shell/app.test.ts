import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import { appError, fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import { ok } from '../../../shared/result.ts';
import App from '../../../renderer/shell/App.svelte';
import { navigation } from '../../../renderer/shell/navigation.ts';
import { everyGroup } from '../exceptions/exception-records.ts';
import { fakePosition, restingSync, sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { fakeCount, fakeEntry, fakeSummary } from '../support/statement-records.ts';
import { booksHandlers } from '../books/books-records.ts';
import { batchAnswers } from '../payments/file/batch-records.ts';
import { fakeOnboarding } from '../sub-clients/onboarding-desk.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, press, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const requested = (): string[] => bridge.requested.map(({ route }) => route);
const requestOf = (route: string): unknown[] =>
  bridge.requested.filter((one) => one.route === route).map(({ input }) => input);
const viewButton = (label: string) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${label}( \\d|$)`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(state: Partial<DeskState> = {}): Promise<void> {
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, ...state }));
  await render(App);
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge(workingDesk());
});

test('the first start has one clear action', async () => {
  await open({ phase: 'welcome', bank: null });
  bridge.answer('desk.openSandbox', () => ok(sandboxDesk));
  await button('Open the sandbox').click();
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test.each(['Ben Osei', sandboxDesk.user?.name ?? ''])(
  'the window of a desk in a team names its person: %s',
  async (member) => {
    await open({ hasTeam: true, member });
    await expect.poll(() => document.title).toBe(`${member} · Position · SANDBOX · Nostro`);
    const [first] = document.querySelectorAll('.who span');
    expect(first?.textContent).toBe(member);
  },
);

test('a window that has seen no sync yet, as after an unlock, says when the statements were read', async () => {
  bridge.answer('sync.progress', () => ok({ ...restingSync, startedAt: null, finishedAt: null }));
  await open();
  await sees(page.getByRole('banner').getByText(/^Synced/));
});

test('the position is asked for together with where the desk stands, and once', async () => {
  const state = Promise.withResolvers<null>();
  bridge.answer('desk.state', async () => {
    await state.promise;
    return ok(sandboxDesk);
  });
  await render(App);
  expect(requested()).toContain('accounts.position');
  state.resolve(null);
  await sees(page.getByRole('heading', { name: 'Position' }), 'Treasury EUR');
  expect(requested().filter((route) => route === 'accounts.position')).toHaveLength(1);
});

test.each(['welcome', 'locked', 'blocked'] as const)(
  'what was answered while the desk was %s is not shown once it is open',
  async (phase) => {
    bridge.answer('accounts.position', () => ok(fakePosition([])));
    await open({ phase, bank: phase === 'welcome' ? null : sandboxDesk.bank });
    bridge.answer('accounts.position', () => ok(fakePosition()));
    bridge.announce('desk.changed', sandboxDesk);
    await sees('Treasury EUR');
    expect(requested().filter((route) => route === 'accounts.position')).toHaveLength(2);
  },
);

test.each(['accounts', 'statements'] as const)(
  'a position that was answered before the %s changed is asked for again',
  async (topic) => {
    const state = Promise.withResolvers<null>();
    bridge.answer('desk.state', async () => {
      await state.promise;
      return ok(sandboxDesk);
    });
    bridge.answer('accounts.position', () => ok(fakePosition([])));
    await render(App);
    bridge.answer('accounts.position', () => ok(fakePosition()));
    bridge.announce('store.changed', { topic });
    state.resolve(null);
    await sees('Treasury EUR');
  },
);

test('a mistake in the bank file names its field', async () => {
  await open({ phase: 'welcome', bank: null });
  bridge.answer('desk.connectBank', () =>
    fail('bank-file.invalid', 'c-1', { fields: { 'auth.token': 'must be a JSON Pointer' } }),
  );
  const file = new File(['{}'], 'bank.json', { type: 'application/json' });
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const place = page.getByRole('group', { name: 'Drop the bank file here' });
  await sees(place);
  place.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  await sees(/must be a JSON Pointer/);
  expect(bridge.requested.at(-1)?.input).toEqual({ bankFile: '{}' });
});

test('secrets are masked, and stored only if asked and possible', async () => {
  await open({ signedIn: false, remembered: false, keychain: 'unavailable' });
  await button('Sign in').click();
  const password = page.getByLabelText('Password');
  await expect.element(password).toHaveAttribute('type', 'password');
  await sees(/last for this session only/);
  bridge.answer('session.signIn', () => ok(sandboxDesk));
  await page.getByLabelText('Username').fill('ada');
  await password.fill('secret');
  await button('Sign in').click();
  await sees(page.getByRole('heading', { name: 'Position' }));
  const sent = bridge.requested.find(({ route }) => route === 'session.signIn');
  expect(sent?.input).toEqual({
    credentials: { username: 'ada', password: 'secret' },
    remember: false,
  });
});

test('signed out, the local copy is still read', async () => {
  await open({ signedIn: false });
  await sees(/You are reading the local copy\./, 'Treasury EUR');
});

test('offline is shown once, with what still works', async () => {
  await open({ online: false });
  await sees(/changes at the bank have to wait/, 'Treasury EUR');
});

test.each([
  ['a lost key', 'vault.key-lost'],
  ['an outdated journal', 'store.journal-outdated'],
] as const)(
  '%s offers to start fresh, after a confirmation that says nothing is deleted',
  async (_, code) => {
    await open({ phase: 'blocked', problem: appError(code, 'c-1') });
    await button('Set aside and start fresh').click();
    await sees(page.getByRole('dialog'), /none is deleted/);
    expect(requested()).not.toContain('desk.setAsideAndStartFresh');
  },
);

test('a copy whose key no keychain holds is opened by signing in', async () => {
  const problem = appError('session.required', 'c-1');
  await open({ phase: 'blocked', signedIn: false, keychain: 'unavailable', problem });
  bridge.answer('session.signIn', () => ok(sandboxDesk));
  await page.getByLabelText('Username').fill('ada');
  await page.getByLabelText('Password').fill('secret');
  await button('Sign in').click();
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test('a copy written by a newer app is only tried again', async () => {
  await open({ phase: 'blocked', problem: appError('store.newer-than-app', 'c-1') });
  await sees(button('Try again'));
  expect(button('Set aside and start fresh').elements()).toHaveLength(0);
});

test('the environment is shown in a word', async () => {
  await open({ bank: sandboxDesk.bank && { ...sandboxDesk.bank, environment: 'production' } });
  await sees(page.getByText('LIVE', { exact: true }));
});

test('while a first sync runs the window does not say that there are no accounts', async () => {
  bridge.answer('accounts.position', () => ok(fakePosition([])));
  await open();
  await sees('No accounts yet');
  const line = {
    accountNumber: '1',
    accountName: 'Operating',
    state: 'running',
    received: 0,
    totalItems: null,
    error: null,
    inserted: 0,
  } as const;
  bridge.announce('sync.progressed', {
    ...restingSync,
    startedAt: '2026-11-20T09:50:00.000Z',
    running: true,
    finishedAt: null,
    accounts: [line],
  });
  await sees('Loading accounts', '1 so far: Operating.');
  await lacks('No accounts yet');
});

test.each([
  [720, 450],
  [512, 350],
])(
  'with text at twice its size, in %i by %i, the environment is in sight and the views are behind the brand',
  async (width, height) => {
    await page.viewport(width, height);
    await open({ bank: sandboxDesk.bank && { ...sandboxDesk.bank, environment: 'production' } });
    await expect.element(page.getByText('LIVE', { exact: true })).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard('7');
    await page.getByRole('button', { name: 'Nostro: views' }).click();
    await expect.element(viewButton('Payees')).toHaveFocus();
    await expect.element(viewButton('Payees')).toBeInViewport({ ratio: 0.9 });
    await userEvent.keyboard('{Escape}');
    expect(viewButton('Payees').elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Nostro: views' }).click();
    await viewButton('Activity').click();
    await expect
      .element(page.getByRole('heading', { name: 'Activity', level: 1 }))
      .toBeInViewport();
    expect(viewButton('Activity').elements()).toHaveLength(0);
  },
);

test('the keyboard is in the view by its first two keys, and passes the views in one stop', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'Skip to the view' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(viewButton('Position')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(viewButton('Statements')).toHaveFocus();
  await userEvent.tab();
  expect(document.activeElement?.closest('nav .foot')).not.toBeNull();
  const skip = page.getByRole('link', { name: 'Skip to the view' });
  skip.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.tagName).toBe('MAIN');
  await userEvent.tab();
  expect(document.activeElement?.closest('main')).not.toBeNull();
});

test('one keycap is in sight, that of the main action; the others come to the hand and move nothing', async () => {
  await open();
  await sees('Treasury EUR');
  const sync = button('Sync').element();
  const cap = sync.querySelector('kbd');
  expect(cap?.checkVisibility()).toBe(false);
  const before = sync.getBoundingClientRect();
  sync.focus();
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  await expect.element(button('Sync')).toHaveFocus();
  expect(cap?.checkVisibility()).toBe(true);
  expect(sync.getBoundingClientRect()).toEqual(before);
});

test('S starts a sync and the bar shows it running, to be cancelled', async () => {
  await open();
  await sees(button('Sync'));
  await userEvent.keyboard('s');
  await button('Cancel').click();
  expect(requested()).toContain('sync.start');
  expect(requested()).toContain('sync.cancel');
});

test('an account that was not fetched is named', async () => {
  await open();
  await sees(button('Sync'));
  bridge.announce('sync.progressed', {
    ...restingSync,
    accounts: [
      {
        accountNumber: '30022210',
        accountName: 'Tokyo',
        state: 'failed',
        received: 0,
        totalItems: null,
        error: appError('bank.unavailable', 'c-1'),
        inserted: 0,
      },
    ],
  });
  await sees(/was not fetched\./);
});

test('the question mark shows the keys, those held with Ctrl too, and so does a click at the foot', async () => {
  await open();
  await sees(button('Sync'));
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await sees(keys.getByText('Ctrl K').first());
  await userEvent.keyboard('{Escape}');
  await lacks(keys);
  await button('? for keys').click();
  await sees(keys);
});

test('where single keys are switched off none acts and none is shown, and the list of keys says so', async () => {
  await open({ singleKeys: false });
  await sees('Treasury EUR');
  await userEvent.keyboard('4');
  await sees(page.getByRole('heading', { name: 'Position' }));
  await expect.element(viewButton('Payments')).not.toHaveAttribute('aria-keyshortcuts');
  await expect.element(button('Sync')).not.toHaveAttribute('aria-keyshortcuts');
  expect(document.querySelectorAll('kbd')).toHaveLength(0);
  await button('Keys').click();
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await sees(keys.getByText(/^Single keys are switched off/), keys.getByText('Ctrl K').first());
  expect(keys.getByText('Go to', { exact: true }).elements()).toHaveLength(0);
});

test('J and Enter open a statement, B comes back', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Enter}');
  await sees(page.getByRole('heading', { name: /Tokyo/ }), page.getByRole('grid'));
  await userEvent.keyboard('b');
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test.each(navigation.map(({ key, label }) => [key, label] as const))(
  'the key %s opens %s',
  async (key, label) => {
    await open();
    await sees('Treasury EUR');
    await userEvent.keyboard(key === '1' ? '21' : key);
    await expect.element(viewButton(label)).toHaveAttribute('aria-current', 'page');
    await expect.element(viewButton(label)).toHaveAttribute('aria-keyshortcuts', key);
  },
);

test('no two views share a key, and none takes one that works everywhere', () => {
  const keys = [...navigation.map(({ key }) => key), 's', 'b', '?'];
  expect(new Set(keys).size).toBe(keys.length);
});

test('every view is in sight in the smallest window, and one more would be', async () => {
  await page.viewport(1024, 700);
  bridge.answer('exceptions.list', () => ok({ items: everyGroup }));
  await open();
  await sees('Treasury EUR');
  const views = page.getByRole('navigation', { name: 'Views' }).element();
  expect(views.scrollHeight).toBeLessThanOrEqual(views.clientHeight);
  const last = viewButton('Settings').element().getBoundingClientRect();
  const foot = views.querySelector('.foot')!.getBoundingClientRect();
  expect(foot.top - last.bottom).toBeGreaterThanOrEqual(last.height);
});

test('the sidebar counts what needs a person, without documents that expire', async () => {
  bridge.answer('exceptions.list', () =>
    ok({ items: everyGroup.filter(({ kind }) => /red-day|expiring/.test(kind)) }),
  );
  await open();
  await sees('Treasury EUR');
  await expect
    .element(viewButton('Exceptions'))
    .toHaveAccessibleName('Exceptions 1 needs a person');
  bridge.answer('exceptions.list', () => ok({ items: [] }));
  bridge.announce('store.changed', { topic: 'statements' });
  await expect.element(viewButton('Exceptions')).toHaveAccessibleName('Exceptions');
});

test('one key shows the first exception, and Enter goes to its place', async () => {
  bridge.answer('exceptions.list', () =>
    ok({ items: everyGroup.filter(({ kind }) => kind === 'red-day') }),
  );
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('3');
  await sees(page.getByRole('heading', { name: /3 days of Treasury EUR/ }));
  await userEvent.keyboard('{Enter}');
  await sees(page.getByRole('heading', { name: /Treasury EUR/, level: 1 }));
  await userEvent.keyboard('b');
  await sees(page.getByRole('heading', { name: /3 days of Treasury EUR/ }));
});

test('new entries announce themselves and move nothing', async () => {
  await open();
  await sees('Treasury EUR');
  await page.getByRole('button', { name: /^Operating/ }).dblClick();
  await sees(page.getByText('FX trade T-20411 · sold EUR 400,000.00').first());
  const words = page.getByRole('row').nth(1).element().textContent;
  const before = topOf(words);
  const grown = { ...operating, entries: operating.entries + 12 };
  bridge.answer('statements.count', ({ filter }) => ok(fakeCount(grown, filter)));
  bridge.answer('statements.summary', ({ filter }) => ok(fakeSummary(grown, filter)));
  bridge.answer('statements.locate', () => ok({ index: 12 }));
  bridge.answer('statements.page', ({ index, limit }) =>
    ok({ index, rows: rowsAfterTwelve(index, limit) }),
  );
  bridge.announce('store.changed', { topic: 'statements' });
  await sees(button('12 new entries'));
  await expect.poll(() => topOf(words)).toBe(before);
  await userEvent.keyboard('a');
  await expect.element(page.getByText('Just in 0')).toBeInViewport();
  await lacks(button('12 new entries'));
});

const laterSync = { ...restingSync, startedAt: '2026-11-20T09:50:00.000Z' };

test('the zone of all times is shown once, by the clock, and a run over one account says so beside older balances', async () => {
  await open();
  await sees(page.getByRole('banner').getByText(/\d\d:\d\d UTC$/), /balances as of/, /^Synced/);
  bridge.announce('sync.progressed', {
    ...laterSync,
    accounts: [
      {
        accountNumber: '30027781',
        accountName: 'Treasury EUR',
        state: 'done',
        received: 3,
        totalItems: 3,
        error: null,
        inserted: 0,
      },
    ],
  });
  await sees(/^Synced 1 of 7 accounts/);
});

const foot = () => page.getByRole('contentinfo');

test('what a sync brought is shown at the foot with a link to it, and no second number stands beside the sidebar’s', async () => {
  await open();
  await sees('Treasury EUR');
  bridge.announce('sync.progressed', laterSync);
  await sees(foot().getByText('Synced: 12 new entries.'));
  expect(page.getByRole('banner').getByText(/new/).elements()).toHaveLength(0);
  await foot().getByRole('button', { name: 'Show' }).click();
  await sees(page.getByRole('heading', { name: 'Review', level: 1 }));
  expect(requestOf('review.page')).toMatchObject([{ filter: 'unread' }]);
});

test('each of the four doors of what needs a person opens exactly those', async () => {
  bridge.answer('exceptions.list', () => ok({ items: everyGroup }));
  await open();
  const needs = page.getByRole('region', { name: 'What needs you' });
  const doors = [
    [/^4 payments unanswered/, 4],
    [/^1 day off/, 1],
    [/^4 exceptions/, 4],
  ] as const;
  for (const [name, count] of doors) {
    await needs.getByRole('button', { name }).click();
    await sees(page.getByRole('heading', { name: 'Exceptions', level: 1 }));
    await expect
      .poll(
        () =>
          page
            .getByRole('grid')
            .getByText(/^since /)
            .elements().length,
      )
      .toBe(count);
    await userEvent.keyboard('b');
    await sees(page.getByRole('heading', { name: 'Position' }));
  }
  await expect.element(needs.getByRole('button', { name: /documents expired/ })).toBeDisabled();
});

test('what needs a person is gone through with one key each, gravest and oldest first, and then the foot says that all is done', async () => {
  bridge.answer('exceptions.list', () => ok({ items: everyGroup }));
  await open();
  await sees(button('Go through 9'));
  const gone: string[] = [];
  const inPane = page.getByRole('complementary').getByRole('heading').first();
  for (const { title } of everyGroup.filter(({ urgency }) => urgency !== 'ahead')) {
    await userEvent.keyboard('g');
    await expect.element(inPane).toMatchTextContent(title);
    gone.push(title);
  }
  expect(gone).toHaveLength(9);
  await userEvent.keyboard('g');
  await sees(page.getByRole('heading', { name: 'Position' }));
  await sees(foot().getByText('All done: nothing else needs you.'));
});

test('the missing days that the position counts are fetched by their number', async () => {
  await open();
  await button('fetch 1 day missing').click();
  expect(requestOf('sync.start')).toEqual([{ accountNumbers: ['30024410'] }]);
});

test('what happened stays at the foot until the next thing, with its time, and nothing covers a head', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'Date'],
    now: Date.parse('2026-11-20T09:41:00Z'),
  });
  onTestFinished(() => void vi.useRealTimers());
  await open();
  await vi.advanceTimersByTimeAsync(1_000);
  await sees('Treasury EUR');
  const drop = (): void => {
    const dataTransfer = new DataTransfer();
    for (const name of ['x.csv', 'y.csv']) dataTransfer.items.add(new File(['x'], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  };
  drop();
  await sees(foot().getByText(/^File not used/));
  await vi.advanceTimersByTimeAsync(3_600_000);
  await sees(foot().getByText(/^File not used/), foot().getByText('09:41'));
  const line = foot().element().getBoundingClientRect();
  expect(line.bottom).toBe(900);
  expect(line.height).toBe(30);
  expect(document.querySelector('main')?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    line.top,
  );
  drop();
  drop();
  await foot().getByRole('button', { name: '2 earlier' }).click();
  expect(foot().getByRole('listitem').elements()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await lacks(foot().getByRole('list'));
  await expect.element(foot().getByRole('button', { name: '2 earlier' })).toHaveFocus();
});

test('with the line its failure goes: no error card, no red mark, nothing for a person to press', async () => {
  bridge.answer('exceptions.list', () => ok({ items: [] }));
  await open();
  await sees('Treasury EUR');
  const failed = {
    ...laterSync,
    error: appError('network.unreachable', 'c-9', {
      message: 'No connection to the bank.',
      technical: 'No connection to 127.0.0.1:37245 (ECONNREFUSED).',
    }),
    accounts: [
      {
        ...{ accountNumber: '30022210', accountName: 'Tokyo', received: 0, totalItems: null },
        ...{ state: 'failed' as const, inserted: 0 },
        error: appError('network.unreachable', 'c-9'),
      },
    ],
  };
  bridge.announce('desk.changed', { ...sandboxDesk, online: false });
  bridge.announce('sync.progressed', { ...laterSync, running: true, finishedAt: null });
  bridge.announce('sync.progressed', failed);
  await sees(foot().getByText(/^Offline\. /));
  await lacks(page.getByRole('alert'), /Sync failed/, /was not fetched/);
  bridge.announce('desk.changed', { ...sandboxDesk, online: true });
  await sees(foot().getByText('Back online.'));
  await lacks(page.getByRole('alert'), /Sync failed/, /was not fetched/, /ECONN|127\.0|c-9/);
  await sees(page.getByRole('banner').getByText(/^Sync incomplete/));
  const again = { ...laterSync, startedAt: '2026-11-20T10:00:00.000Z', inserted: 0 };
  bridge.announce('sync.progressed', { ...again, running: true, finishedAt: null });
  bridge.announce('sync.progressed', again);
  await sees(page.getByRole('banner').getByText(/^Synced/));
  await sees(foot().getByText('Synced: no new entries.'));
});

test('what the first sync brings is no news, though one entry is marked unread', async () => {
  bridge.answer('accounts.position', () => ok(fakePosition([])));
  await open();
  await sees(button('Sync now'));
  bridge.announce('sync.progressed', { ...laterSync, running: true, finishedAt: null });
  bridge.answer('accounts.position', () => ok(fakePosition()));
  bridge.announce('store.changed', { topic: 'accounts' });
  bridge.announce('sync.progressed', { ...laterSync, inserted: 5_992 });
  await sees('Treasury EUR', page.getByRole('banner').getByText(/^Synced/));
  await sees(foot().getByText('Synced: 0 accounts, 5,992 entries.'));
  expect(page.getByText(/new entries/).elements()).toHaveLength(0);
});

test('a note that was begun is found again after another entry and another view', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('2');
  await sees(page.getByRole('grid'));
  await userEvent.keyboard('j');
  await sees(button('Add a note'));
  await userEvent.keyboard('n');
  await expect.element(page.getByLabelText('Note', { exact: true })).toHaveFocus();
  await userEvent.keyboard('Ask the bank');
  await page.getByRole('row').nth(4).click();
  await sees(button('Add a note'));
  await userEvent.keyboard('12');
  // It is opened at the entry that was left, without a note.
  await sees(button('Add a note'));
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByLabelText('Note', { exact: true })).toHaveValue('Ask the bank');
});

test.each([1440, 1024])(
  'the columns of a statement stand under their heads at %i',
  async (width) => {
    await page.viewport(width, 700);
    await open();
    await sees('Treasury EUR');
    await userEvent.keyboard('2');
    await sees(page.getByRole('grid'));
    await userEvent.keyboard('j');
    await sees('Balance agrees with the entry before');
    expect(edgesOf('columnheader', 'left')).toEqual(edgesOf('gridcell', 'left'));
    expect(edgesOf('columnheader', 'right')).toEqual(edgesOf('gridcell', 'right'));
  },
);

test('a long account name goes on in more lines, whole, its digits and its mark in sight', async () => {
  const { currencies, ...rest } = fakePosition();
  const named = currencies.map(({ accounts, ...group }) => ({
    ...group,
    accounts: accounts.map((account) => ({ ...account, accountName: 'Collections '.repeat(12) })),
  }));
  bridge.answer('accounts.position', () => ok({ ...rest, currencies: named }));
  await open();
  await sees(page.getByText(/Collections/).first());
  await userEvent.keyboard('2');
  await sees(page.getByRole('grid'));
  const head = page.getByRole('heading', { level: 1 }).element();
  expect(head.textContent).toContain('Collections '.repeat(12).trim());
  expect(head.scrollWidth).toBeLessThanOrEqual(head.clientWidth);
  await expect.element(page.getByText(/▾/)).toBeInViewport();
});

test('before the first sync one action is offered', async () => {
  bridge.answer('accounts.position', () => ok(fakePosition([])));
  await open();
  await button('Sync now').click();
  expect(requested()).toContain('sync.start');
});

test.each([
  ['welcome', { phase: 'welcome', bank: null }],
  ['locked', { phase: 'locked' }],
  ['the position', {}],
] as const)('%s has no fault that axe can find', async (_, state) => {
  await open(state);
  await sees(page.getByRole('heading', { level: 1 }));
  expect(await faults()).toEqual([]);
});

test('a statement with its entry open has no fault that axe can find', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('2');
  await sees(page.getByText('Kestrel Logistics Ltd · invoice 88213').first());
  await userEvent.keyboard('j');
  await sees('Balance agrees with the entry before');
  expect(await faults()).toEqual([]);
});

const operating = {
  accountNumber: '30026712',
  accountName: 'Operating',
  currency: 'USD',
  entries: 1_204,
};

/** The rows as they were, with twelve newer ones above them. */
const rowsAfterTwelve = (index: number, limit: number) =>
  Array.from({ length: limit }, (_, k) =>
    index + k < 12
      ? {
          ...fakeEntry(operating, 0),
          id: `new-${String(index + k)}`,
          narration: `Just in ${String(index + k)}`,
        }
      : fakeEntry(operating, index + k - 12),
  );

const topOf = (words: string): number | undefined =>
  [...document.querySelectorAll('[role="row"]')]
    .find((row) => row.textContent === words)
    ?.getBoundingClientRect().top;

/** The edges of the first row's cells, or of the heads, that are drawn, in whole pixels. */
const edgesOf = (role: 'columnheader' | 'gridcell', edge: 'left' | 'right'): number[] =>
  [...(document.querySelector(`[role="row"]:has([role="${role}"])`)?.children ?? [])]
    .filter((cell) => cell.checkVisibility())
    .map((cell) => Math.round(cell.getBoundingClientRect()[edge]))
    .slice(1);

async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    // The document of the tests is not ours: its language and landmarks are not checked.
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each([
  ['text', 'text/plain', 'Pay 100 to Ada'],
  ['an address', 'text/uri-list', 'https://bank.example/statement.pdf'],
  ['a piece of a page', 'text/html', '<img src="https://bank.example/a.png">'],
])(
  '%s that is dropped is not accepted, and a notice says what to drop [U9]',
  async (_what, type, content) => {
    await open();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData(type, content);
    const before = requested();
    for (const kind of ['dragover', 'drop'] as const) {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('main')?.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
    }
    await sees(/^Not a file\./);
    expect(requested()).toEqual(before);
  },
);

function dropOnMain(name: string, text = '%PDF-1.7'): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document
    .querySelector('main')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

test('a table that is dropped beside every place for it is asked about once, the likelier answer chosen, and two keys behind the drop it is matched', async () => {
  await open();
  await sees(page.getByRole('heading', { name: 'Position' }));
  for (const [route, answer] of Object.entries(booksHandlers()))
    bridge.answer(route as Route, answer);
  dropOnMain('general ledger.csv');
  await sees(page.getByRole('heading', { name: 'What is general ledger.csv?' }));
  await expect.element(page.getByRole('radio', { name: /A ledger of the books/ })).toBeChecked();
  await press('{Enter}');
  await expect.element(page.getByRole('button', { name: /^Match/ })).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => requestOf('books.keep')).toHaveLength(1);
});

test('a payment file that is dropped on any view is taken for one, and goes nowhere where no one confirms it', async () => {
  await open();
  await sees(page.getByRole('heading', { name: 'Position' }));
  dropOnMain('payments.csv');
  await expect.element(page.getByRole('radio', { name: /A payment file/ })).toBeChecked();
  await press('{Escape}');
  await lacks(page.getByRole('heading', { name: 'What is payments.csv?' }));
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test('a pain.001 that is dropped on any view is not asked what it is', async () => {
  await open();
  await sees(page.getByRole('heading', { name: 'Position' }));
  for (const [route, answer] of Object.entries(batchAnswers()))
    bridge.answer(route as Route, answer);
  dropOnMain('run.xml', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">');
  await expect.poll(() => requestOf('paymentFiles.add')).toMatchObject([{ fileName: 'run.xml' }]);
  await lacks(page.getByRole('heading', { name: 'What is run.xml?' }));
});

test('a table that is dropped on a locked desk is not accepted, and the places are named', async () => {
  await open({ phase: 'locked' });
  await sees(page.getByRole('heading', { name: /locked/i }));
  dropOnMain('payments.csv');
  await lacks(page.getByRole('heading', { name: 'What is payments.csv?' }));
});

test('a document that is dropped on any view opens the drop board, which takes it, once a person has said that it is no invoice', async () => {
  await open();
  await sees(page.getByRole('heading', { name: 'Position' }));
  for (const [route, answer] of Object.entries(fakeOnboarding().answers))
    bridge.answer(route as Route, answer);
  dropOnMain('Oduya Foods tax clearance.pdf');
  await page.getByRole('radio', { name: /^Documents of a sub-client/ }).click();
  await button('Go on').click();
  await sees(page.getByRole('form', { name: 'Oduya Foods tax clearance.pdf' }));
  await sees(page.getByRole('tab', { name: /Drop board/, selected: true }));
  expect(requestOf('documents.add')).toMatchObject([{ subClientId: 'SC-2' }]);
});

test('a document that is dropped on a locked desk is not accepted', async () => {
  await open({ phase: 'locked' });
  await sees(page.getByRole('heading', { name: /locked/i }));
  dropOnMain('passport.pdf');
  expect(requested()).not.toContain('documents.add');
});

test('text may be dragged into a field', async () => {
  await open();
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', 'rent');
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => {
    field.remove();
  });
  const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
  field.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test('amounts of the position stand under each other at the point, whatever their currency; a single account has no band', async () => {
  await open();
  await sees('Tokyo');
  const cell = (account: string, column: string): Element => {
    const row = page.getByRole('row', { name: new RegExp(`^${account}`) }).element();
    return row.querySelector(`td.${column} .amount`)!;
  };
  /** Where the whole digits end. */
  const pointOf = (amount: Element): number => {
    const range = document.createRange();
    range.setStart(amount, 0);
    range.setEndBefore(amount.querySelector('.minor')!);
    return range.getBoundingClientRect().right;
  };
  for (const column of ['booked', 'available']) {
    const points = ['Tokyo', 'Gulf', 'Treasury EUR', 'Vendor', 'USD'].map((name) =>
      pointOf(cell(name, column)),
    );
    expect(Math.max(...points) - Math.min(...points)).toBeLessThan(1);
  }
  const bands = [...document.querySelectorAll('th[scope=rowgroup]')].map(
    ({ textContent }) => textContent,
  );
  expect(bands.map((words) => words.trim().replace(/\s+/g, ' '))).toEqual([
    'NGN 2 accounts',
    'USD 2 accounts',
  ]);
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ConversionsView from '../../../renderer/features/conversions/ConversionsView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { restingSync, sandboxDesk, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  conversionAnswers,
  lockRecord,
  lockSubmission,
  matched,
  quoteRecord,
  tradeDetail,
} from './conversion-records.ts';
import { inFlightRecord } from '../support/submission-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
  holdEnter,
} from '../support/view.ts';

async function open(answers: Answers = {}, tradeId?: string) {
  const shared = openDesk({ ...workingDesk(), ...conversionAnswers(), ...answers });
  shared.accounts.lastUsed = '30026712';
  const params = tradeId === undefined ? {} : { tradeId };
  const shown = await render(WithShared, { shared, view: ConversionsView, params });
  const again = () => render(WithShared, { shared, view: ConversionsView, params: {} });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  return { shared, shown, again };
}

const sold = () => page.getByRole('textbox', { name: 'Amount sold' });
const bought = () => page.getByRole('textbox', { name: 'or amount bought' });

async function priced(answers: Answers = {}) {
  const opened = await open(answers);
  await press('n');
  await expect.element(sold()).toHaveFocus();
  await press('250000{Enter}');
  await expect.element(button('Trade now')).toHaveFocus();
  return opened;
}

const announceDesk = (given: Partial<DeskState>): void => {
  bridge.announce('desk.changed', { ...sandboxDesk, ...given });
};

beforeEach(wideWindow);
afterEach(() => {
  window.onkeydown = null;
});

test('a deal that another view fills stands with both accounts and what is bought; nothing is asked of the bank', async () => {
  const shared = openDesk({ ...workingDesk(), ...conversionAnswers() });
  const params = { sell: '30027781', buy: '30026712', buyAmount: '4637.11' };
  await render(WithShared, { shared, view: ConversionsView, params });
  await expect.element(bought()).toHaveValue('4637.11');
  await expect.element(sold()).toHaveValue('');
  expect(requested('conversions.quote')).toEqual([]);
  bought().element().focus();
  await press('{Enter}');
  await expect
    .poll(() => requested('conversions.quote'))
    .toEqual([
      { sellAccountNumber: '30027781', buyAccountNumber: '30026712', buyAmount: '4637.11' },
    ]);
});

describe('a deal', () => {
  test('takes four keys beside the amount, and is sent once', async () => {
    await priced();
    expect(requested('conversions.quote')).toEqual([
      { sellAccountNumber: '30026712', buyAccountNumber: '30027781', sellAmount: '250000' },
    ]);
    await press('{Enter}');
    for (const text of [
      /SANDBOX · Example Bank/,
      /Sell 250,000\.00 USD/,
      /Buy 216,030\.15 EUR/,
      /1 USD = 0\.8641206 EUR/,
      /Leaves the account 250,250\.00 USD/,
    ])
      await expect.element(page.getByRole('dialog')).toMatchTextContent(text);
    expect(requested('conversions.lock')).toEqual([]);
    await expect.element(button('Trade').last()).toHaveFocus();
    await press('{Enter}');
    await sees('Matched');
    expect(requested('conversions.lock')).toEqual([
      { reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string, quoteId: 'Q-1' },
    ]);
  });

  test('of an account with something in flight counts it, and the count leads to each', async () => {
    const quote = quoteRecord({ inFlight: inFlightRecord });
    const { shared } = await priced({ 'conversions.quote': () => ok(quote) });
    await button('2 sent, not in this balance').click();
    const each = page.getByRole('list', { name: 'In flight' }).getByRole('listitem');
    await expect.element(each.nth(1)).toMatchTextContent(/Sable Trading.*no answer.*250\.00 USD/);
    await button('Open Transfer to Sable Trading (Pty)').click();
    expect(shared.router.place).toMatchObject({ view: 'payments', params: { reference: 'R-1' } });
  });

  test('follows the money while it is looked at: what is left, and whether the account covers it', async () => {
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    await priced({
      'accounts.funds': ({ currency }) =>
        ok(
          currency === 'USD'
            ? {
                ...{ balance: usd('842011.89'), asOf: '2026-11-20T09:50:00.000Z' },
                ...{ inFlight: inFlightRecord, after: usd('250249.99') },
              }
            : { balance: null, asOf: null, inFlight: null, after: null },
        ),
    });
    await lacks('Balance too low.');
    bridge.announce('sync.progressed', restingSync);
    await sees('Balance too low.', button('2 sent, not in this balance'));
    await sees(page.getByRole('row', { name: /250,249\.99 USD −0\.01 USD$/ }));
  });

  test('can be left while the bank is silent, and its outcome is announced', async () => {
    const answered = Promise.withResolvers<null>();
    const { shared } = await priced({
      'conversions.lock': async ({ reference }) => {
        bridge.announce('submission.changed', lockSubmission({ reference, state: 'sending' }));
        await answered.promise;
        bridge.announce('submission.changed', lockSubmission({ reference, state: 'accepted' }));
        return ok(lockRecord({ submission: lockSubmission({ reference, state: 'accepted' }) }));
      },
    });
    await press('{Enter}');
    await expect.element(button('Trade').last()).toHaveFocus();
    await press('{Enter}');
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText(/^Recorded here/), dialog.getByText(/^Sent, waiting/));
    await expect.element(button('Continue in background')).toHaveFocus();
    await press('{Escape}');
    await lacks(dialog);
    await lacks(button('Trade now'));
    await button('Resume conversion').click();
    await sees(dialog.getByText(/^Sent, waiting/));
    await press('{Escape}');
    await lacks(dialog);
    answered.resolve(null);
    await expect.poll(() => shared.notices.last?.text).toMatch(/^Traded: .* for .*\.$/);
    await expect.element(button('New conversion')).toBeVisible();
    expect(requested('conversions.lock')).toHaveLength(1);
  });

  test('does not run through its steps while a key is held down', async () => {
    await priced();
    holdEnter();
    await lacks(page.getByRole('dialog'));
  });

  test('is priced from either side; typing on one clears the other and the price', async () => {
    await priced();
    await bought().fill('5000');
    await expect.element(sold()).toHaveValue('');
    await sees(button('Get quote'));
    await button('Get quote').click();
    await expect
      .poll(() => requested('conversions.quote').at(-1))
      .toMatchObject({ buyAmount: '5000' });
  });

  test.each(['0', '-1', '0.001', '1e3', '１００', '1.000,50', '10000000000000000'])(
    'of %s is refused at its field',
    async (amount) => {
      await open();
      await button('New conversion').click();
      await sold().fill(amount);
      await button('Get quote').click();
      await expect.element(sold()).toHaveAttribute('aria-invalid', 'true');
      expect(requested('conversions.quote')).toEqual([]);
    },
  );

  test('that the bank refuses shows its words and offers a new price', async () => {
    const error = appError('bank.refused', 'c-1', {
      bank: { status: 422, message: 'This quote is no longer good; ask for a new one' },
    });
    const submission = lockSubmission({ state: 'refused', error });
    await priced({ 'conversions.lock': () => ok(lockRecord({ submission, tradeId: null })) });
    await press('{Enter}');
    await button('Trade').last().click();
    await sees('This quote is no longer good; ask for a new one');
    await expect.element(button('New quote')).toHaveFocus();
    await press('{Enter}');
    await expect.element(button('Trade now')).toHaveFocus();
    await press('{Enter}');
    await button('Trade').last().click();
    await expect.poll(() => requested('conversions.lock').length).toBe(2);
    const [first, second] = requested('conversions.lock') as { reference: string }[];
    expect(second?.reference).not.toBe(first?.reference);
  });

  test.each(['accepted', 'unknown'] as const)(
    'that ends %s leaves the keys at the list, on its row',
    async (state) => {
      const submission = lockSubmission({ state });
      await priced({
        'conversions.lock': () =>
          ok(lockRecord({ submission, tradeId: state === 'accepted' ? 'T-1' : null })),
      });
      await press('{Enter}');
      await button('Trade').last().click();
      await lacks(page.getByRole('dialog'));
      await expect.element(page.getByRole('grid', { name: 'Convert' })).toHaveFocus();
    },
  );

  test('without an answer is shown as open, can be looked up, and is not sent again', async () => {
    const error = appError('outcome.unknown', 'c-2');
    const submission = lockSubmission({ state: 'unknown', error });
    await priced({ 'conversions.lock': () => ok(lockRecord({ submission, tradeId: null })) });
    bridge.answer('submissions.list', () => ok({ rows: [submission] }));
    await press('{Enter}');
    await button('Trade').last().click();
    await sees(button('Look it up now'));
    await sees(page.getByText('It may have gone through', { exact: true }));
    await lacks(button('Trade now'));
    bridge.answer('submissions.lookUp', () => {
      bridge.answer('submissions.list', () => ok({ rows: [] }));
      return ok(lockSubmission({ state: 'accepted', recordId: 'T-1' }));
    });
    await button('Look it up now').click();
    await sees('Matched');
    expect(requested('conversions.lock')).toHaveLength(1);
  });
});

describe('the ticket', () => {
  test('shows rate and inverse, fee, debit total and both balances before and after', async () => {
    await priced();
    for (const text of [
      '0.8641206 EUR',
      '1.157246520263 USD',
      '250.00 USD',
      '250,250.00 USD',
      /until 20 Nov 2026, 09:44:30 UTC/,
    ])
      await sees(page.getByText(text).first());
    const ticket = page.getByRole('region', { name: 'Quote' });
    await sees(ticket.getByRole('row', { name: /842,011\.89 USD\s591,761\.89 USD/ }));
    await sees(ticket.getByRole('row', { name: /264,011\.80 EUR\s480,041\.95 EUR/ }));
  });

  test('points out an account that does not cover it, and clocks that are apart', async () => {
    const quote = quoteRecord({ coversIt: false, clockOffsetMs: -120_000 });
    await priced({ 'conversions.quote': () => ok(quote) });
    await sees('Balance too low.', /clock is 2 minutes ahead of the bank’s/);
  });
});

describe('the price', () => {
  const over = () => page.getByText('Quote expired.', { exact: true }).first();
  async function expectOver(): Promise<void> {
    await sees(over());
    await expect.element(button('Trade now')).toBeDisabled();
    await expect.element(sold()).toHaveValue('250000');
  }

  test('counts down, says so at ten seconds, and ends at zero with one next action', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    try {
      await priced();
      const timer = page.getByRole('timer');
      await expect.element(timer).toMatchTextContent(/Valid for 28 s/);
      vi.advanceTimersByTime(17_000);
      await expect.element(timer).toMatchTextContent(/Valid for 11 s/);
      await lacks('good for 10 more seconds');
      vi.advanceTimersByTime(1_000);
      await expect.element(page.getByText('Quote valid for 10 more seconds.')).toBeInTheDocument();
      vi.advanceTimersByTime(9_000);
      await expect.element(button('Trade now')).toBeEnabled();
      await press('{Enter}');
      await sees(page.getByRole('dialog'));
      vi.advanceTimersByTime(1_000);
      await lacks(page.getByRole('dialog'));
      await expectOver();
      await expect.element(button('New quote')).toHaveFocus();
      expect(requested('conversions.lock')).toEqual([]);
      await press('{Enter}');
      await expect.element(button('Trade now')).toBeEnabled();
      await expect.element(timer).toMatchTextContent(/Valid for 28 s/);
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends when this window’s wall clock jumps', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    try {
      await priced();
      vi.setSystemTime(Date.now() + 3_600_000);
      vi.advanceTimersByTime(200);
      await expectOver();
      await sees(/Paused: sleep or clock change/);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, () => void]>([
    [
      'the main process saw the clock jump',
      () => {
        bridge.announce('clock.jumped', { at: '2026-11-20T09:44:10.000Z' });
      },
    ],
    [
      'the line is down',
      () => {
        announceDesk({ online: false });
      },
    ],
    [
      'the person is signed out',
      () => {
        announceDesk({ signedIn: false });
      },
    ],
  ])('ends when %s, and does not come back with it', async (_, happens) => {
    await priced();
    happens();
    await expectOver();
    announceDesk({});
    await expect.element(button('New quote')).toBeEnabled();
    await expectOver();
  });

  test('ends with a refresh that fails', async () => {
    await priced();
    bridge.announce('clock.jumped', { at: '2026-11-20T09:44:10.000Z' });
    bridge.answer('conversions.quote', () => fail('bank.unavailable', 'c-9'));
    await button('New quote').click();
    await sees('The bank reports an internal error');
    await expectOver();
    await expect.element(button('New quote')).toBeEnabled();
  });

  test('ends when the main process says that it is over at the moment of sending', async () => {
    await priced({ 'conversions.lock': () => fail('quote.expired', 'c-3') });
    await press('{Enter}');
    await button('Trade').last().click();
    await expectOver();
    await sees(/Its time ran out\./);
  });

  test('ends with leaving the view; what was typed stays', async () => {
    const { shown, again } = await priced();
    await shown.unmount();
    await again();
    await button('Resume conversion').click();
    await expectOver();
  });
});

test('offline nothing is priced, the reason is shown, and the list can be read', async () => {
  await open({ 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
  await press('n');
  await expect.element(button('Get quote')).toBeDisabled();
  await sees(/Get a quote when back online/);
  await press('{Escape}');
  await sees('awaiting_funds');
});

describe('a trade', () => {
  test('shows the four sources side by side with one verdict', async () => {
    await open({}, 'T-1');
    const table = page.getByRole('region', { name: 'The four sources' });
    await sees('Matched', table.getByRole('row', { name: /Sold USD( 250,000\.00){4}/ }));
    await sees(table.getByRole('row', { name: /Rate( 0\.8641206){3} –/ }));
  });

  test('that differs says by what', async () => {
    const finding = 'Sold: the statement says 250,000.01 USD, the quote says 250,000.00 USD.';
    const match = { ...matched, state: 'differs', findings: [finding] } as const;
    await open({ 'conversions.get': ({ tradeId }) => ok(tradeDetail(tradeId, { match })!) }, 'T-1');
    await sees('Differs', finding);
  });

  test('leads to what was booked', async () => {
    const { shared } = await open({}, 'T-1');
    shared.router.go('conversions', {});
    await button(/^Bought/).click();
    expect(shared.router.place).toMatchObject({
      view: 'statements',
      params: { accountNumber: '30027781', entryId: 'E-3' },
    });
  });
});

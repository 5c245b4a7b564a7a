import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';

import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { startMirage, type Mirage, type MirageTraits } from '../../support/banks/mirage/mirage.ts';
import { answerOf } from '../support/bridge.ts';
import { go, startDesk, sync, type Desk } from '../support/desk.ts';
import { atEndOfTest } from '../support/ending.ts';
import { chooseBankFile, signInWith } from '../support/foreign.ts';
import { look } from '../support/look/look.ts';
import { goToPayments, paymentPane, payTo } from '../support/payments.ts';
import { emptyPlace } from '../support/place.ts';

const minuteMs = 60_000;
const preload = new URL('../../support/setup/moved-clock.ts', import.meta.url).href;
/** The second of the bank’s payees. */
const payee = { accountNumber: '000103024455' };
const silent: Mirage['behaviour'] = { booksAfterMs: 0, answer: 'none' };

type Scene = {
  readonly bank: Mirage;
  readonly desk: Desk;
  /** The desk is closed, and opened minutes later. */
  readonly later: (minutes: number) => Promise<Desk>;
  /** The desk is closed, somebody sets this machine's clock ahead, and it is opened at once. */
  readonly setAhead: (minutes: number) => Promise<Desk>;
};

/** A desk at a bank that books every order it gets, knows no idempotency, and whose list and statement lie. */
async function scene(traits: Partial<MirageTraits>): Promise<Scene> {
  const ahead = { bank: 0, wall: 0 };
  const bank = await startMirage(
    { hasList: false, reportsPages: false, fee: 'none', reportsFee: true, ...traits },
    { now: () => Date.now() + ahead.bank },
  );
  atEndOfTest(() => bank.close());
  const place = emptyPlace();
  const open = (): Promise<Desk> =>
    startDesk(place, {
      env: { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK_AHEAD_MS: String(ahead.wall) },
    });
  let desk = await open();
  const anew = async (): Promise<Desk> => {
    await desk.close();
    desk = await open();
    await signInWith(desk, bank.credentials);
    await sync(desk);
    return desk;
  };
  await chooseBankFile(desk, bank.bankFile);
  await signInWith(desk, bank.credentials);
  expect(await sync(desk)).toBe('Synced');
  return {
    bank,
    desk,
    later: (minutes) => {
      ahead.bank += minutes * minuteMs;
      ahead.wall += minutes * minuteMs;
      return anew();
    },
    setAhead: (minutes) => {
      ahead.wall += minutes * minuteMs;
      return anew();
    },
  };
}

async function pay(desk: Desk, amount: string, words: string): Promise<void> {
  await payTo(desk, payee, amount);
  await paymentPane(desk).getByText(words, { exact: true }).first().waitFor();
}

const lose = (desk: Desk, amount: string): Promise<void> =>
  pay(desk, amount, 'no answer: it may have gone through');

const beside = (pane: Locator): Locator =>
  pane.getByRole('group', { name: 'What we sent, and what the bank has' });

/** Opens the payment of an amount in the list. */
async function select(desk: Desk, amount: string): Promise<Locator> {
  await goToPayments(desk);
  await desk.page.getByRole('gridcell', { name: `${amount} USD` }).click();
  const pane = paymentPane(desk);
  await pane.getByText(amount).first().waitFor();
  return pane;
}

async function stateOf({ page }: Desk, amount: string): Promise<SubmissionView['state']> {
  const answer = (await answerOf(page, 'submissions.list', { limit: 9 })) as {
    value: { rows: SubmissionView[] };
  };
  return answer.value.rows.find(({ about }) => about.amount?.amount === amount)!.state;
}

/** It is shown without an answer in the payments and in the exceptions, and nothing offers to send it again. */
async function isNotOffered(desk: Desk, amount: string): Promise<void> {
  const { page, hand } = desk;
  const pane = await select(desk, amount);
  expect(await stateOf(desk, amount)).toBe('unknown');
  await pane.getByText('no answer: it may have gone through').waitFor();
  expect(await pane.getByRole('button', { name: /Send again/ }).count()).toBe(0);
  await go(desk, 'Exceptions');
  await page.getByRole('grid').getByText(`${amount} USD`, { exact: true }).click();
  const exception = page.getByRole('complementary', { name: 'Exception', exact: true });
  await exception.getByText(`${amount} USD`).first().waitFor();
  await exception.getByRole('button', { name: 'Look it up now' }).waitFor();
  expect(await exception.getByRole('button', { name: /Send again/ }).count()).toBe(0);
  await hand.press('a');
  expect(await page.getByRole('dialog').count()).toBe(0);
}

const statements: readonly (readonly [string, Partial<MirageTraits>, Mirage['statementLie']])[] = [
  ['only a cut reference', {}, 'references cut at 16'],
  ['the fee in its amount and no reference', { fee: 'within' }, 'no references'],
  ['an amount that cannot be read', {}, 'unreadable entries'],
];

describe('a payment that the bank booked, and whose answer was lost', () => {
  test.each(statements)(
    'stands in the window beside the entry that shows it with %s, and is not sent again',
    async (_words, traits, statementLie) => {
      const { bank, desk: first, later } = await scene(traits);
      Object.assign(bank, { statementLie, behaviour: silent });
      await lose(first, '12.50');
      await sync(first);
      const desk = await later(12);
      await isNotOffered(desk, '12.50');
      expect(await desk.page.getByText(/off by 0\.00|times: The statement/).count()).toBe(0);
      const pane = await select(desk, '12.50');
      const [{ id, reference } = { id: '', reference: '' }] = bank.ledger();
      await beside(pane).getByText(reference, { exact: true }).waitFor();
      await beside(pane).getByText(`S-${id}`, { exact: true }).waitFor();
      expect(bank.orders).toHaveLength(1);
      if (statementLie === 'unreadable entries')
        expect(await look(desk, 'payment beside what may be it')).toEqual([]);
    },
  );

  test('is not missing by a list that ignores the reference and returns only its first page; it stands beside the row that shows it cut, and is found on a later page, in other letters too', async () => {
    const { bank, desk: first, later } = await scene({ hasList: true });
    bank.statementLie = 'late entries';
    for (const amount of ['1.00', '2.00']) await pay(first, amount, 'accepted');
    Object.assign(bank, { listLie: 'repeats a page', behaviour: silent });
    await lose(first, '12.50');
    await lose(first, '13.50');
    await sync(first);
    const desk = await later(12);
    await isNotOffered(desk, '12.50');

    const lookUp = desk.page.getByRole('button', { name: 'Look it up now' });
    let pane = await select(desk, '12.50');
    expect(await beside(pane).count()).toBe(0);
    bank.listLie = 'references cut at 16';
    await lookUp.click();
    const { id, reference } = bank.orders[2]!;
    await beside(pane).getByText(reference.slice(0, 16), { exact: true }).waitFor();
    await beside(pane).getByText(id, { exact: true }).waitFor();
    await isNotOffered(desk, '12.50');

    pane = await select(desk, '12.50');
    bank.listLie = 'many pages';
    await lookUp.click();
    await pane.getByText('accepted', { exact: true }).waitFor();
    pane = await select(desk, '13.50');
    bank.listLie = 'small letters';
    await lookUp.click();
    await pane.getByText('accepted', { exact: true }).waitFor();
    expect(bank.orders).toHaveLength(4);
  });

  test('is not missing because this machine’s clock was set eleven minutes ahead, and is found when the bank shows it', async () => {
    const { bank, desk: first, setAhead } = await scene({});
    Object.assign(bank, { statementLie: 'late entries', behaviour: silent });
    await lose(first, '12.50');
    await sync(first);
    const desk = await setAhead(11);
    await isNotOffered(desk, '12.50');
    expect(await desk.page.getByRole('button', { name: /Record the bank’s answer/ }).count()).toBe(
      0,
    );
    bank.statementLie = null;
    await sync(desk);
    const pane = await select(desk, '12.50');
    await pane.getByText('accepted', { exact: true }).waitFor();
    expect(bank.orders).toHaveLength(1);
  });
});

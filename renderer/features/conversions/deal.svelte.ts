import { z } from 'zod';

import type { AppError } from '../../../shared/errors.ts';
import { windowError } from '../../../shared/window-error.ts';
import type { LockResult, QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import type { PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { rateOfRatio } from '../../../shared/money/rate.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { readTyped } from '../../state/forms/entered-amount.ts';
import { newReference } from '../../../shared/reference.ts';
import { request } from '../../state/desk.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import { HeldPrice } from '../../kit/pricing/held-price.svelte.ts';
import type { End } from '../../kit/pricing/price-labels.ts';

type Side = 'sell' | 'buy';
type Problems = Readonly<Record<string, string | undefined>>;

/** The outcome of trading: done, unanswered, or nothing was traded and the form shows why. */
type Traded =
  | { readonly kind: 'done'; readonly result: LockResult }
  | { readonly kind: 'unanswered'; readonly submission: LockResult['submission'] | null }
  | { readonly kind: 'nothing' };

const WrittenDeal = z.object({
  sell: z.string(),
  buy: z.string(),
  side: z.enum(['sell', 'buy']),
  amount: z.string(),
  reference: z.string(),
});

/** A conversion being made: typed, priced, traded once. The typed text outlives every price. */
export class Deal {
  readonly #price = new HeldPrice((why) => this.endPrice(why));
  readonly #accounts: Accounts;
  #sellChosen = $state('');
  #buyChosen = $state('');
  #side = $state<Side>('sell');
  #amount = $state('');
  busy = $state<'pricing' | 'trading' | null>(null);
  problems = $state.raw<Problems>({});
  error = $state.raw<AppError | null>(null);
  isConfirming = $state(false);
  /** Numbers the price requests; only the newest answer counts. */
  #question = 0;
  /** The idempotency key: created with the form, and kept until the outcome is known. */
  #reference = $state(newReference());

  readonly sellAccount: PositionAccount | undefined = $derived.by(
    () =>
      this.#accounts.find(this.#sellChosen) ??
      this.#accounts.find(this.#accounts.lastUsed ?? '') ??
      this.#accounts.list[0],
  );
  /** The accounts in another currency than the sold one. */
  readonly buyAccounts: readonly PositionAccount[] = $derived.by(() =>
    this.#accounts.list.filter(({ currency }) => currency !== this.sellAccount?.currency),
  );
  readonly buyAccount: PositionAccount | undefined = $derived.by(
    () =>
      this.buyAccounts.find(({ accountNumber }) => accountNumber === this.#buyChosen) ??
      this.buyAccounts[0],
  );

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** The reference in the journal and at the bank. */
  get reference(): string {
    return this.#reference;
  }

  get quote(): QuoteView | null {
    return this.#price.quote;
  }

  /** Why the price is no longer good; null while it is. */
  get ended(): End | null {
    return this.#price.ended;
  }

  get isGood(): boolean {
    return this.#price.isGood;
  }

  get countdown(): HeldPrice['countdown'] {
    return this.#price.countdown;
  }

  /** True if something was typed. */
  get isDraft(): boolean {
    return this.#amount.trim() !== '';
  }

  /** The typed text as it is stored; a price is not stored, since it would be over when read again. */
  get written(): z.input<typeof WrittenDeal> {
    return {
      sell: this.#sellChosen,
      buy: this.#buyChosen,
      side: this.#side,
      amount: this.#amount,
      reference: this.#reference,
    };
  }

  /** Restores a stored draft; text that can no longer be read is ignored. */
  takeUp(written: unknown): this {
    const { data } = WrittenDeal.safeParse(written);
    if (!data) return this;
    this.#sellChosen = data.sell;
    this.#buyChosen = data.buy;
    this.#side = data.side;
    this.#amount = data.amount;
    this.#reference = data.reference;
    return this;
  }

  amountOf = (side: Side): string => (side === this.#side ? this.#amount : '');

  /** Typing an amount on one side clears the other, and ends the price, which was for other terms. */
  type(side: Side, amount: string): void {
    if (side !== this.#side && amount === '') return;
    this.#side = side;
    this.#amount = amount;
    this.#dropPrice();
  }

  choose(side: Side, accountNumber: string): void {
    if (side === 'sell') this.#sellChosen = accountNumber;
    else this.#buyChosen = accountNumber;
    this.#dropPrice();
  }

  /** The other way round; the amount stays with its account. */
  swap(): void {
    const [sell, buy] = [this.sellAccount, this.buyAccount];
    this.#sellChosen = buy?.accountNumber ?? '';
    this.#buyChosen = sell?.accountNumber ?? '';
    this.#side = this.#side === 'sell' ? 'buy' : 'sell';
    this.#dropPrice();
  }

  /** Asks for a price. The previous one ends, even if the request fails. */
  async price(): Promise<void> {
    if (this.busy !== null) return;
    const [sell, buy] = [this.sellAccount, this.buyAccount];
    this.problems = this.#check(sell, buy);
    this.error = null;
    if (!sell || !buy || Object.keys(this.problems).length > 0) return;
    const question = ++this.#question;
    this.busy = 'pricing';
    this.endPrice('requested');
    const outcome = await request('conversions.quote', {
      sellAccountNumber: sell.accountNumber,
      buyAccountNumber: buy.accountNumber,
      [`${this.#side}Amount`]: this.#amount,
    });
    this.busy = null;
    if (question !== this.#question) return;
    if (outcome.ok) this.#price.hold(outcome.value);
    else this.#fail(outcome.error);
  }

  /** Ends the price: it may not be traded any more. The outcome of a running trade is decided by the bank alone. */
  endPrice(why: End): void {
    if (this.busy === 'trading') return;
    this.isConfirming = false;
    this.#price.end(why);
  }

  /** Locks the price that was confirmed. Null while a trade is running, and if the price is no longer good. */
  async trade(): Promise<Traded | null> {
    const quote = this.quote;
    if (!quote || !this.isGood || this.busy !== null) return null;
    const instead = await changeRequests.insteadOf(
      { route: 'conversions.lock', input: this.#limitAt(quote) },
      quote[this.#side].currency,
    );
    return instead === null ? this.#tradeNow() : this.#requested(instead);
  }

  /** Checks the price again: it may have ended since the rules were read. */
  async #tradeNow(): Promise<Traded | null> {
    const quote = this.quote;
    if (!quote || !this.isGood || this.busy !== null) return null;
    this.busy = 'trading';
    this.error = null;
    this.countdown.stop();
    const { quoteId } = quote;
    const outcome = await request('conversions.lock', { reference: this.#reference, quoteId });
    this.busy = null;
    this.isConfirming = false;
    this.#price.endBy('used');
    if (!outcome.ok) return this.#notTraded(outcome.error);
    const { submission } = outcome.value;
    if (submission.state === 'accepted') return { kind: 'done', result: outcome.value };
    if (submission.state === 'unknown' || submission.state === 'sending')
      return { kind: 'unanswered', submission };
    // The deal was refused, or never sent: it is settled, and the next one needs a new key.
    this.#reference = newReference();
    return this.#notTraded(submission.error ?? windowError('bank.refused', submission.reference));
  }

  /** The request for an approval where the rules need one: its worst rate is at first that of this price. */
  #limitAt({ sell, buy, fee }: QuoteView) {
    const left = toUnits(sell.amount) + toUnits(fee?.amount ?? '0');
    return {
      reference: this.#reference,
      sellAccountNumber: this.sellAccount?.accountNumber ?? '',
      buyAccountNumber: this.buyAccount?.accountNumber ?? '',
      ...{ side: this.#side, amount: this.#amount },
      worstRate: rateOfRatio({ times: toUnits(buy.amount), by: left }),
    };
  }

  #requested(error: AppError): Traded {
    this.isConfirming = false;
    if (error.code === 'team.requested') this.#reference = newReference();
    if (error.code !== 'declined') this.error = error;
    return { kind: 'nothing' };
  }

  #notTraded(error: AppError): Traded {
    if (error.code === 'outcome.unknown') return { kind: 'unanswered', submission: null };
    if (error.code === 'quote.expired') this.#price.endBy('time');
    else this.error = error;
    return { kind: 'nothing' };
  }

  #fail(error: AppError): void {
    if (error.code === 'input.invalid' && error.fields) this.problems = error.fields;
    else this.error = error;
  }

  #dropPrice(): void {
    this.#question++;
    this.isConfirming = false;
    this.#price.drop();
    this.error = null;
    this.problems = {};
  }

  #check(sell: PositionAccount | undefined, buy: PositionAccount | undefined): Problems {
    if (!sell) return { sellAccountNumber: 'there is no account yet: sync first' };
    if (!buy) return { buyAccountNumber: 'there is no account in another currency' };
    const read = readTyped(this.#amount, this.#side === 'sell' ? sell.currency : buy.currency);
    return read.ok ? {} : { [`${this.#side}Amount`]: read.error };
  }
}

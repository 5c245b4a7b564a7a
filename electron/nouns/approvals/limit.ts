import { z } from 'zod';

import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import type { AgreedQuote } from '../../../shared/ipc/submissions.ts';
import { isCurrency, minorDigits } from '../../../shared/money/currencies.ts';
import { fromUnits, isDecimal, toUnits } from '../../../shared/money/decimal.ts';
import { isRate, rateUnits, ratio } from '../../../shared/money/rate.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';

const isAmount = (text: string): boolean => isDecimal(text) && /^[^-]*[1-9]/.test(text);

const Currency = z.string().refine(isCurrency);
const Amount = z.string().refine(isAmount);
const Account = z.string().min(1).max(100);

/** The limit of a conversion. Its price is requested when it is traded. */
export const LimitContent = z.strictObject({
  limit: z.strictObject({
    ...{ sellCurrency: Currency, buyCurrency: Currency },
    /** The side of the amount; the bank prices the other side. */
    side: z.enum(['sell', 'buy']),
    amount: Amount,
    /** The smallest amount that is bought for one unit that leaves the account, including the fee. */
    worstRate: z.string().refine(isRate),
    ...{ sellAccountNumber: Account, buyAccountNumber: Account },
  }),
});
export type Limit = z.infer<typeof LimitContent>['limit'];

const Money = z.strictObject({ amount: Amount, currency: Currency });

/** The price of a conversion, as the bank quoted it. */
export const TradeContent = z.strictObject({
  ...{ sell: Money, buy: Money },
  rate: z.string().refine(isRate),
  /** In the currency that is sold; null where the bank names none. */
  fee: z.string().refine(isDecimal).nullable(),
});
export type Trade = z.infer<typeof TradeContent>;

/** The agreed price, in the form of a claim. */
export const tradeOf = ({ sell, buy, rate, fee }: AgreedQuote): Trade => ({
  ...{ sell: { ...sell }, buy: { ...buy }, rate },
  fee: fee?.amount ?? null,
});

/** The payload of a request for a conversion: its fields in one order. */
export const limitPayload = ({
  sellCurrency,
  buyCurrency,
  side,
  amount,
  worstRate,
  sellAccountNumber,
  buyAccountNumber,
}: Limit): string =>
  JSON.stringify({
    limit: {
      ...{ sellCurrency, buyCurrency, side, amount, worstRate },
      ...{ sellAccountNumber, buyAccountNumber },
    },
  });

/** The limit in the payload of a request; null where it has none. */
export function limitIn(payload: string): Limit | null {
  const json = attemptSync((): unknown => JSON.parse(payload));
  return (json.ok ? LimitContent.safeParse(json.value).data?.limit : null) ?? null;
}

/** The most that a limit sells, in the currency sold. */
export function mostSold({ side, amount, worstRate, sellCurrency }: Limit): string {
  if (side === 'sell') return amount;
  const { times, by } = ratio(worstRate);
  const units = (toUnits(amount) * by + times - 1n) / times;
  return fromUnits(units, minorDigits(sellCurrency));
}

type Accounts = Pick<OperationInput<'lockRate'>['body'], 'sellAccountNumber' | 'buyAccountNumber'>;

/** Returns why a limit does not allow a trade; null where it does. A better rate is allowed, a worse one is not. */
export function whyOutside(limit: Limit, accounts: Accounts, trade: Trade | null): string | null {
  if (trade === null) return 'It does not say at which price it converts.';
  if (
    accounts.sellAccountNumber !== limit.sellAccountNumber ||
    accounts.buyAccountNumber !== limit.buyAccountNumber
  )
    return 'It converts between other accounts than were approved.';
  const { sell, buy } = trade;
  if (sell.currency !== limit.sellCurrency || buy.currency !== limit.buyCurrency)
    return 'It converts other currencies than were approved.';
  if (toUnits(trade[limit.side].amount) !== toUnits(limit.amount))
    return 'It converts another amount than was approved.';
  return isWorse(limit, trade) ? 'Its rate is worse than the worst that was approved.' : null;
}

/** Is the trade worse than the limit? The bank rounds each side, so a tolerance of one minor unit applies. */
function isWorse({ worstRate }: Limit, { sell, buy, rate, fee }: Trade): boolean {
  if (rateUnits(rate) < rateUnits(worstRate)) return true;
  const { times, by } = ratio(worstRate);
  const left = toUnits(sell.amount) + toUnits(fee ?? '0') - minorUnit(sell.currency);
  return left * times > (toUnits(buy.amount) + minorUnit(buy.currency)) * by;
}

/** In units of 10^-4. */
const minorUnit = (currency: string): bigint =>
  10n ** BigInt(4 - Math.min(4, minorDigits(currency)));

/** The references of the limits to which a trade with this reference may belong. */
export function limitReferencesOf(reference: string): readonly string[] {
  const numbered = /^(.+)-\d{1,2}$/.exec(reference)?.[1];
  return numbered === undefined ? [reference] : [reference, numbered];
}

/** Does a reference belong to a trade under this limit? Each new price after one that was not traded gets a number at the end. */
export function isTradeOf(limitReference: string, reference: string): boolean {
  if (reference === limitReference) return true;
  return (
    reference.startsWith(`${limitReference}-`) &&
    /^\d{1,2}$/.test(reference.slice(limitReference.length + 1))
  );
}

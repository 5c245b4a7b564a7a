import { readAmount } from '../../../shared/money/entered.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { accountByNumber, type CachedAccount } from '../accounts/tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { QuotePair } from './quotes.ts';

/** As a person typed it: an amount on one side, the other left out. */
export type QuoteQuestion = QuotePair & {
  readonly sellAmount?: string | undefined;
  readonly buyAmount?: string | undefined;
};

/** The question as it is sent to the bank, with both accounts from the local copy. */
export type QuoteRequest = {
  readonly sellAccount: CachedAccount;
  readonly buyAccount: CachedAccount;
  readonly query: {
    readonly sellCurrency: string;
    readonly buyCurrency: string;
    readonly sellAmount?: string;
    readonly buyAmount?: string;
  };
};

type Problems = Record<string, string>;

/** Checks what was typed against the accounts. Problems are reported by field. */
export function readQuestion(
  reader: CacheReader,
  question: QuoteQuestion,
): Result<QuoteRequest, Problems> {
  const sellAccount = accountByNumber(reader, question.sellAccountNumber);
  const buyAccount = accountByNumber(reader, question.buyAccountNumber);
  if (!sellAccount?.currency) return err({ sellAccountNumber: unknownAccount });
  if (!buyAccount?.currency) return err({ buyAccountNumber: unknownAccount });
  const currencies = { sellCurrency: sellAccount.currency, buyCurrency: buyAccount.currency };
  if (currencies.sellCurrency === currencies.buyCurrency)
    return err({ buyAccountNumber: 'must be in another currency than what is sold' });
  const amount = readSide(question, currencies);
  if (!amount.ok) return amount;
  return ok({ sellAccount, buyAccount, query: { ...currencies, ...amount.value } });
}

const unknownAccount = 'is not an account whose currency is known here';

function readSide(
  { sellAmount, buyAmount }: QuoteQuestion,
  { sellCurrency, buyCurrency }: { sellCurrency: string; buyCurrency: string },
): Result<{ sellAmount: string } | { buyAmount: string }, Problems> {
  if (sellAmount !== undefined && buyAmount !== undefined)
    return err({ buyAmount: 'must be left out when the amount sold is given' });
  if (buyAmount !== undefined) {
    const read = readAmount(buyAmount, buyCurrency);
    return read.ok ? ok({ buyAmount: read.value }) : err({ buyAmount: read.error });
  }
  const read = readAmount(sellAmount ?? '', sellCurrency);
  return read.ok ? ok({ sellAmount: read.value }) : err({ sellAmount: read.error });
}

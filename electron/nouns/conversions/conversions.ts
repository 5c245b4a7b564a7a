import type { OperationInput, OperationOutput } from '../../../shared/bank/catalogue.ts';
import type { Quote } from '../../../shared/bank/conversions.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { TradeWrites } from './tables.ts';
import { fundsIn } from '../../engines/submissions/funds/funds.ts';
import { dealLikeness } from '../../engines/submissions/intent/likeness.ts';
import {
  alikeSince,
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import type { ChangeParts, WritingParts } from '../../engines/submissions/change.ts';
import { readQuestion, type QuoteRequest, type QuoteQuestion } from './quote-question.ts';
import { quoteView } from './quote-view.ts';
import type { HeldQuote, QuoteBook } from './quotes.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { SendContext, Submitted } from '../../engines/submissions/carry-out.ts';
import { agreedQuote, disagreements, figuresOf } from './trade-figures.ts';

export type ConversionParts = WritingParts<TradeWrites> & { readonly quotes: QuoteBook };

/**
 * Asks for a price (Get Quote), and returns it with its effect on both accounts and how long it may be locked. Ends the previous price of
 * the same two accounts, even where this one fails. `input.invalid` names the field; nothing is sent then.
 */
export async function askQuote(
  parts: ConversionParts,
  question: QuoteQuestion,
  context: Context,
): Promise<Outcome<QuoteView>> {
  const { bank, quotes, reader } = parts;
  const asking = quotes.ask(question);
  const requested = readQuestion(reader, question);
  if (!requested.ok)
    return fail('input.invalid', context.correlationId, { fields: requested.error });
  const answer = await bank.call('getQuote', { query: requested.value.query }, context);
  if (!answer.ok) return answer;
  const { quote } = answer.value;
  const problem = quoteMismatch(requested.value, quote);
  if (problem !== null)
    return fail('bank.unexpected', context.correlationId, {
      operation: 'getQuote',
      message: problem,
    });
  const time = quotes.hold(asking, quote, bank.session.signedInAt());
  const fundsAt = fundsIn(parts);
  const funds = {
    selling: fundsAt(question.sellAccountNumber, quote.sellCurrency),
    buying: fundsAt(question.buyAccountNumber, quote.buyCurrency),
  };
  return ok({ ...quoteView(requested.value, quote, funds), ...time });
}

/** Why a price does not answer the question, in a sentence; null where it does. */
function quoteMismatch({ query }: QuoteRequest, quote: Quote): string | null {
  const priced = figuresOf(quote);
  const requested = {
    sell: query.sellAmount === undefined ? null : money(query.sellAmount, query.sellCurrency),
    buy: query.buyAmount === undefined ? null : money(query.buyAmount, query.buyCurrency),
    rate: null,
    fee: null,
  };
  if (quote.sellCurrency !== query.sellCurrency || quote.buyCurrency !== query.buyCurrency)
    return `The bank’s price is of ${quote.sellCurrency} for ${quote.buyCurrency}.`;
  return disagreements(['the bank’s price', priced], ['the question', requested])[0] ?? null;
}

/**
 * Makes the deal (Lock Rate). The price must be one that this desk was given, unused, and valid now by the bank's clock, on clocks that did
 * not jump; else fails with `quote.expired`, and nothing is sent. A second call with the same reference reports the first.
 */
export async function lockQuote(
  parts: ConversionParts,
  { reference, quoteId }: { reference: string; quoteId: string },
  context: Context,
): Promise<Outcome<Submission>> {
  const { bank, journal, quotes } = parts;
  const known = submissionByReference(journal, reference);
  if (known?.about?.quote?.quoteId === quoteId) return ok(known);
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const held = quotes.take(quoteId);
  if (held?.signedInAt !== bank.session.signedInAt())
    return fail('quote.expired', context.correlationId, { operation: 'lockRate' });
  const submitted = await submit(parts, intentOf(reference, held), context, (sendContext) =>
    sendLock(parts, { reference, held }, sendContext),
  );
  return submitted.ok ? ok(submitted.value.submission) : submitted;
}

/**
 * Makes the deal (Lock Rate) for a price that somebody else asked for, as a script does: only the bank decides whether it is still valid. A
 * price is dealt once, under any reference: fails with `quote.expired` where it may have been dealt already, and nothing is sent. A second
 * call with the same reference reports the first.
 */
export async function lockGiven(
  parts: ChangeParts,
  input: OperationInput<'lockRate'>,
  context: Context,
): Promise<Outcome<Submitted<'lockRate'>>> {
  const { quoteId, reference, sellAccountNumber } = input.body;
  const dealt = dealtAs(parts, quoteId, reference);
  if (dealt && dealt.reference !== reference)
    return fail('quote.expired', context.correlationId, {
      operation: 'lockRate',
      message: `The price ${quoteId} was dealt already, under the reference ${dealt.reference}: ask for a new one. Nothing was sent.`,
    });
  return submit(
    parts,
    {
      reference,
      operation: 'lockRate',
      subject: `trade:${reference}`,
      payload: input,
      about: {
        title: `Lock Rate of ${quoteId}`,
        amount: null,
        accountNumber: sellAccountNumber,
        counterparty: null,
        counterpartyId: null,
      },
      likeness: dealLikeness(quoteId),
    },
    context,
  );
}

/** The deal that was made, or may have been made, for a price. */
const dealtAs = (
  { journal, claims }: ChangeParts,
  quoteId: string,
  reference: string,
): Pick<Submission, 'reference'> | undefined =>
  alikeSince(journal, dealLikeness(quoteId), '').find(({ state }) =>
    ['sending', 'unknown', 'accepted'].includes(state),
  ) ?? claims?.alike(dealLikeness(quoteId), reference)[0];

type Deal = { readonly reference: string; readonly held: HeldQuote };

const lockInput = ({ reference, held: { quote, sellAccountNumber, buyAccountNumber } }: Deal) => ({
  body: { quoteId: quote.quoteId, sellAccountNumber, buyAccountNumber, reference },
});

function intentOf(reference: string, held: HeldQuote) {
  const quote = agreedQuote(held.quote);
  return {
    reference,
    operation: 'lockRate',
    subject: `trade:${reference}`,
    payload: lockInput({ reference, held }),
    likeness: dealLikeness(quote.quoteId),
    about: {
      title: `Sell ${formatMoney(quote.sell)} for ${quote.buy.currency}`,
      amount: quote.sell,
      accountNumber: held.sellAccountNumber,
      counterparty: null,
      counterpartyId: null,
      quote,
    },
  } as const;
}

/**
 * Sends the lock. Checks the price against the clocks again, also when the first byte is about to leave: writing the intent may be slow,
 * and the machine may sleep while the call waits for its turn or its connection.
 */
async function sendLock(
  { bank, quotes }: ConversionParts,
  deal: Deal,
  context: SendContext,
): Promise<Outcome<OperationOutput<'lockRate'>>> {
  const isGood = (): boolean => quotes.isGood(deal.held);
  const mayLeave = (): boolean => isGood() && (context.mayLeave?.() ?? true);
  const expired = () => fail('quote.expired', context.correlationId, { operation: 'lockRate' });
  if (!isGood()) return expired();
  const answer = await bank.call('lockRate', lockInput(deal), { ...context, mayLeave });
  return !answer.ok && answer.error.code === 'cancelled' && !isGood() ? expired() : answer;
}

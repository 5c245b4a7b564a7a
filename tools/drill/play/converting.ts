import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { rateOfRatio, type Rate } from '../../../shared/money/rate.ts';
import { buyingAccount, payingAccount } from '../plan/amounts.ts';
import type { Action } from '../plan/jobs.ts';
import { deskOf, noteOrder, stop, stopByDesk, type Course } from './play.ts';
import { carryRequest } from './requesting.ts';

const accounts = { sellAccountNumber: payingAccount, buyAccountNumber: buyingAccount };

/** A conversion is requested half a percent under the price that the desk shows. */
const leewayPerMille = 5n;

/** The least that a person asks for one unit that leaves, the fee included. */
function worstRateOf({ buy, debitTotal }: QuoteView): Rate {
  const times = toUnits(buy.amount) * (1_000n - leewayPerMille);
  return rateOfRatio({ times, by: toUnits(debitTotal.amount) * 1_000n });
}

/** Asks for a price, and trades it or requests the conversion as a limit. The maker sees the bank's price only. */
export async function convert(
  course: Course,
  { amount, price }: Extract<Action, { do: 'convert' }>,
): Promise<void> {
  const { play } = course;
  const { prices } = play.team;
  if (price === 'slipped') await prices.slip();
  else if (price !== 'fair') await prices.makePoor(price.poorMinutes);
  const reference = play.newReference();
  const desk = deskOf(play, 'maker');
  const quote = await desk.get('conversions.quote', { ...accounts, sellAmount: amount });
  const input = {
    ...{ reference, ...accounts, amount, worstRate: worstRateOf(quote) },
    side: 'sell',
  } as const;
  const change = { route: 'conversions.lock', input } as const;
  const { needs } = await desk.get('approvals.changeNeeds', { change });
  if (needs.length === 0) await trade(course, reference, quote);
  else {
    const requested = await desk.request('approvals.requestChange', { change, words: '' });
    if (requested.ok) await carryRequest(course, 'maker', requested.value);
    else stopByDesk(course, requested.error);
  }
  if (price !== 'fair') await prices.makeFair();
}

async function trade(course: Course, reference: string, { quoteId }: QuoteView): Promise<void> {
  noteOrder(course, reference);
  const locked = await deskOf(course.play, 'maker').request('conversions.lock', {
    reference,
    quoteId,
  });
  if (!locked.ok) stopByDesk(course, locked.error);
  else if (locked.value.submission.state === 'not-sent')
    stop(course, 'desk', locked.value.submission.error?.message ?? 'it was not sent');
}

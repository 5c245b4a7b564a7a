import type { Stamp } from '../../../../shared/actor.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { amountNeededUnder } from '../../../nouns/due-payments/amount-needed.ts';
import { enterAmount } from '../../../nouns/due-payments/recurring/enter-amount.ts';
import { seriesById } from '../../../nouns/due-payments/recurring/series-table.ts';
import { duePaymentUnder, type DuePayment } from '../../../nouns/due-payments/tables.ts';
import { readOrder } from '../../../nouns/payments/order.ts';

/** The amount of a payment of a recurring one, as a person types it. */
export type TypedAmount = {
  readonly amount: string;
  /** The amount that was shown before; null where there was none. */
  readonly instead: Decimal | null;
};

/** Checks an amount like that of any payment, and sets it. Fails with `input.invalid`, as `enterAmount` does. */
export function enterDueAmount(
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  reference: string,
  { amount, instead }: TypedAmount,
  { stamp, context }: { readonly stamp: Stamp; readonly context: Context },
): Outcome<DuePayment> {
  const seriesId =
    duePaymentUnder(journal, reference)?.sourceId ??
    amountNeededUnder(journal, reference)?.seriesId ??
    '';
  const series = seriesById(journal, seriesId);
  if (series === null)
    return fail('input.invalid', context.correlationId, {
      message:
        'No payment of a recurring one is scheduled under this reference. Nothing was changed.',
    });
  const { order } = series;
  const entered = { ...order, amount, reference, narration: order.narration ?? '' };
  const read = readOrder(reader, entered, context);
  if (!read.ok) return read;
  return enterAmount(
    journal,
    reference,
    { amount: read.value.amount, instead },
    { stamp, context },
  );
}

import type { DuePaymentRow } from '../../../../shared/ipc/changes/due-payments.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { amountsNeeded, type AmountNeeded } from '../../../nouns/due-payments/amount-needed.ts';
import {
  allSeries,
  seriesById,
  type PaymentSeries,
} from '../../../nouns/due-payments/recurring/series-table.ts';

/** The recurring payments by their identifier. */
export type VariableSeries = ReadonlyMap<string, PaymentSeries>;

/** The recurring payments whose amount is entered for each payment. */
export const variableSeriesOf = (journal: Journal): VariableSeries =>
  new Map(
    allSeries(journal)
      .filter(({ order }) => order.amount === null)
      .map((series) => [series.seriesId, series]),
  );

/** The payments that need an amount, without those that were sent under their reference in spite of that. */
export const neededRows = (
  journal: Journal,
  variableSeries: VariableSeries = variableSeriesOf(journal),
): DuePaymentRow[] =>
  amountsNeeded(journal, limits.duePaymentsMax).flatMap((needed) => {
    const series = variableSeries.get(needed.seriesId);
    return series === undefined || submissionUnder(journal, needed.reference) !== null
      ? []
      : [neededRow(needed, series)];
  });

/** The row of a payment without an amount; null where its recurring payment is not known. */
export function neededRowOf(journal: Journal, needed: AmountNeeded): DuePaymentRow | null {
  const series = seriesById(journal, needed.seriesId);
  return series && neededRow(needed, series);
}

function neededRow(
  { reference, state, day, enteredDay, moved, preparedAt }: AmountNeeded,
  { order, payee, actor }: PaymentSeries,
): DuePaymentRow {
  return {
    ...{ reference, day, accountNumber: order.accountNumber, payee },
    moved: day === enteredDay ? null : { from: enteredDay, reason: moved ?? '' },
    ...{ beneficiaryId: order.beneficiaryId, amount: null, currency: order.currency },
    ...{ hasVariableAmount: true, narration: order.narration ?? '', source: 'recurring' },
    state: state === 'needed' ? 'amount-needed' : state,
    ...{ scheduledAt: preparedAt, scheduledBy: actor.name, arrivesOn: null, sendsUntil: null },
    approvals: null,
    held: state === 'needed' ? amountIsNeeded : null,
  };
}

/** Why a payment without an amount is not sent. */
export const amountIsNeeded = 'Its amount is needed: enter it first.';

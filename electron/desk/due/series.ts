import { randomUUID } from 'node:crypto';

import { rhythmText, type Rhythm } from '../../../shared/calendar/payment-rhythm.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentSeriesRow } from '../../../shared/ipc/changes/due-payments.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { stampOf } from '../../engines/submissions/open-bank.ts';
import { accountByNumber } from '../../nouns/accounts/tables.ts';
import { nextOccurrence } from '../../nouns/due-payments/recurring/rhythm.ts';
import {
  saveSeries,
  seriesById,
  whyFull,
  type PaymentSeries,
  type SeriesOrder,
} from '../../nouns/due-payments/recurring/series-table.ts';
import { knownBeneficiary, payeeName } from '../../nouns/payments/beneficiary.ts';
import { readOrder, type EnteredTransfer } from '../../nouns/payments/order.ts';
import { storedTemplates } from '../../nouns/payments/templates/templates.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

/** The days of a recurring payment. */
export type Coming = {
  readonly rhythm: Rhythm;
  readonly from: IsoDate;
  readonly until: IsoDate | null;
};

/** The content of each payment, as entered; a null amount is entered for each payment. */
type EnteredSeries = Omit<EnteredTransfer, 'reference' | 'amount'> & {
  readonly amount: string | null;
};

/** Adds a recurring payment. Sends nothing. Fails with `input.invalid` where a payment of it could not be sent. */
export function addSeries(
  desk: BankDesk,
  name: string,
  entered: EnteredSeries,
  { rhythm, from, until }: Coming,
  context: Context,
): Outcome<PaymentSeries> {
  const { changes, copy } = desk;
  const full = whyFull(copy.journal);
  if (full !== null) return fail('input.invalid', context.correlationId, { message: full });
  if (until !== null && until < from)
    return fail('input.invalid', context.correlationId, {
      fields: { until: 'is before the first day' },
    });
  // Each payment has its own reference, and may have its own amount: placeholders serve to check the rest.
  const amount = entered.amount ?? '1';
  const read = readOrder(copy.reader, { ...entered, amount, reference: 'RECURRING' }, context);
  if (!read.ok) return read;
  const { reference: _reference, ...rest } = read.value;
  const order: SeriesOrder = { ...rest, amount: entered.amount === null ? null : rest.amount };
  const record = knownBeneficiary(changes, order.beneficiaryId)?.record ?? null;
  const stamp = stampOf(desk);
  const series: PaymentSeries = {
    ...{ seriesId: randomUUID(), name, order, rhythm, from, until, isEnded: false, ...stamp },
    payee: record ? payeeName(record) : order.beneficiaryId,
  };
  saveSeries(copy.journal, series, stamp.at);
  return ok(series);
}

/** The same from a template. */
export function addSeriesOf(
  desk: BankDesk,
  {
    templateId,
    amount,
    ...coming
  }: Coming & { readonly templateId: string; readonly amount: string | null },
  context: Context,
): Outcome<PaymentSeries> {
  const { copy } = desk;
  const content = storedTemplates(copy.journal).find(
    (template) => template.templateId === templateId,
  )?.content;
  const account = content ? accountByNumber(copy.reader, content.accountNumber) : null;
  if (!content || !account)
    return fail('input.invalid', context.correlationId, {
      message: 'This template is no longer here, or its account is not known.',
    });
  const { name, accountNumber, beneficiaryId, narration, more } = content;
  const entered = { accountNumber, beneficiaryId, narration, more, currency: account.currency };
  return addSeries(desk, name, { ...entered, amount }, coming, context);
}

/** Ends a recurring payment: nothing more is prepared. Null where there is none. */
export function endSeries(desk: BankDesk, seriesId: string): PaymentSeries | null {
  const { journal } = desk.copy;
  const series = seriesById(journal, seriesId);
  if (series === null) return null;
  const ended = { ...series, isEnded: true };
  saveSeries(journal, ended, stampOf(desk).at);
  return ended;
}

export function seriesRow(series: PaymentSeries, today: IsoDate): PaymentSeriesRow {
  const { seriesId, name, payee, order, rhythm, from, until, isEnded } = series;
  return {
    ...{ seriesId, name, payee, accountNumber: order.accountNumber, until, isEnded },
    amount: order.amount === null ? null : money(order.amount, order.currency),
    ...{ currency: order.currency },
    rhythm: rhythmText(rhythm),
    next: isEnded ? null : nextOccurrence(rhythm, { from, until }, today),
  };
}

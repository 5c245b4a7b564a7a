import type { Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { asOfTopic } from '../store/topics.ts';
import { listPayments, paymentByReference } from './list.ts';
import { reviewTransfer } from './review.ts';
import { sendTransfer } from './send.ts';
import { refreshTransfers } from './refresh.ts';
import { payeeToReview } from './beneficiary.ts';
import { confirmAccepted } from '../submissions/confirmation.ts';
import { viewOf } from '../submissions/submission-views.ts';
import { notCached, type OpenDesk } from '../desk/open-desk.ts';
import type { Handlers } from '../ipc/router.ts';

type TransferRoutes = Extract<keyof Handlers, `transfers.${string}`>;

export const transferHandlers = (desk: OpenDesk): Pick<Handlers, TransferRoutes> => ({
  'transfers.payee': async ({ beneficiaryId }, context) => {
    const found = await payeeToReview(desk().changes, beneficiaryId, context);
    if (!found.ok) return found;
    const { entityId, name, accountName, accountNumber, bankName, bankBicOrCode, ...rest } =
      found.value.payee.record;
    const { country, currencyIso3Code } = rest;
    const row = { entityId, name, accountName, accountNumber, bankName, bankBicOrCode };
    return ok({ ...row, country, currencyIso3Code });
  },
  'transfers.review': (entered, context) => reviewTransfer(desk().changes, entered, context),
  'transfers.send': async ({ acknowledged, twins, ...approved }, context) => {
    const { changes, clock, announce } = desk();
    const approval = { by: 'person', acknowledged, twins } as const;
    const sent = await sendTransfer(changes, { ...approved, approval }, context);
    if (!sent.ok) return sent;
    announce('store.changed', { topic: 'transfers' });
    return ok(viewOf(sent.value.submission, clock));
  },
  'transfers.list': (question) => {
    const { changes, copy } = desk();
    return ok({
      rows: listPayments(changes, question),
      asOf: asOfTopic(copy.reader, 'transfers'),
    });
  },
  'transfers.get': ({ reference }) => {
    const payment = paymentByReference(desk().changes, reference);
    if (!payment) throw notCached('This payment');
    return ok(payment);
  },
  'transfers.refresh': async (_, context): Promise<Outcome<{ count: number }>> => {
    const { changes, announce } = desk();
    const refreshed = await refreshTransfers(changes, context);
    if (!refreshed.ok) return refreshed;
    await confirmAccepted(changes, context);
    announce('store.changed', { topic: 'transfers' });
    return refreshed;
  },
});

import { accountAnswers } from '../accounts/account-records.ts';
import { activityAnswers } from '../activity/activity-records.ts';
import { booksHandlers } from '../books/books-records.ts';
import { beneficiaryAnswers } from '../beneficiaries/beneficiary-records.ts';
import { payeeAnswers } from '../beneficiaries/payee-records.ts';
import { closeHandlers } from '../closes/close-records.ts';
import { counterpartyAnswers } from '../counterparties/counterparty-records.ts';
import { conversionAnswers } from '../conversions/conversion-records.ts';
import { dueAnswers } from '../due-payments/due-records.ts';
import { exceptionAnswers } from '../exceptions/exception-records.ts';
import { batchAnswers } from '../payments/file/batch-records.ts';
import { paymentAnswers, paymentRow } from '../payments/payment-records.ts';
import { receivableAnswers, receivableOrder } from '../receivables/receivable-records.ts';
import { remittanceAnswers, remittanceOrder } from '../remittances/remittance-records.ts';
import { sourceAnswers } from '../statements/source-records.ts';
import { fakeOnboarding } from '../sub-clients/onboarding-desk.ts';
import { everyCard } from '../sub-clients/sub-client-records.ts';
import { timelineAnswers, webhookAnswers } from '../webhooks/webhook-records.ts';
import type { Answers } from './fake-bridge.ts';

/** Every view with records in it. */
export const everything: Answers = {
  ...fakeOnboarding(everyCard).answers,
  ...accountAnswers(),
  ...batchAnswers(),
  ...beneficiaryAnswers(),
  ...payeeAnswers(),
  ...closeHandlers(),
  ...conversionAnswers(),
  ...counterpartyAnswers(),
  ...dueAnswers(),
  ...paymentAnswers([
    paymentRow('PAY-1', 'unknown', null),
    paymentRow('PAY-2', 'accepted', { status: 'processing' }),
    paymentRow('PAY-3', 'refused', null),
  ]),
  ...remittanceAnswers([remittanceOrder()]),
  ...receivableAnswers([receivableOrder()]),
  ...timelineAnswers(() => 80),
  ...webhookAnswers(),
  ...activityAnswers(() => 120),
  ...exceptionAnswers(),
  ...sourceAnswers(),
  ...booksHandlers(),
};

import { z } from 'zod';

import { Reference } from '../bank/operation.ts';
import { isRate } from '../money/rate.ts';
import { accountsRoutes } from './accounts/accounts.ts';
import type { PaymentNeeds, RequestRow } from './approvals.ts';
import { beneficiariesRoutes } from './changes/beneficiaries.ts';
import { documentsRoutes } from './changes/documents.ts';
import { receivablesRoutes } from './changes/receivables.ts';
import { remittancesRoutes } from './changes/remittances.ts';
import { subClientsRoutes } from './changes/sub-clients.ts';
import { webhooksRoutes } from './changes/webhooks.ts';
import { accountNumber, amount, answers } from './route.ts';

/** A change as its own route takes it. */
const ofRoute = <R extends string, I extends z.ZodType>(
  route: R,
  { input }: { readonly input: I },
) => z.strictObject({ route: z.literal(route), input });

/** The limit of a conversion. A price that was not traded has a number after the reference. */
const conversionLimit = z.strictObject({
  reference: Reference.max(32),
  ...{ sellAccountNumber: accountNumber, buyAccountNumber: accountNumber },
  /** Of which side the amount is. */
  side: z.enum(['sell', 'buy']),
  amount,
  /** The least that is bought for one unit that leaves the account, the fee included. */
  worstRate: z.string().refine(isRate, 'is not a rate'),
});

/** What can be requested from its own form; a payment has a route of its own. */
export const requestedChange = z.discriminatedUnion('route', [
  z.strictObject({ route: z.literal('conversions.lock'), input: conversionLimit }),
  ofRoute('remittances.send', remittancesRoutes['remittances.send']),
  ofRoute('receivables.create', receivablesRoutes['receivables.create']),
  ofRoute('beneficiaries.create', beneficiariesRoutes['beneficiaries.create']),
  ofRoute('beneficiaries.update', beneficiariesRoutes['beneficiaries.update']),
  ofRoute('subClients.create', subClientsRoutes['subClients.create']),
  ofRoute('subClients.update', subClientsRoutes['subClients.update']),
  ofRoute('subClients.submit', subClientsRoutes['subClients.submit']),
  ofRoute('subClients.delete', subClientsRoutes['subClients.delete']),
  ofRoute('shareholders.create', subClientsRoutes['shareholders.create']),
  ofRoute('shareholders.update', subClientsRoutes['shareholders.update']),
  ofRoute('documents.send', documentsRoutes['documents.send']),
  ofRoute('webhooks.add', webhooksRoutes['webhooks.add']),
  ofRoute('webhooks.changeMode', webhooksRoutes['webhooks.changeMode']),
  ofRoute('accounts.createVirtual', accountsRoutes['accounts.createVirtual']),
]);
export type RequestedChange = z.output<typeof requestedChange>;

export const approvalChangesRoutes = {
  /** What a change will need before it is sent, after the checks of its own route. Empty where its own route would refuse it. */
  'approvals.changeNeeds': answers<PaymentNeeds>().to(z.strictObject({ change: requestedChange })),
  /** Requests the approval of a change, with this desk's reading of the bank. Sends nothing. */
  'approvals.requestChange': answers<RequestRow>().to(
    z.strictObject({ change: requestedChange, words: z.string().trim().max(2_000) }),
  ),
};

import type { Account } from '../../shared/bank/accounts.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Receivable } from '../../shared/bank/receivables.ts';
import type { Remittance } from '../../shared/bank/remittances.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import { formatMoney } from '../../shared/money/format.ts';
import { money } from '../../shared/money/money.ts';
import type { Watched } from '../store/event-notes.ts';

/** Which fields of each record the timeline tells of, and what the record is called there. */

export const watchedTransfer: Watched<Transfer> = {
  kind: 'transfer',
  about: ({ id, reference, amount, currency, beneficiaryName, beneficiaryId, accountNumber }) => ({
    subjectId: id,
    placeId: reference || id,
    title: titleOf(sumText(amount, currency), 'to', beneficiaryName || beneficiaryId),
    accountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const watchedTrade: Watched<Trade> = {
  kind: 'trade',
  about: ({ tradeId, sellAmount, sellCurrency, buyAmount, buyCurrency, sellAccountNumber }) => ({
    subjectId: tradeId,
    title: titleOf(sumText(sellAmount, sellCurrency), 'for', sumText(buyAmount, buyCurrency)),
    accountNumber: sellAccountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const watchedRemittance: Watched<Remittance> = {
  kind: 'remittance',
  about: ({ id, amount, currency, recipientName, accountNumber }) => ({
    subjectId: id,
    title: titleOf(sumText(amount, currency), 'to', recipientName || id),
    accountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const watchedReceivable: Watched<Receivable> = {
  kind: 'receivable',
  about: ({ id, amount, currency, payerName, accountNumber }) => ({
    subjectId: id,
    title: titleOf(sumText(amount, currency), 'from', payerName || id),
    accountNumber,
  }),
  fields: ({ status, reason, paidAmount }) => ({ status, reason, paidAmount: paidAmount ?? '' }),
};

/** Where the money of a payee goes, and whom it names. */
export const watchedBeneficiary: Watched<BeneficiaryRecord> = {
  kind: 'beneficiary',
  about: ({ entityId, name, accountName }) => ({
    subjectId: entityId,
    title: name || accountName || entityId,
  }),
  fields: ({
    entityId,
    clientId,
    subClientId,
    intermediaryBank,
    branchInformation,
    ...details
  }) => ({
    ...details,
    ...partsOf('intermediaryBank', intermediaryBank),
    ...partsOf('branchInformation', branchInformation),
  }),
};

export const watchedSubClient: Watched<SubClient> = {
  kind: 'sub-client',
  about: (subClient) => ({ subjectId: subClient.entityId, title: nameOf(subClient) }),
  fields: ({ status, approvalStatus, stagesRemaining, approvalComments, callbackUrl }) => ({
    status,
    approvalStatus,
    stagesRemaining: stagesRemaining.join(', '),
    approvalComments,
    callbackUrl: callbackUrl ?? '',
  }),
};

/** A record of a sub-client's, with the sub-client it belongs to. */
export type Owned<R> = { readonly record: R; readonly subClientId: string; readonly owner: string };

export const watchedDocument: Watched<Owned<SubClientDocument>> = {
  kind: 'document',
  about: ({ record: { id, documentType }, subClientId, owner }) => ({
    subjectId: id,
    placeId: subClientId,
    title: `${documentType || id} · ${owner}`,
  }),
  fields: ({ record: { approvalStatus, comment, expiryStatus, isDeleted } }) => ({
    approvalStatus: approvalStatus ?? '',
    comment: comment ?? '',
    expiryStatus: expiryStatus ?? '',
    isDeleted: String(isDeleted),
  }),
};

export const watchedShareholder: Watched<Owned<Shareholder>> = {
  kind: 'shareholder',
  about: ({ record: { id, name }, subClientId, owner }) => ({
    subjectId: id,
    placeId: subClientId,
    title: `${name || id} · ${owner}`,
  }),
  fields: ({ record: { ownershipPercentage, status } }) => ({ ownershipPercentage, status }),
};

export const watchedAccount: Watched<{ readonly number: string; readonly record: Account }> = {
  kind: 'account',
  about: ({ number, record: { accountName, currencyIso3Code } }) => ({
    subjectId: number,
    title: `${accountName || number} · ${currencyIso3Code}`,
    accountNumber: number,
  }),
  fields: ({ record: { status, accountName, accountType } }) => ({
    status,
    accountName,
    accountType,
  }),
};

export const watchedConfiguration: Watched<ClientConfiguration> = {
  kind: 'webhook',
  about: ({ clientId }) => ({ subjectId: clientId, title: 'Webhook configuration' }),
  fields: ({ currentMode, endpoints }) => ({
    currentMode,
    ...Object.fromEntries(
      endpoints.map(({ mode, callbackUrl }) => [`callbackUrl.${mode}`, callbackUrl]),
    ),
  }),
};

const nameOf = ({ name, businessName, entityId }: SubClient): string =>
  name || businessName || entityId;

/** The name of a sub-client out of its stored record; its identifier where it is not known here. */
export const ownerName = (document: string | undefined, subClientId: string): string =>
  document === undefined ? subClientId : nameOf(JSON.parse(document) as SubClient);

const titleOf = (first: string, word: string, second: string): string =>
  first === '' ? second : `${first} ${word} ${second}`;

/** An amount of which nobody said in what is told as it came. */
function sumText(amount: string | null | undefined, currency: string): string {
  if (typeof amount !== 'string') return '';
  return currency === '' ? amount : formatMoney(money(amount, currency));
}

const partsOf = (
  name: string,
  parts: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries(parts ?? {}).map(([part, text]) => [`${name}.${part}`, text]));

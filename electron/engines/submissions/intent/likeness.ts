import type { VirtualAccountOrder } from '../../../../shared/bank/accounts.ts';
import type { ChangingOperation, OperationInput } from '../../../../shared/bank/catalogue.ts';
import type { RemittanceOrder } from '../../../../shared/bank/remittances.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';

/** Equal for payments that look like one sent twice: same payee, amount and currency, from any account. */
export const transferLikeness = ({
  beneficiaryId,
  amount,
  currency,
}: Pick<PaymentOrder, 'beneficiaryId' | 'amount' | 'currency'>): string =>
  `transfer|${beneficiaryId}|${amount}|${currency}`;

/** Equal for remittances that look like one sent twice. */
export const remittanceLikeness = ({
  recipientAccountNumber,
  amount,
  currency,
}: Pick<RemittanceOrder, 'recipientAccountNumber' | 'amount' | 'currency'>): string =>
  `remittance|${recipientAccountNumber}|${amount}|${currency}`;

/** Equal for two deals at one price. */
export const dealLikeness = (quoteId: string): string => `trade|${quoteId}`;

/** Equal for accounts of the same name, currency and owner. */
export const accountLikeness = ({
  currencyIso3Code,
  accountName,
  ownerEntityId = '',
}: VirtualAccountOrder): string =>
  JSON.stringify(['createVirtualAccount', currencyIso3Code, accountName, ownerEntityId]);

type Likenesses = {
  readonly [N in ChangingOperation]: (input: OperationInput<N>) => readonly string[];
};

const none = (): readonly string[] => [''];

const likenesses: Likenesses = {
  createSingleTransfer: ({ body }) => [transferLikeness(body)],
  initiateRemittance: ({ body }) => [remittanceLikeness(body)],
  lockRate: ({ body }) => [dealLikeness(body.quoteId)],
  // A script opens an account without a likeness.
  createVirtualAccount: ({ body }) => ['', accountLikeness(body)],
  ...{ createReceivable: none, simulateInflow: none },
  ...{ createBeneficiary: none, updateBeneficiary: none },
  ...{ createSubclient: none, updateSubclient: none, submitSubclient: none },
  ...{ deleteSubclient: none, uploadSubclientDocuments: none },
  ...{ createSubclientShareholder: none, updateSubclientShareholder: none },
  ...{ addANewClientConfiguration: none, updateClientConfigurationCurrentMode: none },
};

/** Returns the likenesses that an intent with this input may have. An empty text means that it may have none. */
export const likenessesOf = <N extends ChangingOperation>(
  operation: N,
  input: OperationInput<N>,
  { [operation]: read }: Pick<Likenesses, N> = likenesses,
): readonly string[] => read(input);

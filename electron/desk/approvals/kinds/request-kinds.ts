import type { ChangingOperation, OperationInput } from '../../../../shared/bank/catalogue.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Approval } from '../../../engines/submissions/approval.ts';
import { aboutRecord, titleOf } from '../../../engines/submissions/submission-views.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import { submit } from '../../../engines/submissions/submissions.ts';
import type { Intent } from '../../../engines/submissions/intent/intent.ts';
import { beneficiaryById } from '../../../nouns/beneficiaries/tables.ts';
import { createReceivable } from '../../../nouns/orders/receivables/receivables.ts';
import { sendRemittance } from '../../../nouns/orders/remittances/remittances.ts';
import { subjectOfNew } from '../../../nouns/sub-clients/onboarding-file/subject.ts';
import { subClientById } from '../../../nouns/sub-clients/records/tables.ts';
import { webhookSubject } from '../../../nouns/webhooks/refresh.ts';
import type { DeskParts } from '../../open-bank/changes.ts';

/** How a change is sent: its reference, and the sender's confirmations. */
export type Sending = { readonly reference: string; readonly approval: Approval };

/** How a request of one operation is read by a colleague's desk, and sent as it was approved. */
export type RequestKind<N extends ChangingOperation> = {
  /** What is requested, as a noun. */
  readonly label: string;
  /** Its subject in a few words, such as `to Copperline`; it also identifies a request without an amount. */
  readonly about: (parts: Pick<DeskParts, 'reader'>, input: OperationInput<N>) => string;
  /** Sends it with the noun's own checks. With parts that only prepare, it hands over what it would send. */
  readonly send: (
    parts: DeskParts,
    input: OperationInput<N>,
    sending: Sending,
    context: Context,
  ) => Promise<Outcome<Submission>>;
};

/** Every operation with an effect: a missing one does not compile. Those with a string are read and sent by code of their own. */
export type RequestKinds = {
  readonly [N in ChangingOperation]: RequestKind<N> | 'payment' | 'limit' | 'document';
};

type Plain<N extends ChangingOperation> = Pick<RequestKind<N>, 'label' | 'about'> & {
  /** The record that allows one open change at a time; the same as the noun's own subject. */
  readonly subject: (input: OperationInput<N>, reference: string) => string;
};

/** A change without further checks: its payload is sent unchanged. */
function plain<N extends ChangingOperation>(
  operation: N,
  { label, about, subject }: Plain<N>,
): RequestKind<N> {
  const intentOf = (
    parts: DeskParts,
    input: OperationInput<N>,
    { reference }: Sending,
  ): Intent<N> => {
    const name = about(parts, input);
    return {
      ...{ reference, operation, subject: subject(input, reference), payload: input },
      about: aboutRecord(`${titleOf(operation)}: ${name}`, name),
    };
  };
  return {
    ...{ label, about },
    send: async (parts, input, sending, context) => {
      const sent = await submit(parts, intentOf(parts, input, sending), context);
      return sent.ok ? ok(sent.value.submission) : sent;
    },
  };
}

type Reading = Pick<DeskParts, 'reader'>;

const named = (name: string | undefined, id: string): string =>
  name === undefined || name === '' ? id : name;

const payeeNamed = ({ reader }: Reading, entityId: string): string =>
  named(beneficiaryById(reader, entityId)?.beneficiary.name, entityId);

/** The sub-client's name in the local copy, else its identifier. */
export const subClientNamed = ({ reader }: Reading, id: string): string =>
  named(subClientById(reader, id)?.subClient.name, id);

type OfSubClient = { readonly path: { readonly id: string } };

const ofSubClient = {
  about: (parts: Reading, { path }: OfSubClient) => subClientNamed(parts, path.id),
  subject: ({ path }: OfSubClient) => path.id,
};

export const requestKinds: RequestKinds = {
  createSingleTransfer: 'payment',
  lockRate: 'limit',
  uploadSubclientDocuments: 'document',
  initiateRemittance: {
    label: 'Remittance',
    about: (_parts, { body }) => `to ${body.recipientName}`,
    send: async (parts, { body: order }, { approval }, context) => {
      const sent = await sendRemittance(parts, { order, approval }, context);
      return sent.ok ? ok(sent.value.submission) : sent;
    },
  },
  createReceivable: {
    label: 'Receivable',
    about: (_parts, { body }) => `from ${body.payerName}`,
    send: (parts, { body }, _sending, context) => createReceivable(parts, body, context),
  },
  simulateInflow: plain('simulateInflow', {
    label: 'Simulated inflow',
    about: (_parts, { body }) => `to account ${body.accountNumber}`,
    subject: (_input, reference) => `simulateInflow:${reference}`,
  }),
  createVirtualAccount: plain('createVirtualAccount', {
    label: 'New account',
    about: (_parts, { body }) => `${body.accountName} in ${body.currencyIso3Code}`,
    subject: (_input, reference) => `account:${reference}`,
  }),
  createBeneficiary: plain('createBeneficiary', {
    label: 'New payee',
    about: (_parts, { body }) => body.name,
    subject: (_input, reference) => `payee:${reference}`,
  }),
  updateBeneficiary: plain('updateBeneficiary', {
    label: 'Change of payee',
    about: (parts, { path }) => payeeNamed(parts, path.entityId),
    subject: ({ path }) => path.entityId,
  }),
  createSubclient: plain('createSubclient', {
    label: 'New sub-client',
    about: (_parts, { body }) => body.name,
    subject: ({ body }) => subjectOfNew(body.name),
  }),
  updateSubclient: plain('updateSubclient', { label: 'Change of sub-client', ...ofSubClient }),
  submitSubclient: plain('submitSubclient', { label: 'Submission of sub-client', ...ofSubClient }),
  deleteSubclient: plain('deleteSubclient', { label: 'Deletion of sub-client', ...ofSubClient }),
  createSubclientShareholder: plain('createSubclientShareholder', {
    ...ofSubClient,
    label: 'New shareholder',
    about: (parts, { path, body }) => `${body.name} of ${subClientNamed(parts, path.id)}`,
  }),
  updateSubclientShareholder: plain('updateSubclientShareholder', {
    ...ofSubClient,
    label: 'Change of shareholder',
    about: (parts, { path }) => `${path.shareholderId} of ${subClientNamed(parts, path.id)}`,
  }),
  addANewClientConfiguration: plain('addANewClientConfiguration', {
    label: 'Webhook address',
    about: (_parts, { body }) => `${body.callbackUrl} for ${body.mode}`,
    subject: ({ path }) => webhookSubject(path.clientId),
  }),
  updateClientConfigurationCurrentMode: plain('updateClientConfigurationCurrentMode', {
    label: 'Webhook mode',
    about: (_parts, { body }) => body.mode,
    subject: ({ path }) => webhookSubject(path.clientId),
  }),
};

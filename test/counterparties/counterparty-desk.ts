import { createHash } from 'node:crypto';

import { expect } from 'vitest';

import { readCounterparty } from '../../electron/desk/counterparties/counterparty.ts';
import { readerMethods } from '../../electron/desk/open-bank/reader-methods.ts';
import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { timestampNow } from '../../electron/engines/machine/context.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import type { Remote } from '../../electron/engines/store/threads/remote-methods.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import { intentOf } from '../../electron/nouns/payments/send.ts';
import { OwnOrderCopier } from '../../electron/nouns/statements/counterparty/own-order-copier.ts';
import type { OwnOrderWrites } from '../../electron/nouns/statements/counterparty/own-orders.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { RouteInput } from '../../shared/ipc/contract.ts';
import type { Counterparty } from '../../shared/ipc/counterparties.ts';
import type { SubmissionState } from '../../shared/ipc/submissions.ts';
import { openLoneDesk, paying, type LoneDesk } from '../support/desks/lone-desk.ts';

export type CounterpartyDesk = LoneDesk & {
  readonly read: (question: RouteInput<'counterparties.get'>) => Promise<Counterparty>;
  /** The bank's whole list of payees, as it is now. */
  readonly list: (...payees: readonly BeneficiaryRecord[]) => void;
  /** Sends a payment; without a state it has no answer. */
  readonly pay: (payee: BeneficiaryRecord, reference: string, given?: Paid) => void;
  /** Sends a change of a payee, which the bank accepts. */
  readonly change: (entityId: string, body: object, person?: string) => void;
  /** Copies the accepted orders of the journal to the entries that settle them. */
  readonly copyOrders: () => Promise<void>;
};

type Paid = {
  readonly amount?: string;
  readonly currency?: string;
  readonly state?: Exclude<SubmissionState, 'sending'>;
};

/** A desk without a bank, whose bank file calls the other side of an entry `payee`. */
export function openCounterpartyDesk(): CounterpartyDesk {
  const desk = openLoneDesk();
  const file = parseBankFile(
    JSON.stringify({
      ...{ name: 'Scripted', environment: 'uat', baseUrl: 'https://bank.invalid' },
      operations: { getStatement: { response: { counterparty: '/payee' } } },
    }),
  );
  if (!file.ok) expect.fail(file.error.message);
  const { parts, reader, cache } = desk;
  const { journal, clock } = parts;
  const copy = {
    ...{ journal, reader, team: null },
    questions: answeredHere(readerMethods(reader).reads),
  };
  let changes = 0;
  return {
    ...desk,
    read: (question) => readCounterparty({ copy, clock, bankFile: file.value }, question),
    list: (...payees) => {
      cache.saveBeneficiaries(payees, timestampNow(clock), { complete: true });
    },
    pay: (payee, reference, { amount = '100.00', currency = 'USD', state } = {}) => {
      const order = {
        ...{ accountNumber: paying, beneficiaryId: payee.entityId },
        ...{ amount, currency, reference },
      };
      const { likeness = null, payload, ...intent } = intentOf(order, payee);
      send(desk, { ...intent, likeness }, payload, state);
    },
    change: (entityId, body, person) => {
      changes += 1;
      const about = {
        ...{ title: 'Change', amount: null, accountNumber: null, counterparty: null },
        ...{ counterpartyId: entityId, ...(person !== undefined && { person }) },
      };
      const reference = `change-${String(changes)}`;
      const intent = { operation: 'updateBeneficiary', subject: entityId, likeness: null } as const;
      send(desk, { reference, ...intent, about }, { path: { entityId }, body }, 'accepted');
    },
    copyOrders: () =>
      new OwnOrderCopier({
        ...{ journal, reader, onCopied: () => undefined },
        // Answered at once instead of by the thread.
        writer: cache as unknown as Remote<OwnOrderWrites>,
        onFault: (fault) => expect.fail(fault.message),
      }).run(),
  };
}

type Sent = Omit<Parameters<typeof createSubmission>[1], 'payload' | 'payloadHash'>;

function send(
  { parts: { journal, clock } }: LoneDesk,
  intent: Sent,
  input: object,
  state: Paid['state'],
): void {
  const payload = JSON.stringify(input);
  const payloadHash = createHash('sha256').update(payload).digest('hex');
  const at = timestampNow(clock);
  const { submission } = createSubmission(
    journal,
    { ...intent, payload, payloadHash },
    { at, correlationId: 'test', clocks: clock.moment() },
  );
  if (state !== undefined) settleSubmission(journal, submission.submissionId, { state, at });
}

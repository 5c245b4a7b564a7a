import type { OrderParts } from './parts.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import {
  listRegister,
  registeredById,
  registerRecord,
  type Registered,
  type RegisterKind,
  type RegisterRecord,
} from './tables.ts';
import {
  notesOf,
  sumText,
  titleOf,
  type Watched,
} from '../../engines/store/records/event-notes.ts';
import { filledIn, isFinal } from './record.ts';
import { openOrderOf, settleByRecord } from './settlement.ts';

type Reading<K extends RegisterKind> = {
  readonly operation: OperationName;
  readonly read: (
    bank: BankClient,
    id: string,
    context: Context,
  ) => Promise<Outcome<RegisterRecord<K>>>;
};

const readings: { readonly [K in RegisterKind]: Reading<K> } = {
  remittance: {
    operation: 'getRemittance',
    read: async (bank, id, context) => {
      const answer = await bank.call('getRemittance', { path: { id } }, context);
      return answer.ok ? ok(answer.value.remittance) : answer;
    },
  },
  receivable: {
    operation: 'getReceivable',
    read: async (bank, id, context) => {
      const answer = await bank.call('getReceivable', { path: { id } }, context);
      return answer.ok ? ok(answer.value.receivable) : answer;
    },
  },
};

/** The fields whose changes the timeline lists, and the title of an order there. */
const watchedOrders: { readonly [K in RegisterKind]: Watched<RegisterRecord<K>> } = {
  remittance: {
    kind: 'remittance',
    about: ({ id, amount, currency, recipientName, accountNumber }) => ({
      subjectId: id,
      title: titleOf(sumText(amount, currency), 'to', recipientName || id),
      accountNumber,
    }),
    fields: ({ status, reason }) => ({ status, reason }),
  },
  receivable: {
    kind: 'receivable',
    about: ({ id, amount, currency, payerName, accountNumber }) => ({
      subjectId: id,
      title: titleOf(sumText(amount, currency), 'from', payerName || id),
      accountNumber,
    }),
    fields: ({ status, reason, paidAmount }) => ({ status, reason, paidAmount: paidAmount ?? '' }),
  },
};

/** Records that one refresh reads, those with the oldest data first. */
const refreshMax = 500;

/**
 * Reads a record from the bank by its id and saves it in the register. Settles our submission without an answer that has
 * the record's reference. Fails with the bank's error.
 */
export async function importRecord<K extends RegisterKind>(
  parts: OrderParts,
  kind: K,
  id: string,
  context: Context,
): Promise<Outcome<Registered<K>>> {
  const answer = await readings[kind].read(parts.bank, id, context);
  if (!answer.ok) return answer;
  if (answer.value.id !== id)
    return fail('bank.unexpected', context.correlationId, {
      message: `The bank answered with ${answer.value.id} instead of ${id}.`,
      operation: readings[kind].operation,
    });
  const before = registeredById(parts.journal, kind, id)?.record ?? null;
  const record = keepRecord(parts, kind, answer.value);
  await noteChanges(parts, kind, before, record);
  settleByRecord(parts, kind, record);
  const stored = registeredById(parts.journal, kind, id);
  return stored ? ok(stored) : fail('internal', context.correlationId);
}

/** Notes no event for a record that is new here: a person imported it. */
async function noteChanges<K extends RegisterKind>(
  { cache, clock }: OrderParts,
  kind: K,
  before: RegisterRecord<K> | null,
  after: RegisterRecord<K>,
): Promise<void> {
  if (before === null) return;
  const notes = notesOf(watchedOrders[kind], before, after);
  if (notes.length > 0) await cache.noteEvents(notes, timestampNow(clock));
}

/** Saves the bank's answer, with its blank fields filled in from the earlier record or from our own order. */
function keepRecord<K extends RegisterKind>(
  { journal, clock }: OrderParts,
  kind: K,
  answer: RegisterRecord<K>,
): RegisterRecord<K> {
  const order = openOrderOf(journal, kind, answer);
  const isOurs = order?.mismatch === null;
  const known: object = registeredById(journal, kind, answer.id)?.record ?? {};
  const record = filledIn(answer, { ...(isOurs ? order.sent : {}), ...known });
  registerRecord(journal, kind, record, {
    origin: isOurs ? 'made' : 'imported',
    asOf: timestampNow(clock),
  });
  return record;
}

/**
 * Reads every record again that is not final, one after the other. Stops where the bank cannot be reached or is busy. A
 * record that the bank refuses to return stays unchanged. `count`: records read.
 */
export async function refreshRegister(
  parts: OrderParts,
  context: Context,
  kinds: readonly RegisterKind[] = ['remittance', 'receivable'],
): Promise<Outcome<{ count: number }>> {
  let count = 0;
  let refusal: AppError | null = null;
  for (const kind of kinds) {
    if (!parts.bank.isOpen(readings[kind].operation)) continue;
    for (const id of dueIds(parts, kind)) {
      const read = await importRecord(parts, kind, id, context);
      if (read.ok) count += 1;
      else if (concernsAll(read.error)) return read;
      else refusal ??= read.error;
    }
  }
  return count === 0 && refusal ? err(refusal) : ok({ count });
}

const dueIds = ({ journal }: OrderParts, kind: RegisterKind): string[] =>
  listRegister(journal, kind)
    .filter(({ record }) => !isFinal(record))
    .toSorted((a, b) => (a.asOf < b.asOf ? -1 : a.asOf > b.asOf ? 1 : 0))
    .slice(0, refreshMax)
    .map(({ id }) => id);

/** Would the next record fail for the same reason? */
const concernsAll = ({ code }: AppError): boolean =>
  /^(network|session)\.|^cancelled$|^bank\.(busy|unavailable)$/.test(code);

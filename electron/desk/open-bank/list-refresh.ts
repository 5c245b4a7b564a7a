import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { StoreTopic } from '../../../shared/ipc/events.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { refreshBeneficiaries } from '../../nouns/beneficiaries/refresh.ts';
import { refreshTrades } from '../../nouns/conversions/refresh.ts';
import { refreshRegister } from '../../nouns/orders/reading.ts';
import { refreshSubClients } from '../../nouns/sub-clients/refresh.ts';
import { refreshTransfers } from '../../nouns/payments/refresh.ts';
import { refreshConfiguration } from '../../nouns/webhooks/refresh.ts';
import type { DeskParts } from './changes.ts';

type Lists = {
  readonly changes: DeskParts;
  /** Null while the owner of the sub-clients is unknown. */
  readonly clientId: string | null;
  /** Called after a list was read. */
  readonly onList: (topic: StoreTopic) => void;
};

type Reading = {
  readonly operation: OperationName;
  readonly topics: readonly StoreTopic[];
  readonly read: () => Promise<Outcome<unknown>>;
};

/**
 * Reads every list of the bank, one after the other. A refused list does not stop the others; an unreachable bank does. Returns the first
 * failure.
 */
export async function refreshLists(lists: Lists, context: Context): Promise<Outcome<null>> {
  let failure: AppError | null = null;
  for (const { operation, topics, read } of readings(lists, context)) {
    if (!lists.changes.bank.isOpen(operation)) continue;
    const done = await read();
    if (done.ok) topics.forEach(lists.onList);
    else failure ??= done.error;
    if (!done.ok && /^(network|session|store)\.|^cancelled$/.test(done.error.code)) break;
  }
  return failure ? err(failure) : ok(null);
}

function readings({ changes, clientId }: Lists, context: Context): Reading[] {
  const common: Reading[] = [
    {
      operation: 'getAllBeneficiaries',
      topics: ['beneficiaries'],
      read: () => refreshBeneficiaries(changes, context),
    },
    {
      operation: 'findTransfers',
      topics: ['transfers'],
      read: () => refreshTransfers(changes, context),
    },
    { operation: 'getAllTrades', topics: ['trades'], read: () => refreshTrades(changes, context) },
    {
      operation: 'getRemittance',
      topics: ['remittances'],
      read: () => refreshRegister(changes, context, ['remittance']),
    },
    {
      operation: 'getReceivable',
      topics: ['receivables'],
      read: () => refreshRegister(changes, context, ['receivable']),
    },
  ];
  if (clientId === null) return common;
  return [
    ...common,
    {
      operation: 'getAllSubclients',
      topics: ['subClients'],
      read: () => refreshSubClients(changes, clientId, context),
    },
    {
      operation: 'getClientConfiguration',
      topics: ['webhooks'],
      read: () => refreshConfiguration(changes, clientId, context),
    },
  ];
}

import { z } from 'zod';

import { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { LedgerChange } from '../ledger/ledger.ts';
import { AgendaStep } from '../orders/agenda.ts';
import { TransferRecord } from '../payments/state.ts';
import { SeedParameters } from '../seed/parameters.ts';
import { SavedAnswer } from '../server/idempotency.ts';
import type { Snapshots } from '../server/served-bank.ts';
import { seedBank, type Bank } from './bank.ts';
import { orderParts, recordParts } from './nouns.ts';
import { listText, objectText } from './record-texts.ts';
import { isStep } from './settle.ts';
import { together } from './together.ts';

const Orders = z
  .strictObject(together(orderParts.map((part) => part.savedFields)))
  .refine(({ agenda }) => agenda.every(({ kind }) => isStep(kind)), 'has an unknown step');

/** The bank's state: the parameters of the seed, and all changes since. Amounts are decimal texts. */
export const Snapshot = z.strictObject({
  version: z.literal(1),
  parameters: SeedParameters,
  clock: z.union([
    z.strictObject({ offsetMs: z.number() }),
    z.strictObject({ standsAtMs: z.number() }),
  ]),
  ...together(recordParts.map((part) => part.savedFields)),
  // Older state files do not have it yet.
  orders: Orders.prefault({}),
});
export type Snapshot = z.output<typeof Snapshot>;

/**
 * The state as it is now. The schema puts the fields in its own order: equal states give equal texts. The long lists, of records
 * that are replaced and never changed, are not checked and written anew each time.
 */
export function takeSnapshot(bank: Bank): string {
  const records = together(recordParts.map((part) => part.save(bank)));
  const orders = together(orderParts.map((part) => part.save(bank)));
  const { answers } = records.idempotency;
  const short = Snapshot.parse({
    version: 1,
    parameters: bank.parameters,
    clock: bank.clock.state(),
    ...{ ...records, entries: [], beneficiaries: [] },
    idempotency: { ...records.idempotency, answers: [] },
    orders: { ...orders, transfers: [], agenda: [] },
  } satisfies Snapshot);
  return objectText(short, {
    entries: listText(LedgerChange, records.entries),
    beneficiaries: listText(BeneficiaryRecord, records.beneficiaries),
    idempotency: objectText(short.idempotency, { answers: listText(SavedAnswer, answers) }),
    orders: objectText(short.orders, {
      transfers: listText(TransferRecord, orders.transfers),
      agenda: listText(AgendaStep, orders.agenda),
    }),
  });
}

export const snapshotsOf = (bank: Bank): Snapshots => ({
  take: () => takeSnapshot(bank),
  read(text) {
    const snapshot = parseSnapshot(text);
    return (
      snapshot && {
        parameters: snapshot.parameters,
        restore: () => restoreBank(bank, snapshot),
      }
    );
  },
});

function parseSnapshot(text: string): Snapshot | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Snapshot.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/** Puts the bank back into the state of a snapshot; the seeded history is written anew. */
function restoreBank(bank: Bank, snapshot: Snapshot): void {
  const seeded = seedBank(snapshot.parameters);
  const restored = {
    ...seeded,
    ...together(recordParts.map((part) => part.restore(snapshot, seeded))),
    ...together(orderParts.map((part) => part.restore(snapshot.orders, seeded))),
  };
  bank.clock.set(snapshot.clock);
  Object.assign(bank, restored);
}

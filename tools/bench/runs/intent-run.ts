import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { deskClock, systemClock } from '../../../electron/engines/machine/context.ts';
import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { createSubmission } from '../../../electron/engines/submissions/journal/table-writes.ts';
import { newReference } from '../../../shared/reference.ts';
import { quantile, timed } from '../figures.ts';

/** How long a payment's intent takes until it is durable and checkpointed, compared with a bare write and fsync of 4 KiB. */
const count = 3_000;
const clock = deskClock(systemClock, () => null);
const folder = mkdtempSync(join(tmpdir(), 'nostro-intent-'));

const journal = openJournal(join(folder, 'journal.db'), new Uint8Array(32).fill(7), {
  program: 'bench',
});
const file = openSync(join(folder, 'floor'), 'w');
const page = Buffer.alloc(4_096, 1);
// By turns, so that other load of the machine affects both alike.
const ours: number[] = [];
const floor: number[] = [];
for (let round = 0; round < count / 10; round += 1) {
  ours.push(...(await timed(10, intend)));
  floor.push(...(await timed(10, writeThrough)));
}
closeSync(file);
closeJournal(journal);
rmSync(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({
    p50Ms: quantile(ours, 0.5),
    p99Ms: quantile(ours, 0.99),
    floorP99Ms: quantile(floor, 0.99),
  }),
);

function writeThrough(): void {
  writeSync(file, page);
  fsyncSync(file);
}

function intend(): void {
  const reference = newReference();
  const amount = { amount: '1250.10', currency: 'USD' };
  const body = { accountNumber: '2010044871', beneficiaryId: 'b-1', ...amount, reference };
  createSubmission(
    journal,
    {
      reference,
      operation: 'createSingleTransfer',
      subject: `transfer:${reference}`,
      payload: JSON.stringify({ body }),
      payloadHash: 'a'.repeat(64),
      likeness: 'transfer|b-1|1250.10|USD',
      about: {
        title: 'Transfer to Oduya Foods',
        amount,
        accountNumber: '2010044871',
        counterparty: 'Oduya Foods',
        counterpartyId: 'b-1',
      },
    },
    { at: new Date().toISOString(), correlationId: 'bench', clocks: clock.moment() },
  );
}

import '../setup/quick-stretch.ts';

import { withDesk } from '../../../electron/cli/input/bank-access.ts';
import { processIo } from '../../../electron/cli.ts';
import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import { listSubmissions } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { syncAccounts } from '../../../electron/nouns/statements/sync/sync-accounts.ts';
import { sendTransfer } from '../../../electron/nouns/payments/send.ts';
import { todayAt } from '../../../shared/calendar/calendar.ts';
import { newReference } from '../../../shared/reference.ts';
import { programs } from '../programs/programs.ts';

/**
 * A desk that syncs and pays at once until it is killed: single payments, or files with `pay files`. With `settle` it only looks up
 * what is open and prints its journal.
 */
const [bankFile, dataDir = '', task, from = ''] = process.argv.slice(2);

const accountNumber = '9988776655';
const context = { correlationId: 'kill test' };

async function payWithoutEnd({ changes }: BankDesk): Promise<never> {
  for (let count = 1; ; count += 1) {
    const sent = await sendTransfer(
      changes,
      {
        accountNumber,
        beneficiaryId: 'b-1',
        // No two of any desk are alike.
        amount: `${String(process.pid)}${String(count).padStart(5, '0')}.25`,
        currency: 'USD',
        narration: '',
        reference: newReference(),
        payeeFingerprint: null,
        approval: { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false },
      },
      context,
    );
    if (!sent.ok) throw new Error(sent.error.message);
  }
}

/** Files of twelve lines each, sent in groups. */
async function payFilesWithoutEnd({ paymentFiles }: BankDesk): Promise<never> {
  for (let count = 1; ; count += 1) {
    const heading = 'account,beneficiary id,amount,currency,reference';
    const lines = Array.from({ length: 12 }, (_, at) =>
      [
        ...[accountNumber, 'b-1'],
        `${String(process.pid)}${String(count).padStart(3, '0')}${String(at).padStart(2, '0')}.75`,
        ...['USD', newReference()],
      ].join(),
    );
    const bytes = new Uint8Array(Buffer.from([heading, ...lines].join('\n')));
    const added = await paymentFiles.add({ fileName: `run-${String(count)}.csv`, bytes }, context);
    if (!added.ok) throw new Error(added.error.message);
    const { batchId } = added.value;
    const word = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;
    const started = await paymentFiles.start(batchId, word, context);
    if (!started.ok) throw new Error(started.error.message);
    await paymentFiles.ended();
  }
}

async function syncWithoutEnd({ syncParts }: BankDesk): Promise<never> {
  const question = { accountNumbers: [accountNumber], from, to: todayAt(Date.now()) };
  for (;;) {
    const read = await syncAccounts(syncParts, question, context);
    if (!read.ok) throw new Error(read.error.message);
  }
}

await withDesk({ io: processIo(programs), bankFile, dataDir }, async (desk) => {
  await desk.lookups.tick({ all: true });
  if (task !== 'settle') {
    const pay = task === 'pay files' ? payFilesWithoutEnd : payWithoutEnd;
    return Promise.race([pay(desk), syncWithoutEnd(desk)]);
  }
  const listed = listSubmissions(desk.copy.journal).map(({ reference, state, attempts }) => ({
    reference,
    state,
    attempts: attempts.length,
  }));
  process.stdout.write(JSON.stringify(listed));
  return undefined;
});

import { expect, test } from 'vitest';

import { addPaymentFile } from '../../../electron/nouns/payments/file/payment-files.ts';
import {
  listPaymentFiles,
  stopInterrupted,
} from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import {
  awaitColumns,
  knownWaiting,
  lookAtWaiting,
  saveMatchDraft,
} from '../../../electron/nouns/payments/file/waiting-files.ts';
import {
  forgetWaiting,
  listWaiting,
  waitingBytes,
} from '../../../electron/nouns/payments/file/tables/waiting-table.ts';
import { row, run } from '../../../electron/engines/store/database.ts';
import type { ColumnMatchDraft } from '../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../shared/limits.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { bytesOf } from '../../support/stores/table-files.ts';
import { openBatchDesk } from './batch-desk.ts';

const text = 'Zahlungslauf\r\nKonto;Empfänger;Betrag;Währung\r\n1;Payee b-1;1.234,50;USD';
const draft: ColumnMatchDraft = {
  fields: ['account', 'beneficiary', 'amount', ''],
  decimals: 'comma',
  firstLine: 3,
  remember: false,
};

test('a file that is being matched waits with its draft, under its own bytes, until it is accepted', async () => {
  const { parts } = openBatchDesk();
  const { journal } = parts;
  const dropped = { fileName: 'C:\\lauf.csv', bytes: bytesOf(text), accountNumber: '1' };
  const first = valueOf(await awaitColumns(parts, dropped, context));
  expect(first).toMatchObject({ fileName: 'lauf.csv', draft: null, accountNumber: '1' });
  saveMatchDraft(journal, first.fileId, draft);
  const again = valueOf(await lookAtWaiting(parts, { fileId: first.fileId }, context));
  expect(again).toMatchObject({ fileId: first.fileId, draft, firstLine: 3 });
  expect(Buffer.from(await waitingBytes(journal, first.fileId)).toString()).toBe(
    Buffer.from(dropped.bytes).toString(),
  );
  // Dropped once more, it is the same file, with its draft.
  expect(valueOf(await awaitColumns(parts, dropped, context))).toMatchObject({
    fileId: first.fileId,
    draft,
  });
  const match = { ...draft, columns: { account: 0, beneficiary: 1, amount: 2 } };
  const added = await addPaymentFile(
    parts,
    { ...dropped, match, waitedAs: first.fileId },
    { whyUnread: () => null, context },
  );
  expect(added.ok).toBe(true);
  expect(listWaiting(journal)).toEqual([]);
  expect(row(journal, 'SELECT 1 FROM unmatched_payment_file_part')).toBeNull();
  expect(listPaymentFiles(journal)).toHaveLength(1);
  expect(() => knownWaiting(journal, first.fileId)).toThrow('no longer waits');
});

test('a large file waits in parts, and one that was half stored when the program ended is none', async () => {
  const { parts } = openBatchDesk();
  const { journal } = parts;
  const many = bytesOf(`${text}\r\n${'1;Payee b-2;2,00;USD\r\n'.repeat(15_000)}`);
  expect(many.length).toBeGreaterThan(300_000);
  const { fileId } = valueOf(
    await awaitColumns(parts, { fileName: 'gross.csv', bytes: many }, context),
  );
  expect(Buffer.compare(await waitingBytes(journal, fileId), many)).toBe(0);
  run(journal, 'UPDATE unmatched_payment_file SET is_whole = 0');
  expect(listWaiting(journal)).toEqual([]);
  stopInterrupted(journal, 'ended');
  expect(row(journal, 'SELECT 1 FROM unmatched_payment_file_part')).toBeNull();
});

test('what cannot be read is not stored, and no more files wait than a person can see', async () => {
  const { parts } = openBatchDesk();
  const { journal } = parts;
  const broken = { fileName: 'a.xlsx', bytes: Uint8Array.of(0x50, 0x4b, 3, 4, 0) };
  expect((await awaitColumns(parts, broken, context)).ok).toBe(false);
  expect(listWaiting(journal)).toEqual([]);
  for (let at = 0; at < limits.paymentFilesWaitingMax; at += 1)
    valueOf(
      await awaitColumns(parts, { fileName: `${at}.csv`, bytes: bytesOf(`${text}${at}`) }, context),
    );
  const refused = await awaitColumns(parts, { fileName: 'x.csv', bytes: bytesOf(text) }, context);
  expect(refused.ok ? '' : refused.error.message).toMatch(/^x\.csv was not taken: 20 files wait/);
  forgetWaiting(journal, listWaiting(journal)[0]?.fileId ?? '');
  expect(listWaiting(journal)).toHaveLength(limits.paymentFilesWaitingMax - 1);
});

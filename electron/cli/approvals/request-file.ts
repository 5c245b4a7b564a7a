import { basename } from 'node:path';

import { requestFile } from '../../desk/approvals/lines/file-request.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { noPremise } from '../../nouns/approvals/contents.ts';
import { standingOf } from '../../nouns/approvals/judge/standing.ts';
import { newContext, valueOf, type CommandIo, type ExitCode } from '../input/command.ts';
import { storedIdOf, type FileToPay } from '../pay-file.ts';
import { approvalsOf, requestView } from './approvals-access.ts';

/**
 * Requests the approval of the unsent lines of a payment file; nothing is sent. A file with lines that cannot be sent is requested only
 * with `skipProblems`. Without words, the file's name is used. Exit 4 while an approval is missing, 0 where the rules need none.
 */
export async function requestPaymentFile(
  desk: BankDesk,
  file: FileToPay,
  words: string,
  io: CommandIo,
): Promise<ExitCode> {
  const open = await approvalsOf(desk);
  const batchId = await storedIdOf(desk, file);
  const { counts, fileName } = await desk.paymentFiles.get(batchId, newContext());
  if (counts.invalid > 0 && !file.skipProblems)
    throw new DeskFault(
      'input.invalid',
      `${fileName}: ${String(counts.invalid)} lines cannot be sent. Nothing was requested. Repair them, or add --skip-problems.`,
    );
  const wanted = { changes: desk.changes, batchId, words: words || basename(file.path) };
  const { request, premises } = valueOf(await requestFile(open, wanted, newContext()));
  const { lines, needs, mayApprove } = standingOf(open.approvals.state, request, {
    premiseOf: (line) => premises[line] ?? noPremise,
    now: timestampNow(io.clock),
  });
  const may = lines.every((line) => line === 'may');
  io.print(JSON.stringify({ ...requestView(desk.copy.reader, request), may, needs, mayApprove }));
  return may ? 0 : 4;
}

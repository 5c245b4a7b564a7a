import { StatementPage } from '../../../../shared/bank/statements.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import type { BankClient } from '../../../engines/bank/client.ts';
import type { StatementDialect } from '../../../engines/bank/file/dialect.ts';
import type { Context } from '../../../engines/machine/context.ts';

export type SourceQuestion = RouteInput<'secondSources.fetch'> & {
  /** The account's id in the second API generation. */
  readonly entityId: string;
};

/** The bytes as received. */
export type FetchedSource = { readonly content: Uint8Array; readonly mimeType: string };

type Asking = { readonly bank: BankClient; readonly dates: StatementDialect['dates'] };

/** Fetches a file of either generation, or every page of the second one. Reads only. */
export function fetchSource(
  asking: Asking,
  question: SourceQuestion,
  context: Context,
): Promise<Outcome<FetchedSource>> {
  return question.kind === 'getStatementV2'
    ? fetchPages(asking.bank, question, context)
    : fetchFile(asking, question, context);
}

async function fetchFile(
  { bank, dates }: Asking,
  { kind, accountNumber, entityId, from, to, format }: SourceQuestion,
  context: Context,
): Promise<Outcome<FetchedSource>> {
  const query = { [dates[0]]: from, [dates[1]]: to, ...(format && { format }) };
  const answer =
    kind === 'downloadStatement'
      ? await bank.call('downloadStatement', { path: { accountNumber }, query }, context)
      : await bank.call('downloadStatementV2', { path: { entityId }, query }, context);
  if (!answer.ok) return answer;
  const { content, mimeType } = answer.value.file;
  const bytes = Buffer.from(content, 'base64');
  if (bytes.byteLength === 0)
    return unexpected(kind, 'The bank’s file is empty. Nothing was kept.', context);
  // Copied, since the pooled buffer also has other bytes.
  return ok({
    content: Uint8Array.from(bytes),
    mimeType: mimeType.replace(/[^\x20-\x7e]/g, '').slice(0, 100),
  });
}

/** Fetches the pages from 1 in sequence, each as one line of JSON with every digit of its numbers. */
async function fetchPages(
  bank: BankClient,
  { entityId, from, to }: SourceQuestion,
  context: Context,
): Promise<Outcome<FetchedSource>> {
  const lines: string[] = [];
  let bytes = 0;
  let first: StatementPage['statement'] | null = null;
  for (let page = 1; page <= limits.pagesMax; page += 1) {
    const answer = await bank.callUnchecked(
      'getStatementV2',
      { path: { entityId }, query: queryOf(page, { from, to }) },
      context,
    );
    if (!answer.ok) return answer;
    const read = StatementPage.safeParse(answer.value);
    if (!read.success) return unexpected('getStatementV2', unreadableMessage(page), context);
    const { statement } = read.data;
    first ??= statement;
    const problem = pageProblem(statement, first, page);
    if (problem !== null) return unexpected('getStatementV2', problem, context);
    const line = JSON.stringify(answer.value);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > limits.secondSourceBytesMax)
      return unexpected('getStatementV2', tooLargeMessage, context);
    lines.push(line);
    if (page >= statement.totalPages) break;
  }
  const content = new TextEncoder().encode(lines.join('\n'));
  return ok({ content, mimeType: 'application/x-ndjson' });
}

const queryOf = (page: number, { from, to }: { from: string; to: string }) => ({
  startDate: from,
  endDate: to,
  pageNumber: String(page),
  pageSize: String(limits.pageSizeDefault),
});

type PageHead = StatementPage['statement'];

/** Returns why a page cannot belong to the previous ones; null if it can. */
function pageProblem(statement: PageHead, first: PageHead, page: number): string | null {
  if (statement.page !== page)
    return `Page ${page} was asked for, the bank answered page ${statement.page}. Nothing was kept.`;
  if (statement.totalItems !== first.totalItems || statement.totalPages !== first.totalPages)
    return 'The statement moved while its pages were read: nothing was kept. Fetch it again.';
  if (statement.data.length === 0 && statement.totalItems > 0)
    return `Page ${page} of ${statement.totalPages} is empty. Nothing was kept.`;
  return null;
}

const unreadableMessage = (page: number): string =>
  `Page ${page} is not in the shape of a statement. Nothing was kept.`;

const tooLargeMessage =
  'The period is too large for one file: ask for fewer days. Nothing was kept.';

const unexpected = (
  operation: SourceQuestion['kind'],
  message: string,
  { correlationId }: Context,
) => fail('bank.unexpected', correlationId, { operation, message });

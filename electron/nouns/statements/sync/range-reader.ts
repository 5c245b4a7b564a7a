import { fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { BankClient } from '../../../engines/bank/client.ts';
import { dialectName, questionOf } from '../../../engines/bank/file/dialect.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { handOver } from '../../../engines/store/threads/worker-messages.ts';
import { pageIn, type AnsweredPage } from '../reading/answered-page.ts';
import type { Range } from '../reading/range.ts';
import type { Asking, HeldPage, PageQuestion } from '../reading/reading-messages.ts';
import type { StatementWrites } from '../writes.ts';

/** A page that is read here and not stored. */
export type ReadPage = AnsweredPage;

export type Page = Extract<HeldPage, { kind: 'page' }>;

export type PageAsking = {
  readonly bank: BankClient;
  readonly cache: StatementWrites;
  readonly range: Range;
  /** The number of the reading in the writer thread. */
  readonly reading: number;
};

/** Requests one page. The writer thread parses its bytes and holds the page. */
export async function askPage(
  { bank, cache, range, reading }: PageAsking,
  question: PageQuestion,
  context: Context,
): Promise<Outcome<Page>> {
  const held = await bank.callForBytes(
    'getStatement',
    inputOf(range, question),
    (bytes, secrets) => cache.holdPage(reading, question, handOver(bytes), secrets),
    context,
  );
  if (!held.ok) return held;
  return held.value.kind === 'page' ? ok(held.value) : unexpected(context, held.value.fields);
}

/** Requests one page and parses it here, storing nothing: for checks of how a bank responds. */
export async function readPage(
  bank: BankClient,
  range: Range,
  asking: Asking,
  { pageIndex, context }: { pageIndex: number; context: Context },
): Promise<Outcome<ReadPage>> {
  const question = { asking, pageIndex };
  const answer = await bank.callUnchecked('getStatement', inputOf(range, question), context);
  if (!answer.ok) return answer;
  const read = pageIn(answer.value, range, question);
  return read.page === null ? unexpected(context, read.fields) : ok(read);
}

function inputOf(range: Range, { asking, pageIndex }: Omit<PageQuestion, 'round'>) {
  const { dialect, ...rest } = asking;
  const { accountNumber, from, to } = range;
  const query = questionOf(dialect, { from, to, pageIndex, ...rest });
  return { path: { accountNumber }, query };
}

function unexpected(context: Context, fields: Readonly<Record<string, string>>): Outcome<never> {
  const [first] = Object.entries(fields);
  return fail('bank.unexpected', context.correlationId, {
    operation: 'getStatement',
    message: `The statement cannot be read: ${first ? first.join(' ') : 'wrong shape'}.`,
    fields,
  });
}

/** A bank may reject a question in another dialect, such as page 0 if its pages begin at 1. */
export const isRefusal = ({ code, bank }: AppError): boolean =>
  code === 'bank.refused' && (bank?.status === 400 || bank?.status === 422);

/** The error when no dialect fits, with the question and the difference. */
export function echoFailed(context: Context, asking: Asking, echo: string): Outcome<never> {
  return fail('bank.unexpected', context.correlationId, {
    operation: 'getStatement',
    message: `The statement does not answer the question (asked with ${dialectName(asking.dialect)}): ${echo}.`,
  });
}

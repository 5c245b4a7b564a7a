import { StatementPage } from '../../shared/bank/statements.ts';
import { fail, type AppError, type Outcome } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import type { BankClient } from '../bank/client.ts';
import {
  checkEcho,
  dialectName,
  questionOf,
  smallerPageSize,
  type StatementDialect,
} from '../bank/dialect.ts';
import type { Context } from '../machine/context.ts';
import type { Range } from './range.ts';

/** How the pages of a range are asked for. */
export type Asking = {
  readonly dialect: StatementDialect;
  readonly pageSize: number;
  /** What the bank calls the first page, once known. */
  readonly firstEcho?: number;
};

/** A page, and what of it does not echo the question; null when all does. */
export type ReadPage = {
  readonly page: StatementPage;
  readonly echo: string | null;
  /** The page size the bank insists on, when only that does not fit. */
  readonly smaller: number | null;
};

/** Asks for one page, counted from 0. */
export async function readPage(
  bank: BankClient,
  range: Range,
  asking: Asking,
  { pageIndex, context }: { pageIndex: number; context: Context },
): Promise<Outcome<ReadPage>> {
  const { dialect, ...rest } = asking;
  const question = { from: range.from, to: range.to, pageIndex, ...rest };
  const answer = await bank.callUnchecked(
    'getStatement',
    { path: { accountNumber: range.accountNumber }, query: questionOf(dialect, question) },
    context,
  );
  if (!answer.ok) return answer;
  const parsed = StatementPage.safeParse(answer.value);
  if (!parsed.success) return unexpected(context, parsed.error.issues);
  return ok({
    page: parsed.data,
    echo: checkEcho(question, dialect, parsed.data),
    smaller: smallerPageSize(question, dialect, parsed.data),
  });
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function unexpected(context: Context, issues: readonly Issue[]): Outcome<never> {
  const fields = Object.fromEntries(issues.slice(0, 10).map((i) => [i.path.join('.'), i.message]));
  const first = issues[0];
  return fail('bank.unexpected', context.correlationId, {
    operation: 'getStatement',
    message: `The statement cannot be read: ${first ? `${first.path.join('.')} ${first.message}` : 'wrong shape'}.`,
    fields,
  });
}

/** A bank may refuse a question in a dialect that is not its own, such as a page 0 where pages begin at 1. */
export const isRefusal = ({ code, bank }: AppError): boolean =>
  code === 'bank.refused' && (bank?.status === 400 || bank?.status === 422);

/** What was asked and what came back, when no dialect fits. */
export function echoFailed(context: Context, asking: Asking, echo: string): Outcome<never> {
  return fail('bank.unexpected', context.correlationId, {
    operation: 'getStatement',
    message: `The statement does not answer the question (asked with ${dialectName(asking.dialect)}): ${echo}.`,
  });
}

type Asked = Promise<Outcome<ReadPage>>;

/**
 * Pages from `first` on, a few in flight, handed out in order. Iteration ends after `count` pages or with the first
 * failure, which is handed out too.
 */
export async function* readAhead(
  ask: (pageIndex: number) => Asked,
  first: number,
  count: number,
): AsyncGenerator<{ pageIndex: number; answer: Outcome<ReadPage> }> {
  const inFlight = new Map<number, Asked>();
  for (let pageIndex = first; pageIndex < count; pageIndex += 1) {
    const horizon = Math.min(count, pageIndex + limits.connectionsMax);
    for (let ahead = pageIndex; ahead < horizon; ahead += 1)
      if (!inFlight.has(ahead)) inFlight.set(ahead, ask(ahead));
    const answer = await inFlight.get(pageIndex);
    inFlight.delete(pageIndex);
    if (!answer) return;
    yield { pageIndex, answer };
    if (!answer.ok) return;
  }
}

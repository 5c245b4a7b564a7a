import { StatementPage, statements } from '../../../../shared/bank/statements.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { readBy } from '../../../engines/bank/mapping/response-mapping.ts';
import { checkEcho, smallerPageSize } from '../../../engines/bank/file/dialect.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';
import { cleanText, problemsByPlace } from '../../../engines/bank/mapping/bank-text.ts';
import type { Range } from './range.ts';
import type { PageQuestion, ReadingQuestion } from './reading-messages.ts';

/** A response as received, and the session's secrets it contains. */
export type RawAnswer = { readonly bytes: Uint8Array; readonly secrets: readonly string[] };

/** A parsed page. `echo`: what in it does not echo the question; null if all does. */
export type AnsweredPage = {
  readonly page: StatementPage;
  readonly echo: string | null;
  /** The page size that the bank insists on, if that is the only mismatch; otherwise null. */
  readonly smaller: number | null;
};

type Shapeless = { readonly page: null; readonly fields: Readonly<Record<string, string>> };

/** Parses a response as the requested page. An error states briefly why the response is no JSON. */
export function parseAnswer(
  { range, mapping }: ReadingQuestion,
  question: PageQuestion,
  answered: RawAnswer,
): Result<AnsweredPage | Shapeless, string> {
  const path = { accountNumber: range.accountNumber };
  const response = readBy(statements.getStatement, mapping, { path, ...answered });
  return response.ok ? ok(pageIn(response.value, range, question)) : err(response.error);
}

/** Parses a response that already has the catalogue's shape. */
export function pageIn(
  answer: unknown,
  range: Range,
  { asking, pageIndex }: Omit<PageQuestion, 'round'>,
): AnsweredPage | Shapeless {
  const parsed = StatementPage.safeParse(answer);
  if (!parsed.success) return { page: null, fields: problemsOf(parsed.error, answer) };
  const { dialect, ...rest } = asking;
  const question = { from: range.from, to: range.to, pageIndex, ...rest };
  return {
    page: parsed.data,
    echo: checkEcho(question, dialect, parsed.data),
    smaller: smallerPageSize(question, dialect, parsed.data),
  };
}

const namedMax = 10;

/** Returns the problems by field. An invalid day is shown as the bank wrote it. */
function problemsOf(
  error: Parameters<typeof problemsByPlace>[0],
  answer: unknown,
): Record<string, string> {
  const problems = Object.entries(problemsByPlace(error)).slice(0, namedMax);
  return Object.fromEntries(
    problems.map(([place, problem]) => {
      const written = isRecord(answer) ? answer[place] : undefined;
      const isDay = place === 'startDate' || place === 'endDate';
      if (!isDay) return [place, problem];
      if (written === undefined || written === null)
        return [place, 'is missing: the answer must repeat the day that was asked for, YYYY-MM-DD'];
      const shown =
        typeof written === 'string' ? `“${cleanText(written).slice(0, 40)}”` : 'no text';
      return [place, `is ${shown}: it must be a day without a time, YYYY-MM-DD`];
    }),
  );
}

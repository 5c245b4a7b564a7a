import { createHash } from 'node:crypto';

import type { IsoDate } from '../../../../../shared/calendar/calendar.ts';
import type { SecondSourceDetail } from '../../../../../shared/ipc/accounts/second-sources.ts';
import { limits } from '../../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import type { CacheReader } from '../../../../engines/store/database.ts';
import { accountNames } from '../../../accounts/names.ts';
import type { IsRequested } from '../formats/account-choice.ts';
import { compareSource } from './compare.ts';
import { localPeriod } from './local-period.ts';
import { formatOf, isStatementFormat, readSource, statementsIn } from '../formats/read-source.ts';
import { statementFormats, type ReadSource } from '../formats/source.ts';
import { secondSourceContent, type StoredSource } from './tables.ts';
import { accountStatementsOf, type AccountStatement } from '../formats/account-statements.ts';
import { verdictOf } from './verdict.ts';

/** The result of a comparison. */
export type ComparisonResult = Pick<
  SecondSourceDetail,
  'verdict' | 'summary' | 'entries' | 'differenceCount' | 'differences'
>;

/** What a dropped statement file contains, before anything of it is stored. */
export type GivenOutline = {
  readonly sha256: string;
  readonly mimeType: string;
  readonly accountStatements: readonly {
    readonly namedAccount: string;
    readonly currency: string;
    readonly from: IsoDate;
    readonly to: IsoDate;
  }[];
};

/** Reads a stored source whole and compares it with the local copy. For the reader thread. */
export async function verifySource(
  reader: CacheReader,
  stored: StoredSource,
): Promise<ComparisonResult> {
  const bytes = secondSourceContent(reader, stored);
  const { given } = stored;
  const read: Result<ReadSource & { notes?: readonly string[] }, string> = given
    ? await accountStatementOf(bytes, given)
    : await readSource(stored.kind, bytes, requestedAccount(reader, stored.accountNumber));
  if (!read.ok)
    return {
      verdict: 'unreadable',
      summary: read.error,
      entries: 0,
      differenceCount: 0,
      differences: [],
    };
  const comparison = await compareSource(read.value, localPeriod(reader, stored), stored.fetchedAt);
  const { verdict, summary } = verdictOf(comparison);
  return {
    verdict,
    summary: [summary, ...(read.value.notes ?? [])].join(' '),
    entries: comparison.entries,
    differenceCount: comparison.differences.length,
    differences: comparison.differences.slice(0, limits.secondSourceDifferencesMax),
  };
}

/** Matches an account by the bank's own names: a fetched file is the bank's. */
function requestedAccount(reader: CacheReader, accountNumber: string): IsRequested {
  const names = accountNames(reader, []);
  return (written, currency) =>
    [currency, ''].some((one) => names.numberOf(written, one) === accountNumber);
}

/** Outlines a dropped file: its accounts and days. The error states in one sentence why it cannot be read. */
export async function outlineOf(bytes: Uint8Array): Promise<Result<GivenOutline, string>> {
  const statements = await accountStatementsIn(bytes);
  if (!statements.ok) return statements;
  return ok({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: formatOf(bytes) === 'xml' ? 'application/xml' : 'text/plain',
    accountStatements: statements.value.map(({ namedAccount, currency, from, to }) => ({
      namedAccount,
      currency,
      from,
      to,
    })),
  });
}

async function accountStatementsIn(
  bytes: Uint8Array,
): Promise<Result<readonly AccountStatement[], string>> {
  const format = formatOf(bytes);
  if (!isStatementFormat(format))
    return err(`By its content it is no statement file in ${statementFormats}.`);
  const statements = await statementsIn(format, bytes);
  if (!statements.ok) return statements;
  const accountStatements = accountStatementsOf(statements.value);
  const whole = accountStatements.filter((statement) => statement !== null);
  return whole.length < accountStatements.length
    ? err('The days of a statement in it cannot be read.')
    : ok(whole);
}

async function accountStatementOf(
  bytes: Uint8Array,
  { namedAccount, currency }: NonNullable<StoredSource['given']>,
): Promise<Result<AccountStatement, string>> {
  const statements = await accountStatementsIn(bytes);
  if (!statements.ok) return statements;
  const statement = statements.value.find(
    (one) => one.namedAccount === namedAccount && one.currency === currency,
  );
  return statement ? ok(statement) : err('The file has no statement of this account any more.');
}

import type { statements as operations, StatementQuery } from '../../shared/bank/statements.ts';
import { ledgerAccount, type LedgerAccount } from '../ledger/ledger.ts';
import { todayOf } from '../server/clock.ts';
import type { Call, HandlersOf } from '../server/noun.ts';
import { notFound } from '../server/refusal.ts';
import { defaultDialect, questionOf, type Dialect, type StatementQuestion } from './dialect.ts';
import { disturb } from './faults.ts';
import { statementFile, type FileGeneration } from './file.ts';
import type { StatementsBank } from './state.ts';
import { entriesIn, firstDayOf, statementOf } from './statement.ts';

export const handlers: HandlersOf<typeof operations, StatementsBank> = {
  getStatement: ({ path, query = {} }, call) => {
    const account = ledgerAccount(call.bank.ledger, path.accountNumber);
    return statementOf(account, questionIn(query, account, call), call.bank.dialect);
  },

  downloadStatement: ({ path, query = {} }, call) =>
    download(ledgerAccount(call.bank.ledger, path.accountNumber), query, call, 'first'),

  getStatementV2: ({ path, query = {} }, call) => {
    const account = accountByEntityId(call, path.entityId);
    const dialect = { ...secondGeneration, amounts: call.bank.dialect.amounts };
    return statementOf(account, questionIn(query, account, call, dialect), dialect);
  },

  downloadStatementV2: ({ path, query = {} }, call) =>
    download(accountByEntityId(call, path.entityId), query, call, 'second'),
};

/** The second generation has a fixed dialect, regardless of the first's: pages from 1, newest entry first. */
const secondGeneration: Dialect = {
  ...defaultDialect,
  dates: 'startDate/endDate',
  paging: 'pageNumber/pageSize',
};

function questionIn(
  query: StatementQuery,
  account: LedgerAccount,
  { bank, faults }: Call<StatementsBank>,
  dialect: Dialect = bank.dialect,
): StatementQuestion {
  const days = { today: todayOf(bank.clock), first: firstDayOf(account.book) };
  return disturb(bank, account, questionOf(query, dialect, days), faults);
}

type DownloadQuery = StatementQuery & { readonly format?: 'csv' | 'json' | 'pdf' | undefined };

/** The whole period in one file; the dialect's pair of dates counts here too. */
function download(
  account: LedgerAccount,
  { format = 'csv', ...query }: DownloadQuery,
  call: Call<StatementsBank>,
  generation: FileGeneration,
) {
  const { dialect } = call.bank;
  const { from, to } = questionIn(query, account, call);
  const pageSize = Math.max(1, entriesIn(account.book, { from, to }));
  const statement = statementOf(account, { from, to, offset: 0, page: 1, pageSize }, dialect);
  const download = { account, statement, generation, format, faults: call.faults };
  return { message: 'Statement downloaded', file: statementFile(download) };
}

function accountByEntityId({ bank }: Call<StatementsBank>, entityId: string): LedgerAccount {
  const record = bank.accounts.find((account) => account.entityId === entityId);
  if (!record) throw notFound(`Account ${entityId}`);
  return ledgerAccount(bank.ledger, record.accountNumber);
}

import type { Migration } from '../../migrate.ts';
import { statements } from './0001-statements.ts';
import { records } from './0002-records.ts';
import { money } from './0003-money.ts';
import { wholeBank } from './0004-whole-bank.ts';
import { documentKinds } from './0005-document-kinds.ts';
import { journalHead } from './0006-journal-head.ts';
import { readClocks } from './0007-read-clocks.ts';
import { extraFields } from './0008-said-besides.ts';
import { writtenDigits } from './0009-written-digits.ts';
import { aggregates } from './0010-kept-sums.ts';
import { dayChains } from './0011-day-chains.ts';
import { searchByAccount } from './0012-search-by-account.ts';
import { pageCache } from './0013-kept-pages.ts';
import { entriesByAmount } from './0014-entries-by-amount.ts';
import { rewrittenEntries } from './0015-rewritten-entries.ts';
import { amountsInBulk } from './0016-amounts-in-bulk.ts';
import { labels } from './0017-labels.ts';
import { concernedByRules } from './0018-concerned-by-rules.ts';
import { givenStatements } from './0019-given-statements.ts';

/** Position is the version. Append only. */
export const cacheMigrations: readonly Migration[] = [
  statements,
  records,
  money,
  wholeBank,
  documentKinds,
  journalHead,
  readClocks,
  extraFields,
  writtenDigits,
  aggregates,
  dayChains,
  searchByAccount,
  pageCache,
  entriesByAmount,
  rewrittenEntries,
  amountsInBulk,
  labels,
  concernedByRules,
  givenStatements,
];

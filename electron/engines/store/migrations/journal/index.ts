import type { Migration } from '../../migrate.ts';
import { journal } from './0001-journal.ts';
import { money } from './0002-money.ts';
import { drafts } from './0003-drafts.ts';
import { uploads } from './0004-uploads.ts';
import { continuity } from './0005-continuity.ts';
import { foundAtBank } from './0006-found-at-bank.ts';
import { confirmed } from './0007-confirmed.ts';
import { evidence } from './0008-evidence.ts';
import { journalEpoch } from './0009-journal-epoch.ts';
import { adoptionEpochs } from './0010-adoption-epochs.ts';
import { namedSubClients } from './0011-named-sub-clients.ts';
import { byIndex } from './0012-by-index.ts';
import { entriesByMark } from './0013-entries-by-mark.ts';
import { noteHistory } from './0014-note-history.ts';
import { recordedReviews } from './0015-recorded-reviews.ts';
import { rules } from './0016-rules.ts';
import { handOverFolders } from './0017-hand-over-folders.ts';
import { paymentShapes } from './0018-payment-shapes.ts';
import { attachments } from './0019-attachments.ts';
import { counterpartiesByHand } from './0020-counterparties-by-hand.ts';
import { filesToMatch } from './0021-files-to-match.ts';
import { accountNames } from './0022-account-names.ts';
import { fileShapes } from './0023-file-shapes.ts';
import { books } from './0024-books.ts';
import { closes } from './0025-closes.ts';
import { bookResults } from './0026-book-results.ts';
import { accountPlans } from './0027-account-plans.ts';
import { paymentTemplates } from './0028-payment-templates.ts';
import { rates } from './0029-rates.ts';
import { onboardingShapes } from './0030-onboarding-shapes.ts';
import { bookReasons } from './0031-book-reasons.ts';
import { bookBalances } from './0032-book-balances.ts';

/** Position is the version. Append only. */
export const journalMigrations: readonly Migration[] = [
  journal,
  money,
  drafts,
  uploads,
  continuity,
  foundAtBank,
  confirmed,
  evidence,
  journalEpoch,
  adoptionEpochs,
  namedSubClients,
  byIndex,
  entriesByMark,
  noteHistory,
  recordedReviews,
  rules,
  handOverFolders,
  paymentShapes,
  attachments,
  counterpartiesByHand,
  filesToMatch,
  accountNames,
  fileShapes,
  books,
  closes,
  bookResults,
  accountPlans,
  paymentTemplates,
  rates,
  onboardingShapes,
  bookReasons,
  bookBalances,
];

import type { StoreTopic } from '../../../shared/ipc/events.ts';
import type { Json } from '../../engines/acts/act.ts';
import type { Changed } from '../../engines/sharing/apply-changes.ts';
import type { SharedKind } from '../../engines/sharing/shared-kind.ts';
import { sharedOfColumns } from '../../engines/columns/shared.ts';
import { sharedOfAccounts } from '../../nouns/accounts/shared.ts';
import { sharedOfRates } from '../../nouns/rates/shared.ts';
import { sharedOfRules } from '../../nouns/rules/shared.ts';
import type { Journal } from '../../engines/store/database.ts';
import { sharedOfBooks } from '../../nouns/books/shared.ts';
import { sharedOfCloses } from '../../nouns/closes/shared.ts';
import { sharedOfRecurring } from '../../nouns/due-payments/recurring/shared.ts';
import { sharedOfDuePayments } from '../../nouns/due-payments/shared.ts';
import { sharedOfPayments } from '../../nouns/payments/templates/shared.ts';
import { sharedOfReview } from '../../nouns/review/shared.ts';
import { completeFiles } from '../../nouns/statements/annotations/shared-files.ts';
import { followReads } from '../../nouns/statements/annotations/follow-reads.ts';
import { sharedOfUnclaimed } from '../../nouns/unclaimed/shared.ts';
import { readMarkIn, sharedOfStatements } from '../../nouns/statements/shared.ts';
import type { CacheWriter } from './writer-methods.ts';

/** Every kind of record that a team shares. */
export const sharedKinds: readonly SharedKind[] = [
  ...sharedOfStatements,
  ...sharedOfRules,
  ...sharedOfAccounts,
  ...sharedOfRates,
  ...sharedOfColumns,
  ...sharedOfReview,
  ...sharedOfPayments,
  ...sharedOfBooks,
  ...sharedOfCloses,
  ...sharedOfUnclaimed,
  ...sharedOfRecurring,
  ...sharedOfDuePayments,
];

/** The topics that colleagues changed. */
export const topicsOf = (changed: Changed): ReadonlySet<StoreTopic> =>
  new Set(sharedKinds.flatMap(({ kind, topic }) => (topic && changed.has(kind) ? [topic] : [])));

type FollowParts = {
  readonly journal: Journal;
  readonly writer: Pick<CacheWriter, 'markRead'>;
  /** The folder of attached files. */
  readonly attachments: string;
  readonly team: {
    /** Hands over the items of a kind that were applied and not followed yet. */
    readonly follow: (
      kind: string,
      work: (items: readonly Json[]) => Promise<void>,
    ) => Promise<void>;
  };
};

/** Updates the data derived from colleagues' changes in the local copy, and attaches the files that are complete by now. */
export async function followChanges({
  journal,
  writer,
  attachments,
  team,
}: FollowParts): Promise<void> {
  await completeFiles({ journal, folder: attachments });
  await team.follow('mark-read', (items) =>
    followReads(
      { journal, writer },
      items.map(readMarkIn).filter((mark) => mark !== null),
    ),
  );
}

import { aboutOnly, type LoggedKind } from '../../engines/act-log/logged-kind.ts';
import { changesIn } from '../../engines/sharing/apply-changes.ts';
import type { SharedKind } from '../../engines/sharing/shared-kind.ts';
import { loggedOfApprovals } from '../../nouns/approvals/logged.ts';
import { loggedOfPeople } from '../../nouns/people/logged.ts';
import { sharedKinds } from './shared-records.ts';

/** Changes of a shared record, in the words of its noun. */
const loggedShared = ({ kind, label, read }: SharedKind): LoggedKind => ({
  ...{ kind, label },
  itemsOf: (act) =>
    changesIn(act).changes.flatMap(({ by, item }) => {
      const change = read(item);
      if (change === null) return [];
      return [aboutOnly(by === null ? change.about() : `${change.about()} Made by ${by}.`)];
    }),
});

/** The texts of acts in the log, by the name of their kind. */
export const loggedKinds: ReadonlyMap<string, LoggedKind> = new Map(
  [...loggedOfPeople, ...loggedOfApprovals, ...sharedKinds.map(loggedShared)].map((logged) => [
    logged.kind,
    logged,
  ]),
);

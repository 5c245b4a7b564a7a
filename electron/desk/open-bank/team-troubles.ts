import type { AppError, Outcome } from '../../../shared/errors.ts';
import { voidActs } from '../../engines/team-record/record-copy.ts';
import type { TeamTrouble } from '../../nouns/exceptions/sources/exception.ts';
import type { ApprovalState } from '../../nouns/approvals/state.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';

/** A desk that waits to join, and a database that is away, are no exceptions: the line at the foot shows them. */
const troubleCodes: ReadonlySet<string> = new Set([
  ...['team.server-behind', 'team.damaged', 'team.outdated', 'team.revoked'],
]);

const shownVoid = 20;

/** What a person should look at in a team's record: why it lets nothing be sent, and acts that change nothing. */
export function troublesOf(
  { people, record }: OpenTeam,
  allowed: Outcome<null>,
): readonly TeamTrouble[] {
  const isClosed = !allowed.ok && troubleCodes.has(allowed.error.code);
  return [
    ...(isClosed ? [closedTrouble(allowed.error, record.since)] : []),
    ...voidActs(record.copy, shownVoid).map(({ n, at, key, why }) => ({
      ...{ kind: 'void-act' as const, subject: `act ${String(n)}`, since: at },
      title: `Act ${String(n)} of the team’s record does not count`,
      detail: `${people.nameOf(key)} wrote it. ${why}`,
      next: 'Ask whoever wrote it',
    })),
  ];
}

/** Payments that a desk claimed without what the team's rules asked at that moment. */
export const objectionsOf = (
  { objections }: Pick<ApprovalState, 'objections'>,
  people: OpenTeam['people'],
): readonly TeamTrouble[] =>
  objections.map(({ n, at, key, reference, why }) => ({
    ...{ kind: 'not-approved' as const, subject: `act ${String(n)} ${reference}`, since: at },
    title: `${people.nameOf(key)} sent ${reference || 'a payment'} without approval`,
    detail: why,
    next: 'Ask whoever sent it, and look for it at the bank',
  }));

/** Nothing is sent until somebody did something about it. */
export const closedTrouble = ({ code, message }: AppError, since: string): TeamTrouble => ({
  ...{ kind: 'sending-closed', subject: code, since },
  ...{ title: 'The team lets nothing be sent', detail: message, next: 'Open the team' },
});

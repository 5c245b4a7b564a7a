import type { AppError, Outcome } from '../../../shared/errors.ts';
import { claimNamed, contradictKind, listedItems } from '../../engines/team-record/claim-table.ts';
import { lastActsOfKind, voidActs } from '../../engines/team-record/record-copy.ts';
import type { TeamCopy } from '../../engines/store/database.ts';
import type { TeamTrouble } from '../../nouns/exceptions/sources/exception.ts';
import type { ApprovalState } from '../../nouns/approvals/state.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';

/** The codes that are exceptions. A desk that waits to join and an unreachable database are shown in the status line instead. */
const troubleCodes: ReadonlySet<string> = new Set([
  ...['team.server-behind', 'team.damaged', 'team.outdated', 'team.revoked'],
]);

const shownVoid = 20;
const shownContradictions = 20;

/** The problems in a team's record for a person: why it allows no sends, and void acts. */
export function troublesOf(
  { people, record }: OpenTeam,
  allowed: Outcome<null>,
): readonly TeamTrouble[] {
  const isClosed = !allowed.ok && troubleCodes.has(allowed.error.code);
  return [
    ...(isClosed ? [closedTrouble(allowed.error, record.since)] : []),
    ...contradictionsOf(record.copy, people),
    ...voidActs(record.copy, shownVoid).map(({ n, at, key, why }) => ({
      ...{ kind: 'void-act' as const, subject: `act ${String(n)}`, since: at },
      title: `Act ${String(n)} of the team’s record does not count`,
      detail: `${people.nameOf(key)} wrote it. ${why} Ask ${people.nameOf(key)} about it.`,
      next: 'Open the team',
    })),
  ];
}

/** Orders that the bank refused to one desk and accepted from another: two copies of the record were in use. */
const contradictionsOf = (copy: TeamCopy, people: OpenTeam['people']): TeamTrouble[] =>
  lastActsOfKind(copy, contradictKind, shownContradictions).flatMap((act) =>
    listedItems(act, 'outcomes').flatMap(({ r }): TeamTrouble[] => {
      const claim = claimNamed(copy, r);
      if (claim?.settled !== act.n) return [];
      const { reference } = claim;
      const holder = people.nameOf(claim.key);
      return [
        {
          ...{ kind: 'contradicted', subject: `contradicted ${r}`, since: act.at },
          title: `The bank refused ${reference || 'an order'} to one desk and accepted it from another`,
          detail: `It refused it to the desk of ${holder} and accepted it from the desk of ${people.nameOf(act.envelope.key)}. Two copies of the team’s record were in use, or a machine was put back. It counts as accepted, and no desk sends it again. Ask the bank how often it has it.`,
          next: reference ? 'Open the log' : 'Open the team',
          reference,
        },
      ];
    }),
  );

/** Payments that a desk claimed without the approvals that the rules required at that moment. */
export const objectionsOf = (
  { objections }: Pick<ApprovalState, 'objections'>,
  people: OpenTeam['people'],
): readonly TeamTrouble[] =>
  objections.map(({ n, at, key, reference, why }) => ({
    ...{ kind: 'not-approved' as const, subject: `act ${String(n)} ${reference}`, since: at },
    title: `${people.nameOf(key)} sent ${reference || 'a payment'} without approval`,
    detail: `${why} Look for it at the bank, and ask ${people.nameOf(key)} about it.`,
    next: reference ? 'Open the log' : 'Open the team',
    reference,
  }));

/** A problem that stops all sending until a person solves it. */
export const closedTrouble = ({ code, message }: AppError, since: string): TeamTrouble => ({
  ...{ kind: 'sending-closed', subject: code, since },
  ...{ title: 'The team lets nothing be sent', detail: message, next: 'Open the team' },
});

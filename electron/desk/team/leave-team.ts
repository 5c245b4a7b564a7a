import { DeskFault, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { isEntering, leaveTeam } from '../../nouns/people/leave.ts';
import { resign } from '../../nouns/people/revoke.ts';
import { forgetTeam, type TeamSite } from './join-team.ts';

/** The result of leaving. */
export type Left = {
  /** Whether the record has it. */
  readonly isRecorded: boolean;
  /** Why the record could not be informed. */
  readonly problem: AppError | null;
};

/**
 * Leaves the team on this machine without waiting for the record, which is informed if it can be reached. Sending stays closed until the
 * journal is reconciled with the bank. Fails with `team.last-admin` where the team would lose its last administrator; throws `team.none`
 * for a desk without a team.
 */
export async function leaveWith(
  { copy, folder, keychain }: TeamSite,
  clock: Clock,
  context: Context,
): Promise<Outcome<Left>> {
  const { journal, team } = copy;
  if (team === null) throw new DeskFault('team.none');
  const isWaiting = isEntering(journal);
  const isForgotten = membershipIn(journal) === null;
  const resigned = isWaiting || team.open === null ? null : await resign(team.open, context);
  const problem = resigned?.ok === false ? resigned.error : null;
  if (problem?.code === 'team.last-admin') return err(problem);
  leaveTeam(journal, clock);
  if (isWaiting || isForgotten) {
    await team.close();
    await forgetTeam(folder, keychain);
  }
  return ok({ isRecorded: resigned?.ok === true, problem });
}

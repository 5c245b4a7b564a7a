import type { BankDesk } from '../desk/open-bank/bank-desk.ts';
import { signingActor } from '../../shared/actor.ts';
import { appError } from '../../shared/errors.ts';
import { isLockedState, type JournalStatus } from '../../shared/ipc/submissions.ts';
import type { ReconcileReport } from '../../shared/ipc/review/reconcile.ts';
import { reconcile } from '../nouns/reconcile/reconcile.ts';
import { reopen } from '../nouns/reconcile/reopen.ts';
import {
  newContext,
  valueOf,
  printFailure,
  type CommandIo,
  type ExitCode,
} from './input/command.ts';

/** A comparison as the options ask for it. */
export type Comparing = {
  readonly accountNumbers: readonly string[];
  /** The person who enables sending again; without one, the comparison is only shown. */
  readonly by: string | undefined;
  /** The person looked at the bank's own records for what could not be asked. */
  readonly hasLooked: boolean;
};

/**
 * Compares the journal with the bank, prints both sides, and enables sending again where a named person confirms. Returns 0 when sending is
 * open afterwards, else 1.
 */
export async function compareWithBank(
  { reconciling, copy, user }: BankDesk,
  { accountNumbers, by, hasLooked }: Comparing,
  io: CommandIo,
): Promise<ExitCode> {
  const context = newContext();
  const report = valueOf(await reconcile(reconciling, { accountNumbers }, context));
  const isReopenRequested = by !== undefined && isLockedState(report.journalStatus.state);
  const actor = signingActor(copy.deskId, user, by ?? '');
  const opened = isReopenRequested
    ? await reopen(reconciling, report, { actor, hasLooked }, context)
    : null;
  const journalStatus = opened?.ok ? opened.value : report.journalStatus;
  const isOpen = !isLockedState(journalStatus.state);
  io.print(
    JSON.stringify({
      sending: isOpen ? 'open' : 'closed',
      ...(opened?.ok ? { openedBy: actor.name } : {}),
      ...report,
      journalStatus,
      next: opened?.ok ? 'Sending enabled again.' : nextWords(report),
    }),
  );
  if (isOpen) return 0;
  if (opened && !opened.ok) return printFailure(io, opened.error);
  return printFailure(io, stillClosed(journalStatus, report, context.correlationId));
}

/** The options to add to the command, or the next step. */
function nextWords({ verdict, next }: ReconcileReport): string {
  if (verdict === 'confirm')
    return 'Check the figures. If they are correct, add --reopen-as with your name.';
  if (verdict === 'look')
    return 'Look at what the reasons name in the bank’s own records, then add --reopen-as with your name and --looked-at-bank.';
  return next;
}

const stillClosed = ({ state }: JournalStatus, report: ReconcileReport, correlationId: string) =>
  appError(isLockedState(state) ? `journal.${state}` : 'internal', correlationId, {
    message: `Sending stays paused. ${report.reasons[0] ?? ''} ${nextWords(report)}`.replace(
      '  ',
      ' ',
    ),
  });

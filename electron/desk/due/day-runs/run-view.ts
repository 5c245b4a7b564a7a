import type { DayRunView } from '../../../../shared/ipc/changes/day-runs.ts';
import type { DayRun } from '../../../nouns/due-payments/day-runs/tables.ts';

/** A run as the window and the command line show it. */
export const runView = ({ payments, actor, reconciledAt: _, ...run }: DayRun): DayRunView => ({
  ...run,
  plannedBy: actor.name,
  count: payments.length,
});

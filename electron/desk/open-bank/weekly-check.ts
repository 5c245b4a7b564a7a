import type { Clock } from '../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import { checking } from '../../nouns/people/check.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** The pause after a check that could not be finished, as while the server was unreachable. */
const againMs = 30 * 60 * 1000;

/**
 * Checks all acts of the record once a week. Call it every second: each call checks one page of acts, and none while a claim is on its way.
 * The result is in the record's state.
 */
export function weeklyCheck(team: OpenTeam, clock: Clock): () => void {
  const { record, claims, row } = team;
  let steps: ReturnType<typeof checking> | null = null;
  let isRunning = false;
  let notBeforeMs = 0;
  const isDue = (): boolean => {
    const sinceMs = clock.now() - Date.parse(record.check?.at ?? '1970-01-01T00:00:00Z');
    // A clock that was set back must not postpone it for good.
    return clock.monotonicMs() >= notBeforeMs && (sinceMs >= weekMs || sinceMs < 0);
  };
  const step = async (): Promise<void> => {
    steps ??= checking(team, { correlationId: 'team-check' });
    const { done } = await steps.next();
    if (done !== true) return;
    steps = null;
    notBeforeMs = clock.monotonicMs() + againMs;
  };
  return () => {
    const isQuiet = row().state === 'joined' && record.state === 'current' && !claims.isBusy;
    if (isRunning || !isQuiet || (steps === null && !isDue())) return;
    isRunning = true;
    void ignoreErrorsAsync(step).finally(() => {
      isRunning = false;
    });
  };
}

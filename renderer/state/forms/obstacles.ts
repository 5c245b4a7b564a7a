import type { Session } from '../session.svelte.ts';

/** Why the bank cannot be asked now; null when it can. */
export function obstacleOf(session: Session): string | null {
  if (session.isOffline) return 'The bank cannot be reached.';
  return session.canReachBank ? null : 'Not signed in.';
}

/** The same for a draft, with what happens to it. */
export function draftObstacle(session: Session, verb: 'send' | 'create' = 'send'): string | null {
  const obstacle = obstacleOf(session);
  if (obstacle === null) return null;
  const then = session.isOffline ? `${verb} it when back online` : `sign in to ${verb} it`;
  return `${obstacle} This stays a draft; ${then}.`;
}

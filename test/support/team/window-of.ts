import { openTestDesk, type TestDesk } from '../desks/test-desk.ts';
import type { TeamPerson, TeamScene } from './team-scene.ts';

/** The window of a person whose desk joined on the command line, signed in and synced, with the record read. */
export async function windowOf(
  { bank: { bankFile, credentials } }: Pick<TeamScene, 'bank'>,
  { data }: TeamPerson,
): Promise<TestDesk> {
  const desk = await openTestDesk({ dataDir: data });
  await desk.get('desk.connectBank', { bankFile });
  await desk.get('session.signIn', { credentials, remember: true });
  await desk.sync();
  await desk.get('approvals.view', { isFresh: true });
  return desk;
}

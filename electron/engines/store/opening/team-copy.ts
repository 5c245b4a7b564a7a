import type { TeamCopy } from '../database.ts';
import { teamCopySchema } from '../schema/team.ts';
import { openOrCreate } from './create.ts';

/** Opens or creates team.db. Only the process that holds the journal opens it. Throws `store.damaged` for a damaged file. */
export const openTeamCopy = (file: string, key: Uint8Array): TeamCopy =>
  openOrCreate({ role: 'team', file, key, schema: teamCopySchema });

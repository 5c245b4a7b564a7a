import { z } from 'zod';

import type { CloseExport } from '../../../shared/ipc/review/closes.ts';
import { request } from '../../state/desk.ts';

/** The part of the stored “Hand over” profiles that a close needs. */
const StoredProfiles = z.object({
  profiles: z.array(
    z.object({
      name: z.string(),
      chosen: z.object({
        whose: z.enum(['all', 'this', 'some']),
        accounts: z.array(z.string()),
        format: z.string(),
        filePerAccount: z.boolean(),
        withMarks: z.boolean(),
      }),
    }),
  ),
});

/** The saved profiles that can run automatically: of all accounts, or of named ones. */
export async function savedProfiles(): Promise<CloseExport[]> {
  const outcome = await request('drafts.read', { key: 'hand-over profiles' });
  if (!outcome.ok || outcome.value.text === null) return [];
  const read = z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(StoredProfiles)
    .safeParse(outcome.value.text);
  if (!read.success) return [];
  return read.data.profiles
    .filter(({ chosen }) => chosen.whose === 'all' || chosen.accounts.length > 0)
    .map(({ name, chosen: { whose, accounts, format, filePerAccount, withMarks } }) => ({
      profile: name,
      format,
      accountNumbers: whose === 'all' ? null : accounts,
      ...{ filePerAccount, withMarks },
    }));
}

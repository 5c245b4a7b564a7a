import type { SyncProgress } from '../../../../shared/ipc/accounts/statements.ts';

/** What a first sync is at, while there is no account to show. */
export function comingWords(progress: SyncProgress | null): string {
  const names = progress?.accounts.map(({ accountName }) => accountName) ?? [];
  return names.length === 0
    ? 'The bank is asked for its list of them. Each is shown here as soon as it is kept.'
    : `The bank has listed ${names.join(', ')}. Each is shown here as soon as it is kept.`;
}

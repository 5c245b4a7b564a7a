import type { SyncProgress } from '../../../../shared/ipc/accounts/statements.ts';

/** The progress of a first sync, while there is no account to show. */
export function comingWords(progress: SyncProgress | null): string {
  const names = progress?.accounts.map(({ accountName }) => accountName) ?? [];
  return names.length === 0
    ? 'Loading the accounts from the bank. Each appears once loaded.'
    : `${String(names.length)} so far: ${names.join(', ')}.`;
}

import type { SyncProgress } from '../../shared/ipc/statements.ts';
import { formatCount } from '../../shared/money/format.ts';

/** Where a run is, in one line: `Operating: 12,000 of 40,000 entries · account 2 of 7`. */
export function syncWords({ accounts }: SyncProgress): string {
  const index = accounts.findIndex(({ state }) => state === 'running');
  const account = accounts[index];
  if (!account) return 'Asking the bank for the accounts';
  const received =
    account.totalItems === null
      ? 'asking'
      : `${formatCount(account.received)} of ${formatCount(account.totalItems)} entries`;
  return `${account.accountName}: ${received} · account ${String(index + 1)} of ${String(accounts.length)}`;
}

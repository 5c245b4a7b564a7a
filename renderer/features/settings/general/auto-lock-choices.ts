import type { RouteInput } from '../../../../shared/ipc/contract.ts';

type Minutes = RouteInput<'settings.saveAutoLock'>['minutes'];

const words = (minutes: number): string =>
  minutes === 0 ? 'Never' : minutes === 1 ? 'After a minute' : `After ${String(minutes)} minutes`;

/** What may be chosen, shortest first, never at the end. */
export const autoLockChoices = ([1, 5, 15, 30, 60, 0] as const satisfies readonly Minutes[]).map(
  (minutes) => ({ minutes, value: String(minutes), label: words(minutes) }),
);

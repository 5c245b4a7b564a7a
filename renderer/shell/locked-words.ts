import type { DeskState } from '../../shared/ipc/desk.ts';

/** Why the window is locked, in a sentence. */
export const lockedWords: Record<NonNullable<DeskState['lockedBy']>, string> = {
  person: 'It was locked by hand.',
  idle: 'Nobody was at the desk for a while, so it locked itself.',
  system: 'The machine slept or its screen was locked, so it locked itself too.',
};

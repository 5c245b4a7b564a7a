import type { Chip } from '../../../shared/ipc/accounts/chips.ts';

/** The text without a chip, as its cross and Backspace leave it. */
export const withoutChip = (text: string, { start, end }: Pick<Chip, 'start' | 'end'>): string =>
  `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();

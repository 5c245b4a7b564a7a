import type { Appearance } from '../../shared/ipc/desk/appearance.ts';

/**
 * What the page is marked with before a line of it runs, so that its first frame has its colours: attributes of its `html`. Their values
 * are words of ours, never anybody's text.
 */
export const pageMarks = ({ theme, density }: Appearance): string =>
  ` data-theme="${theme}" data-density="${density}"`;

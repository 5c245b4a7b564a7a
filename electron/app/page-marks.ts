import type { Appearance } from '../../shared/ipc/desk/appearance.ts';

/**
 * Attributes of the page's `html` element, set before any script runs so that its first frame has its colours. Their values are fixed
 * words, never user input.
 */
export const pageMarks = ({ theme, density }: Appearance): string =>
  ` data-theme="${theme}" data-density="${density}"`;

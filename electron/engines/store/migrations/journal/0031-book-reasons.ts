import type { Migration } from '../../migrate.ts';

/** Why lines of unequal sums were matched, empty for older matches; and `act`, the first of several matches that are undone together. */
export const bookReasons: Migration = {
  name: 'reasons of matches by hand',
  up: `
  ALTER TABLE book_word ADD COLUMN reason TEXT NOT NULL DEFAULT '';
  ALTER TABLE book_word ADD COLUMN act INTEGER;
`,
};

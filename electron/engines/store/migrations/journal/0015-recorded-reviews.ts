import type { Migration } from '../../migrate.ts';

/** Reviews that a person put on record: which period and accounts, and what was open then (`report`, JSON). Rows of it are never changed. */
export const recordedReviews: Migration = {
  name: 'recorded reviews',
  up: `
  CREATE TABLE recorded_review (
    id INTEGER PRIMARY KEY,
    recorded_at TEXT NOT NULL,
    recorded_by TEXT NOT NULL,
    from_day TEXT NOT NULL,
    to_day TEXT NOT NULL,
    report TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER recorded_review_stays BEFORE UPDATE ON recorded_review
    BEGIN SELECT raise(ABORT, 'a recorded review is never changed'); END;
  CREATE TRIGGER recorded_review_is_kept BEFORE DELETE ON recorded_review
    BEGIN SELECT raise(ABORT, 'a recorded review is never removed'); END;
`,
};

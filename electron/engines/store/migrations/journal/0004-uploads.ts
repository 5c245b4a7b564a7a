import type { Migration } from '../../migrate.ts';

/** What is sent may leave the queue and is known all the same; the same bytes are found whoever they were queued for. */
export const uploads: Migration = {
  name: 'uploads put away',
  up: `
  ALTER TABLE upload ADD COLUMN put_away_at TEXT;
  CREATE INDEX upload_sha256 ON upload (sha256);
`,
};

import type { Migration } from '../../migrate.ts';

/** The folder to which statements were last handed over, by profile; the empty name stands for no profile. */
export const handOverFolders: Migration = {
  name: 'hand-over folders',
  up: `
  CREATE TABLE hand_over_folder (
    profile TEXT PRIMARY KEY,
    path TEXT NOT NULL
  ) STRICT;
`,
};

import type { Migration } from '../../migrate.ts';

/** How many decimals the bank wrote of an entry's figures, where its currency is not known; null where it is. */
export const writtenDigits: Migration = {
  name: 'the decimals that a bank writes in a currency that is not known',
  up: `
  ALTER TABLE entry ADD COLUMN digits INTEGER;
  ALTER TABLE entry_version ADD COLUMN digits INTEGER;
`,
};

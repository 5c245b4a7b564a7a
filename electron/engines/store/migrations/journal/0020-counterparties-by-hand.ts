import type { Migration } from '../../migrate.ts';

/**
 * Manual counterparties of entries are stored with the manual tags, in the same order `n`: with the tag '' and the name in
 * `counterparty`, which is empty for none; `is_set` null leaves it to the rules.
 */
export const counterpartiesByHand: Migration = {
  name: 'counterparties by hand',
  up: `ALTER TABLE tag_by_hand ADD COLUMN counterparty TEXT NOT NULL DEFAULT '';`,
};

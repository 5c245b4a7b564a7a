import type { Migration } from '../../migrate.ts';

/**
 * A person's word on who an entry is of stands beside their words on its tags, in the same order `n`: with the tag '' and the name in
 * `counterparty`, which is empty for nobody; `is_set` null leaves it to the rules.
 */
export const counterpartiesByHand: Migration = {
  name: 'counterparties by hand',
  up: `ALTER TABLE tag_by_hand ADD COLUMN counterparty TEXT NOT NULL DEFAULT '';`,
};

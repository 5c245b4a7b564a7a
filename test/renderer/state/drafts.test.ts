import { expect, test } from 'vitest';

import { Drafts } from '../../../renderer/state/drafts.svelte.ts';

test('drafts outlive a lock, but not another bank', () => {
  const drafts = new Drafts();
  drafts.belongTo('sandbox');
  drafts.keep('note', 'A-1', 'ask the bank');
  drafts.belongTo('sandbox');
  expect(drafts.get('note', 'A-1')).toBe('ask the bank');
  expect(drafts.get('beneficiary', 'A-1')).toBeUndefined();
  drafts.belongTo('5f3a09c1d2e4');
  expect(drafts.get('note', 'A-1')).toBeUndefined();
});

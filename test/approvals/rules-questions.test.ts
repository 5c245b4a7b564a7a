import { expect, test } from 'vitest';

import { draftOf } from '../../electron/desk/approvals/proposals.ts';
import {
  proposeQuestion,
  signRulesQuestion,
} from '../../electron/desk/approvals/rules-questions.ts';
import type { RulesDraft } from '../../shared/team/approval-rules.ts';

const plain: RulesDraft = { admins: 2, zone: 'UTC', rules: [], limits: [], rates: [] };
const strict: RulesDraft = { ...plain, sendingDesks: 'only', payeeRelease: 'second-person' };
const rehearsal = {
  ...{ rehearsal: '', since: '2026-08-22T09:44:00.000Z', payments: 0, free: 0, unread: 0 },
  ...{ rules: [], persons: [] },
};
const detailsOf = (draft: RulesDraft, before: RulesDraft | null): readonly string[] => [
  proposeQuestion(draft, rehearsal, { version: 4, before }).detail,
  signRulesQuestion(draft, 'Ben Osei', before).detail,
];

test('what a person confirms names sending desks and the release of payees, and that they are asked no longer', () => {
  for (const detail of detailsOf(strict, null)) {
    expect(detail).toContain('Only sending desks that two persons opened send payments.');
    expect(detail).toContain('A second person releases new bank details of a payee');
  }
  for (const detail of detailsOf(plain, strict)) {
    expect(detail).toContain('Every desk sends payments, no longer only sending desks.');
    expect(detail).toContain('are paid without the release of a second person.');
  }
  for (const detail of detailsOf(plain, plain)) expect(detail).not.toMatch(/sending desks|release/);
});

test('as many administrators as the rules in force ask for are named, also where there are none yet', () => {
  expect(detailsOf(plain, strict)[0]).toContain('once 2 administrators have signed');
  expect(detailsOf(plain, null)[0]).toContain('They are in force at once');
});

test('what a person writes of rules has all of them but their number and the payees paid before', () => {
  expect(draftOf({ ...strict, version: 3, payees: [] })).toEqual(strict);
});

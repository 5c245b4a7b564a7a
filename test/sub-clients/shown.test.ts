import { describe, expect, test } from 'vitest';

import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import {
  mergedWith,
  unshownDeletion,
  unshownSubmission,
} from '../../electron/nouns/sub-clients/sub-client-rows.ts';
import { SubClient, type PartialSubClient } from '../../shared/bank/onboarding.ts';

const known = SubClient.decode({
  entityId: 's-1',
  name: 'Rift Tea',
  status: 'draft',
  approvalStatus: 'pending',
  stagesRemaining: ['DIRECTORS', 'TAX'],
  tin: 'TIN-7',
  callbackUrl: 'https://hooks.example/1',
  updatedAt: '2026-10-02T08:00:00.000Z',
});

describe('a deletion', () => {
  const hold = (answer: Partial<PartialSubClient>, done: string[] = []) =>
    unshownDeletion({ entityId: 's-1', ...answer }, { ...noWords, done });

  test('is shown by its status, or by what the bank file says is done', () => {
    expect(hold({ status: 'deleted' })).toBeNull();
    expect(hold({ status: 'DELETED' })).toBeNull();
    expect(hold({ status: 'Closed_Out' }, ['closed out'])).toBeNull();
  });

  test('is not shown by any other status, or none', () => {
    for (const status of ['draft', 'deleting', 'not deleted', 'CLOSED'])
      expect(hold({ status })).toContain(`the status “${status}”`);
    expect(hold({})).toContain('gives no status');
    expect(hold({ status: '' }, [''])).toContain('gives no status');
  });
});

describe('a submission of a record that', () => {
  const record = { ...known };
  const hold = (answer: Partial<PartialSubClient>, before: SubClient | null = known) =>
    unshownSubmission(before, { entityId: 's-1', ...answer });

  test.each<[string, Partial<PartialSubClient>]>([
    ['has another status now', { status: 'submitted' }],
    ['has another approval now', { approvalStatus: 'in review' }],
    ['has a stage less', { stagesRemaining: ['TAX'] }],
    ['has Submit’s fields and was touched', { ...record, updatedAt: '2026-11-22T08:00:00.000Z' }],
    ['has Submit’s words', { approvalComments: 'Received' }],
  ])('%s is shown', (_what, answer) => {
    expect(hold(answer)).toBeNull();
  });

  test.each<[string, Partial<PartialSubClient>]>([
    ['is the same', record],
    [
      'is the same in another order and case',
      { status: 'DRAFT', stagesRemaining: ['TAX', 'DIRECTORS'] },
    ],
    ['has nothing', {}],
    ['has a message', { message: 'Submitted' }],
    ['was touched, and has nothing of Submit', { updatedAt: '2026-11-22T08:00:00.000Z' }],
  ])('%s is not', (_what, answer) => {
    expect(hold(answer)).toContain('does not show the submission');
  });

  test('was deleted is not', () => {
    expect(hold({ status: 'deleted', approvalComments: 'x' })).toContain('“deleted”');
  });

  test('was rejected before is not shown by the same rejection', () => {
    const rejected = { ...known, approvalStatus: 'rejected', approvalDate: '2026-10-02' };
    const touched = { ...rejected, updatedAt: '2026-11-22T08:00:00.000Z' };
    expect(hold(touched, rejected)).toContain('does not show');
    expect(hold({ ...touched, approvalDate: '2026-11-22' }, rejected)).toBeNull();
    expect(hold({ ...touched, approvalStatus: 'pending' }, rejected)).toBeNull();
  });

  test('was never read is shown by Submit’s own fields, or by a status beyond the draft', () => {
    expect(hold({ status: 'draft', approvalComments: '', approvalDate: '' }, null)).toBeNull();
    expect(hold({ status: 'submitted' }, null)).toBeNull();
    expect(hold({ status: 'draft', approvalStatus: 'pending' }, null)).toContain('does not show');
    expect(hold({}, null)).toContain('does not show');
  });
});

test('what an answer leaves out of a sub-client stays as it was known', () => {
  const answer = { entityId: 's-1', status: 'deleted', stagesRemaining: [] };
  expect(mergedWith(known, answer)).toEqual({ ...known, ...answer, message: '' });
  expect(mergedWith(null, answer)).toMatchObject({ ...answer, tin: '', callbackUrl: null });
});

import { describe, expect, test } from 'vitest';

import { sendingDesksOf } from '../../electron/nouns/approvals/judge/sending-desks.ts';
import { teamOfApprovals, type Payment } from './team-of-approvals.ts';

const today = '2026-11-24';
const noon = `${today}T12:00:00.000Z`;

/** Ada founded; Bo has two desks, Cy checks, Dee reads. `office` is the sending desk of Olga. */
function team() {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker']);
  made.enrol('bo-2', ['maker', 'checker'], { name: 'bo' });
  made.enrol('cy', ['checker']);
  made.enrol('dee', ['reader']);
  made.enrol('office', ['sender'], { name: 'olga' });
  made.setRules({ sendingDesks: 'only' });
  const open = (desk: string, day = today, login = 'nostro_office'): string =>
    made.write(desk, 'open-sending', { login, day });
  const officeNow = (now = noon) => sendingDesksOf(made.fold.state, now)[0];
  return { ...made, open, officeNow };
}

const small: Payment = { reference: 'S', amount: '10' };

test('a sending desk that two persons opened for the day sends, and every desk sees who opened it', () => {
  const { open, claim, objections, officeNow } = team();
  open('bo');
  open('cy');
  expect(officeNow()).toMatchObject({
    ...{ person: 'olga', login: 'nostro_office', isOpen: true },
    openedBy: [{ person: 'bo' }, { person: 'cy' }],
  });
  claim('office', small);
  expect(objections()).toEqual([]);
});

test('a team without the setting sends from every desk, and no desk has to be opened', () => {
  const { setRules, open, claim, objections, lastVoid } = team();
  setRules({});
  claim('bo', small);
  expect(objections()).toEqual([]);
  open('bo');
  expect(lastVoid()).toBe('The approval rules name no sending desks.');
});

describe('what tries to send past a sending desk is an objection on every desk', () => {
  const only = 'Only a sending desk of the team sends payments.';

  test('a maker’s desk', () => {
    const { open, claim, objections } = team();
    open('bo');
    open('cy');
    claim('bo', small);
    expect(objections()).toEqual([only]);
  });

  test('the founder’s desk, which has every other role', () => {
    const { open, claim, objections } = team();
    open('bo');
    open('cy');
    claim('ada', small);
    expect(objections()).toEqual([only]);
  });

  test('a sending desk that no one opened, or only one person', () => {
    const { open, claim, objections } = team();
    claim('office', small);
    open('bo');
    claim('office', { ...small, reference: 'T' });
    expect(objections()).toEqual([
      `Two persons must open this sending desk for ${today}; 0 have.`,
      `Two persons must open this sending desk for ${today}; 1 has.`,
    ]);
  });

  test('a sending desk that one person opened twice, from two desks', () => {
    const { open, claim, objections, officeNow } = team();
    open('bo');
    open('bo-2');
    open('bo');
    expect(officeNow()).toMatchObject({ isOpen: false, openedBy: [{ person: 'bo' }] });
    claim('office', small);
    expect(objections()).toHaveLength(1);
  });

  test('a sending desk that a person and their deputy opened', () => {
    const { delegate, open, claim, objections } = team();
    delegate('bo', 'cy');
    open('bo');
    open('cy');
    claim('office', small);
    expect(objections()).toHaveLength(1);
  });

  test('a sending desk that was opened yesterday', () => {
    const { open, claim, objections, setTime } = team();
    open('bo');
    open('cy');
    setTime('2026-11-25T00:00:00.000Z');
    claim('office', small);
    expect(objections()).toEqual([
      'Two persons must open this sending desk for 2026-11-25; 0 have.',
    ]);
  });

  test('a sending desk that a revoked person had opened', () => {
    const { open, claim, objections, revoke } = team();
    open('bo');
    open('cy');
    revoke('cy');
    claim('office', small);
    expect(objections()).toHaveLength(1);
  });

  test('a sending desk that was revoked', () => {
    const { open, claim, lastVoid, revoke } = team();
    open('bo');
    open('cy');
    revoke('office');
    claim('office', small);
    expect(lastVoid()).toBe('Its author was revoked.');
  });

  test('a sending desk whose opening was withdrawn', () => {
    const { open, claim, objections, withdraw, lastVoid } = team();
    const opening = open('bo');
    open('cy');
    withdraw('cy', opening);
    expect(lastVoid()).toBe('It is not its author’s to withdraw.');
    withdraw('bo', opening);
    claim('office', small);
    expect(objections()).toHaveLength(1);
  });
});

test('an opening counts for its own day alone, by a person who may approve, of a sending desk', () => {
  const { open, lastVoid, officeNow, setTime } = team();
  open('bo', '2026-11-25');
  expect(lastVoid()).toBe('It opens another day than the one on which it was signed.');
  open('bo', '2026-11-23');
  expect(lastVoid()).toBe('It opens another day than the one on which it was signed.');
  open('dee');
  expect(lastVoid()).toBe('Its author may not open a sending desk.');
  open('office');
  expect(lastVoid()).toBe('Its author may not open a sending desk.');
  open('bo', today, 'nostro_cy');
  expect(lastVoid()).toBe('It names no sending desk.');
  expect(officeNow()?.openedBy).toEqual([]);
  setTime('2026-11-25T08:00:00.000Z');
  open('bo', '2026-11-25');
  expect(lastVoid()).toBeNull();
});

test('the day is that of the rules’ time zone', () => {
  const { setRules, setTime, open, claim, objections } = team();
  setRules({ sendingDesks: 'only', zone: 'Pacific/Auckland' });
  open('bo', '2026-11-25');
  open('cy', '2026-11-25');
  setTime('2026-11-25T10:59:00.000Z');
  claim('office', small);
  expect(objections()).toEqual([]);
  setTime('2026-11-25T11:00:00.000Z');
  claim('office', { ...small, reference: 'T' });
  expect(objections()).toHaveLength(1);
});

test('a role of a sending desk approves nothing', () => {
  const { setRules, request, approve, verdict } = team();
  setRules({ sendingDesks: 'only', rules: [{ when: {}, need: { role: 'any', count: 1 } }] });
  const of = request('bo', small);
  approve('office', of);
  expect(verdict(of).may).toBe(false);
  approve('cy', of);
  expect(verdict(of).may).toBe(true);
});

test('what moves no money leaves from every desk', () => {
  const { claim, objections } = team();
  const payload = JSON.stringify({ path: { entityId: 'P1' }, body: { accountNumber: '2' } });
  claim('bo', { ...small, operation: 'updateBeneficiary', payload });
  expect(objections()).toEqual([]);
});

test('openings outlive a start', () => {
  const { open, claim, objections, restart } = team();
  open('bo');
  open('cy');
  restart();
  claim('office', small);
  expect(objections()).toEqual([]);
});

test('where it is not asked which desk sends, a request is checked by its approvals alone', () => {
  const { request, verdict } = team();
  expect(verdict(request('bo', small)).may).toBe(true);
});

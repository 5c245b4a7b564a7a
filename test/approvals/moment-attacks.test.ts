import { describe, expect, test } from 'vitest';

import { checkers, eur, large, rules, team } from './attacked-team.ts';

const everything = [{ when: {}, need: checkers(1) }];

describe('rules that change', () => {
  test('are those of the moment of each claim: lowered and raised again they free what was sent between, and nothing after', () => {
    const { setRules, approve, claim, objections } = team();
    approve('cy', setRules({ rules: [] }));
    claim('dee', { reference: 'B', amount: '90000' });
    approve('cy', setRules({ rules }));
    expect(objections()).toEqual([]);
    claim('dee', { reference: 'C', amount: '90000' });
    expect(objections()).toHaveLength(1);
  });

  test('ask more of what was approved before they were raised', () => {
    const { setRules, approve, request, claim, verdict, objections } = team();
    const of = request('ada', large);
    approve('bo', of);
    expect(verdict(of).may).toBe(true);
    approve('cy', setRules({ rules: [{ when: { over: eur('1') }, need: checkers(2) }] }));
    expect(verdict(of).may).toBe(false);
    claim('ada', large, { request: of });
    expect(objections()).toHaveLength(1);
  });

  test('are lowered once by one pair of signatures: the same rules again need new ones', () => {
    const { setRules, approve, fold, lastVoid } = team();
    const lowered = setRules({ admins: 2, rules: [] });
    approve('cy', lowered);
    approve('cy', setRules({ admins: 2, rules: everything }));
    expect(fold.state.rules?.rules).toEqual(everything);
    approve('cy', lowered);
    expect(lastVoid()).toBe('It names nothing that it could change.');
    setRules({ admins: 2, rules: [] });
    expect(fold.state.rules?.rules).toEqual(everything);
  });

  test('ask for the number of signatures that the old ones ask for, also where the new ones ask for fewer', () => {
    const { setRules, approve, fold } = team();
    const proposed = setRules({ admins: 1, rules: [] });
    expect(fold.state.rules?.admins).toBe(2);
    approve('cy', proposed);
    setRules({ rules: everything });
    expect(fold.state.rules?.rules).toEqual(everything);
  });
});

describe('a role', () => {
  test('is that of the desk that signs, not of another desk of its person', () => {
    const { enrol, request, approve, verdict } = team();
    approve('cy', enrol('bo-6', ['reader'], { name: 'bo' }));
    const of = request('ada', large);
    approve('bo-6', of);
    expect(verdict(of).may).toBe(false);
    approve('bo', of);
    expect(verdict(of).may).toBe(true);
  });

  test('that a person lost between approval and claim does not count, and the one they have since does not revive it', () => {
    const { enrol, request, approve, claim, revoke, objections } = team();
    const of = request('ada', large);
    approve('bo-2', of);
    revoke('bo');
    revoke('bo-2');
    approve('cy', enrol('bo-7', ['checker'], { name: 'bo' }));
    claim('ada', large, { request: of });
    expect(objections()).toEqual([expect.stringContaining('1 of role checker')]);
  });
});

describe('a delegation', () => {
  test('over a third person makes one pair of eyes of all of them', () => {
    const { delegate, request, approve, verdict } = team();
    delegate('ada', 'dee');
    delegate('dee', 'bo');
    const of = request('ada', large);
    approve('bo', of);
    expect(verdict(of).void).toEqual(['bo: bo and ada stand in for each other.']);
  });

  test('that was in force when the approval was signed discounts it, whatever ended since', () => {
    const { delegate, request, approve, verdict, setTime } = team();
    delegate('ada', 'bo', { ends: '2026-11-24T12:30:00.000Z' });
    const of = request('ada', large);
    approve('bo', of);
    setTime('2026-11-24T13:00:00.000Z');
    expect(verdict(of).may).toBe(false);
  });
});

describe('a clock', () => {
  test('of the sender does not count: a claim is of the server’s time', () => {
    const { request, approve, claim, setTime, objections } = team();
    const of = request('ada', large, { until: '2026-11-24T13:00:00.000Z' });
    approve('bo', of);
    setTime('2026-11-24T13:00:00.001Z');
    claim('ada', large, { request: of, sentAt: '2026-11-24T12:00:00.000Z' });
    expect(objections()).toEqual(['It was to be sent until 2026-11-24T13:00:00.000Z.']);
  });

  test('of the maker does not keep a request alive, or make one that is over', () => {
    const { request, lastVoid, approve, claim, objections } = team();
    request('ada', large, { until: '2026-12-26T12:00:00.000Z' });
    expect(lastVoid()).toBe('A request waits for 31 days at most.');
    const past = request('ada', large, { until: '2026-11-24T11:59:59.999Z' });
    approve('bo', past);
    claim('ada', large, { request: past });
    expect(objections()).toEqual(['It was to be sent until 2026-11-24T11:59:59.999Z.']);
  });
});

describe('an approval', () => {
  test('behind a refusal by anybody else, or behind the withdrawal, counts for nothing', () => {
    const { request, approve, refuse, withdraw, lastVoid, verdict } = team();
    for (const end of ['refuse', 'withdraw'] as const) {
      const of = request('ada', { ...large, reference: end });
      if (end === 'refuse') refuse('cy', of);
      else withdraw('ada', of);
      approve('bo', of);
      expect(lastVoid()).toBe('The request had ended.');
      expect(verdict(of).may).toBe(false);
    }
  });

  test('is used once: a second claim of its line is an objection, until the first was not sent', () => {
    const { request, approve, claim, settle, objections } = team();
    const of = request('ada', large);
    approve('bo', of);
    claim('ada', large, { request: of });
    claim('dee', large, { request: of });
    expect(objections()).toEqual(['It was claimed before.']);
    settle('dee', 'A', 'not-sent');
    claim('ada', large, { request: of });
    expect(objections()).toHaveLength(1);
  });
});

import { describe, expect, test } from 'vitest';

import type { Premise } from '../../electron/nouns/approvals/contents.ts';
import { payloadHashOf } from '../../electron/nouns/approvals/order.ts';
import { eur, large, lead, rules, team } from './attacked-team.ts';
import { likenessNamed, payloadOf, premiseOf, teamOfApprovals } from './team-of-approvals.ts';

test('a payment that no rule fits needs no approval, and a team without rules checks nothing', () => {
  const { request, verdict, claim, objections } = team();
  expect(verdict(request('ada', { reference: 'S', amount: '10000' })).may).toBe(true);
  claim('ada', { reference: 'T', amount: '10000' });
  expect(objections()).toEqual([]);
  const without = teamOfApprovals();
  without.claim('ada', { reference: 'T', amount: '9000000' });
  without.write('ada', 'claim', { references: ['U'] }, { claims: [{ r: 'u', l: '', p: '' }] });
  expect(without.objections()).toEqual([]);
  expect(without.verdict(without.request('ada', large)).may).toBe(true);
});

test('a payment that is approved may be sent, and its claim brings no objection', () => {
  const { request, approve, verdict, claim, objections } = team();
  const of = request('ada', large);
  expect(verdict(of)).toEqual({
    may: false,
    missing: ['It needs 1 of role checker for more than 10,000.00 EUR, and has 0.'],
    needs: [{ role: 'checker', count: 1, has: 0, when: 'more than 10,000.00 EUR' }],
    void: [],
    tallies: ['account:100'],
  });
  approve('bo', of);
  expect(verdict(of).may).toBe(true);
  claim('ada', large, { request: of });
  expect(objections()).toEqual([]);
  expect(verdict(of).missing).toEqual(['It was claimed before.']);
});

describe('a maker', () => {
  test('does not approve the own request', () => {
    const { request, approve, verdict } = team();
    const of = request('bo', large);
    approve('bo', of);
    expect(verdict(of)).toMatchObject({
      may: false,
      void: ['bo: Whoever makes a request does not approve it.'],
    });
  });

  test('does not approve it from a second desk', () => {
    const { request, approve, verdict } = team();
    const of = request('bo', large);
    approve('bo-2', of);
    expect(verdict(of).may).toBe(false);
  });

  test('does not approve it by a person who stands in for the maker, or for whom the maker stands in', () => {
    for (const [from, to] of [
      ['ada', 'bo'],
      ['bo', 'ada'],
    ] as const) {
      const { request, approve, verdict, delegate } = team();
      delegate(from, to);
      const of = request('ada', large);
      approve('bo', of);
      expect(verdict(of).void).toEqual(['bo: bo and ada stand in for each other.']);
    }
  });

  test('does not take a delegation back to let the deputy’s approval count', () => {
    const { request, approve, verdict, delegate, withdraw, setTime } = team();
    const delegation = delegate('ada', 'bo');
    const of = request('ada', large);
    approve('bo', of);
    setTime('2026-11-24T13:00:00.000Z');
    withdraw('ada', delegation);
    expect(verdict(of).may).toBe(false);
  });

  test('does not split a payment into the lines of a file, or into payments of a day', () => {
    const { request, verdict, approve, claim } = team();
    const lines = ['1', '2', '3'].map((n) => ({ reference: n, amount: '4000' }));
    expect(verdict(request('ada', lines)).may).toBe(false);
    for (const n of ['4', '5', '6', '7']) {
      const payment = { reference: n, amount: '24000' };
      const of = request('dee', payment);
      approve('cy', of);
      claim('dee', payment, { request: of });
    }
    expect(verdict(request('ada', { reference: '8', amount: '4000' })).may).toBe(true);
    expect(verdict(request('ada', { reference: '9', amount: '4000.01' })).missing).toEqual([
      'It needs 1 of role lead for more than 100,000.00 EUR in a day per account, and has 0.',
    ]);
  });

  test('does not use another currency to stay under a limit', () => {
    const priced = { rates: [{ base: 'USD', counter: 'EUR', rate: '0.9' }] };
    const { request, verdict } = team(priced);
    const usd = (reference: string, amount: string, currency = 'USD') =>
      verdict(request('ada', { reference, amount, currency })).may;
    expect([usd('1', '11111.11'), usd('2', '11111.12')]).toEqual([true, false]);
    // Without a rate the strictest rule applies.
    expect(usd('3', '1', 'KES')).toBe(false);
  });

  test('does not send another amount, payee or reference than was approved', () => {
    const { request, approve, claim, objections } = team();
    const of = request('ada', large);
    approve('bo', of);
    claim('ada', { ...large, amount: '13000' }, { request: of });
    claim('ada', { ...large, reference: 'B', payee: 'P2' }, { request: of });
    expect(objections()[0]).toBe('It sends another payment than it names.');
    expect(objections()[1]).toContain('It sends another payment than it names.');
  });

  test('does not use an approval under another reference', () => {
    const { request, approve, claim, write, objections } = team();
    const of = request('ada', large);
    approve('bo', of);
    claim('ada', { ...large, reference: 'B', payload: payloadOf(large) }, { request: of });
    const order = null;
    const payments = [
      { ...{ request: of, line: 0, order, bank: 'sandbox' }, premise: { ...premiseOf() } },
    ];
    const p = `payload:${payloadHashOf(payloadOf(large))}`;
    const envelope = { claims: [{ r: 'reference:C', l: '', p }] };
    write('ada', 'claim', { references: ['A'], payments }, envelope);
    const other = 'It sends another payment than it names.';
    expect(objections()).toEqual([other, other]);
  });

  test('does not make a payee known by a payment without approval', () => {
    const { request, approve, verdict, claim, settle, objections, setTime } = team();
    claim('dee', { reference: 'A', amount: '1', payee: 'P9' });
    settle('dee', 'A', 'accepted');
    expect(objections()).toEqual(['It needs 1 of role lead for a new payee, and has 0.']);
    const isNew = () =>
      !verdict(request('dee', { reference: 'B', amount: '900', payee: 'P9' })).may;
    expect(isNew()).toBe(true);
    setTime('2026-12-10T12:00:00.000Z');
    expect(isNew()).toBe(true);
    const payment = { reference: 'C', amount: '1', payee: 'P9' };
    const of = request('dee', payment);
    approve('cy', of);
    claim('dee', payment, { request: of });
    settle('dee', 'C', 'accepted');
    expect(isNew()).toBe(false);
  });

  test('does not make a payee known by a payment that the bank has not accepted', () => {
    const { request, approve, claim, settle, objections } = team();
    const first = { reference: 'N1', amount: '10', payee: 'P9' };
    const of = request('ada', first);
    approve('cy', of);
    claim('ada', first, { request: of });
    for (const [place, outcome] of [null, 'unknown', 'not-sent'].entries()) {
      if (outcome !== null) settle('ada', 'N1', outcome);
      claim('bo', { reference: `N2-${String(place)}`, amount: String(20 + place), payee: 'P9' });
      expect(objections()).toHaveLength(place + 1);
    }
    expect(new Set(objections())).toEqual(
      new Set(['It needs 1 of role lead for a new payee, and has 0.']),
    );
    const again = { reference: 'N3', amount: '11', payee: 'P9' };
    const next = request('ada', again);
    approve('cy', next);
    claim('ada', again, { request: next });
    settle('ada', 'N3', 'accepted');
    claim('bo', { reference: 'N4', amount: '12', payee: 'P9' });
    expect(objections()).toHaveLength(3);
  });

  test('sends what was approved although another payment has named its line', () => {
    const { request, approve, claim, verdict, objections } = team();
    const of = request('ada', large);
    approve('bo', of);
    claim('dee', { reference: 'B', amount: '90000' }, { request: of });
    expect(verdict(of).may).toBe(true);
    claim('ada', large, { request: of });
    expect(objections()).toEqual(['It sends another payment than it names.']);
    expect(verdict(of).missing).toEqual(['It was claimed before.']);
  });

  test('of a file is not held up by its own lines that were sent before', () => {
    const { request, approve, claim, objections } = team();
    const lines = ['1', '2'].map((reference) => ({ reference, amount: '49000' }));
    const of = request('ada', lines);
    for (const desk of ['bo', 'cy']) approve(desk, of);
    expect(objections()).toEqual([]);
    for (const [line, payment] of lines.entries()) claim('ada', payment, { request: of, line });
    expect(objections().filter((why) => why.includes('in 1 days'))).toEqual([]);
  });

  test('does not hide who is paid where no approval is needed', () => {
    const { claim, objections } = team();
    claim('ada', { reference: 'A', amount: '5', payload: '{}' });
    claim('ada', { reference: 'B', amount: '5', payload: 'no JSON' });
    expect(objections()).toHaveLength(2);
  });

  test('does not withdraw the request of another person', () => {
    const { request, withdraw, lastVoid, verdict } = team();
    const of = request('ada', { reference: 'S', amount: '5' });
    withdraw('dee', of);
    expect(lastVoid()).toBe('It is not its author’s to withdraw.');
    expect(verdict(of).may).toBe(true);
    withdraw('ada', of);
    expect(verdict(of).missing).toEqual(['ada withdrew it.']);
  });

  test('does not pay a payee that the approver has changed', () => {
    const { request, approve, verdict, claim, setTime, enrol, delegate } = team();
    approve('cy', enrol('fay', ['lead']));
    const change = { reference: 'C', amount: '0', operation: 'updateBeneficiary' };
    const payload = JSON.stringify({ path: { entityId: 'P9' }, body: { name: 'Nine' } });
    claim('cy', { ...change, payload }, { premise: { details: 'fp-9' } });
    const of = request('ada', { reference: 'A', amount: '5', payee: 'P9' });
    approve('cy', of, { details: 'fp-9' });
    expect(verdict(of, { details: 'fp-9' }).void).toEqual([
      'cy: Whoever changed a payee does not approve its first payment for 30 days.',
    ]);
    delegate('cy', 'fay', { ends: '2026-11-25T00:00:00.000Z' });
    const deputy = { details: 'fp-9', country: 'FR' };
    approve('fay', of, deputy);
    expect(verdict(of, deputy).void.map((why) => why.slice(0, 13))).toContain('fay: Whoever ');
    setTime('2026-12-24T12:00:00.000Z');
    expect(verdict(of, { details: 'fp-9' }, '2026-12-24T12:00:00.001Z').may).toBe(false);
    const later = request('ada', { reference: 'B', amount: '5', payee: 'P9' });
    approve('cy', later, { details: 'fp-9' });
    expect(verdict(later, { details: 'fp-9' }, '2026-12-24T12:00:00.000Z').may).toBe(false);
    expect(verdict(later, { details: 'fp-9' }, '2026-12-24T12:00:00.001Z').missing).toEqual([
      'It was to be sent until 2026-12-24T00:00:00.000Z.',
    ]);
  });

  test('does not pay a payee that the approver has created with these bank details', () => {
    const { request, approve, verdict, claim } = team();
    const payload = JSON.stringify({ body: {} });
    const created = { reference: 'C', amount: '0', operation: 'createBeneficiary', payload };
    claim('cy', created, { premise: { details: 'fp-9' } });
    const of = request('ada', { reference: 'A', amount: '5', payee: 'P9' });
    approve('cy', of, { details: 'fp-9' });
    expect(verdict(of, { details: 'fp-9' }).may).toBe(false);
  });
});

describe('an approval', () => {
  test('of the old bank details does not count for the new ones, and one of the new ones does', () => {
    const { request, approve, verdict } = team({ rules: rules.slice(0, 2) });
    const of = request('ada', large);
    approve('bo', of);
    const changed = { details: 'fp-2' };
    expect(verdict(of, changed).void).toEqual(['bo: The payee’s bank details changed since.']);
    approve('cy', of, changed);
    expect(verdict(of, changed).may).toBe(true);
  });

  test.for<[Partial<Premise>, string]>([
    [{ twins: ['OTHER'] }, 'A payment that looks the same was not shown.'],
    [{ warnings: ['payee-unread'] }, 'A warning was not shown.'],
    [{ country: 'XX' }, 'The payee’s country changed since.'],
    [{ debit: '12000.01' }, 'It costs more than was shown.'],
  ])('does not count with %o that it has not seen', ([premise, why]) => {
    const { request, approve, verdict } = team();
    const of = request('ada', large);
    approve('bo', of, { debit: '12000' });
    expect(verdict(of, { debit: '11999', ...premise }).void[0]).toContain(why);
    approve('cy', of, { debit: '12000', ...premise });
    expect(verdict(of, { debit: '11999', ...premise }).may).toBe(true);
  });

  test('from two desks of one person is one', () => {
    const { request, approve, verdict } = team();
    const of = request('ada', { reference: 'A', amount: '55000' });
    approve('bo', of);
    approve('bo-2', of);
    expect(verdict(of).missing).toHaveLength(1);
    approve('cy', of);
    expect(verdict(of).may).toBe(true);
  });

  test('above the limit of its person does not count', () => {
    const { request, approve, verdict } = team();
    const of = request('ada', { reference: 'A', amount: '60000.01' });
    approve('bo', of);
    approve('cy', of);
    expect(verdict(of).void).toEqual(['bo: It is above the limit of this person.']);
  });

  test('of another request, or by another role, does not count', () => {
    const { request, approve, verdict } = team();
    approve('bo', request('ada', large));
    const of = request('ada', large);
    approve('dee', of);
    expect(verdict(of).may).toBe(false);
  });

  test('does not count for a line that was taken out', () => {
    const { request, approve, verdict } = team();
    const of = request('ada', [large, { reference: 'B', amount: '1' }]);
    approve('bo', of, null);
    expect(verdict(of).void).toEqual(['bo: This line was taken out.']);
  });

  test('does not revive a request that somebody refused, or that is over', () => {
    const { request, approve, refuse, verdict, lastVoid } = team();
    const of = request('ada', large);
    refuse('cy', of);
    approve('bo', of);
    expect(lastVoid()).toBe('The request had ended.');
    expect(verdict(of).missing[0]).toBe('cy refused it.');
    const late = request('ada', large, { until: '2026-11-24T15:00:00+02:00' });
    approve('bo', late);
    expect(verdict(late, {}, '2026-11-24T13:00:00.000Z').may).toBe(true);
    expect(verdict(late, {}, '2026-11-24T13:00:00.001Z').may).toBe(false);
  });
});

describe('a deputy', () => {
  test('approves with the role of the other, until the delegation ends or either takes it back', () => {
    const { request, approve, verdict, delegate, withdraw, lastVoid } = team();
    const delegation = delegate('cy', 'bo', { ends: '2026-11-24T23:00:00.000Z' });
    const of = request('dee', { reference: 'A', amount: '100', payee: 'P9' });
    approve('bo', of);
    expect(verdict(of).may).toBe(true);
    expect(verdict(of, {}, '2026-11-24T23:00:00.001Z').may).toBe(false);
    withdraw('dee', delegation);
    expect(lastVoid()).not.toBeNull();
    withdraw('bo', delegation);
    expect(verdict(of).may).toBe(false);
  });

  test('and the other are one pair of eyes', () => {
    const { request, approve, verdict, delegate } = team();
    delegate('cy', 'bo');
    const of = request('ada', { reference: 'A', amount: '52000' });
    approve('bo', of);
    approve('cy', of);
    expect(verdict(of).may).toBe(false);
  });

  test('passes no role on, and has at most the limit of the other and of the delegation', () => {
    const { request, approve, verdict, delegate } = team();
    delegate('cy', 'dee', { limit: eur('200') });
    delegate('dee', 'bo');
    const small = request('ada', { reference: 'A', amount: '200', payee: 'P9' });
    approve('bo', small);
    expect(verdict(small).may).toBe(false);
    approve('dee', small);
    expect(verdict(small).may).toBe(true);
    const more = request('ada', { reference: 'B', amount: '200.01', payee: 'P9' });
    approve('dee', more);
    expect(verdict(more).may).toBe(false);
  });

  test('has at most the limit that the other has, and nothing of who was revoked', () => {
    const limits = [{ person: 'cy', ...eur('200') }];
    const { request, approve, verdict, delegate, revoke } = team({ limits });
    delegate('cy', 'dee');
    const small = request('ada', { reference: 'A', amount: '200', payee: 'P9' });
    const more = request('ada', { reference: 'B', amount: '200.01', payee: 'P9' });
    for (const wanted of [small, more]) approve('dee', wanted);
    expect([small, more].map((of) => verdict(of).may)).toEqual([true, false]);
    revoke('cy');
    expect(verdict(small).may).toBe(false);
  });

  test('is another person of the team, and does not begin before the delegation was written', () => {
    const { delegate, lastVoid, request, approve, verdict, setTime } = team();
    for (const to of ['cy', 'eve']) {
      delegate('cy', to);
      expect(lastVoid()).toBe('It names no other person of the team.');
    }
    const of = request('ada', { reference: 'A', amount: '100', payee: 'P9' });
    approve('bo', of);
    setTime('2026-11-24T13:00:00.000Z');
    delegate('cy', 'bo', { begins: '2026-11-01T00:00:00.000Z' });
    expect(verdict(of).may).toBe(false);
  });
});

describe('an administrator', () => {
  test('alone does not lower the rules', () => {
    const { setRules, fold, approve, lastVoid } = team();
    const proposed = setRules({ rules: [] });
    expect(fold.state.rules?.version).toBe(1);
    approve('bo', proposed);
    expect(lastVoid()).toBe('Its author is no administrator.');
    approve('ada', proposed);
    expect(fold.state.rules?.version).toBe(1);
    approve('cy', proposed);
    expect(fold.state.rules).toMatchObject({ version: 2, rules: [] });
  });

  test('does not bring an older version back, skip one, or ask for more administrators than there are', () => {
    const { setRules, lastVoid, approve, fold } = team();
    for (const version of [1, 3]) {
      setRules({ version });
      expect(lastVoid()).toBe('Rules with number 2 come next.');
    }
    setRules({ admins: 3 });
    expect(lastVoid()).toBe('The team has not so many administrators.');
    const [one, other] = [setRules({ rules: [] }), setRules({ zone: 'Europe/Berlin' })];
    approve('cy', other);
    approve('cy', one);
    expect(fold.state.rules).toMatchObject({ version: 2, zone: 'Europe/Berlin' });
  });

  test('alone does not add a friend, or an own desk under a colleague’s name', () => {
    const { enrol, request, approve, verdict, setRules, fold } = team();
    enrol('eve', ['admin', 'checker', 'lead']);
    const second = enrol('bo-3', ['checker'], { name: 'bo' });
    const of = request('ada', large);
    approve('eve', of);
    approve('bo-3', of);
    expect(verdict(of).void).toEqual([
      'eve: The desk that signed it may not approve.',
      'bo: The desk that signed it may not approve.',
    ]);
    approve('eve', setRules({ rules: [] }));
    expect(fold.state.rules?.version).toBe(1);
    approve('cy', second);
    expect(verdict(of).may).toBe(true);
  });

  test('who was revoked does not sign rules that are decided later', () => {
    const { setRules, approve, enrol, revoke, fold } = team();
    approve('cy', enrol('fay', ['admin']));
    const proposed = setRules({ rules: [] }, 'fay');
    revoke('fay');
    approve('cy', proposed);
    expect(fold.state.rules?.version).toBe(1);
  });
});

describe('a thief of a laptop', () => {
  test('signs nothing that counts once the desk is revoked, before or after', () => {
    const { request, approve, verdict, revoke, lastVoid } = team();
    const of = request('ada', large);
    approve('bo', of);
    expect(verdict(of).may).toBe(true);
    revoke('bo');
    expect(verdict(of).void).toEqual(['bo: The desk that signed it may not approve.']);
    approve('bo', of);
    expect(lastVoid()).toBe('Its author was revoked.');
    // The person's other desk still counts.
    approve('bo-2', of);
    expect(verdict(of).may).toBe(true);
  });
});

describe('a desk that does not ask', () => {
  test('is seen by all others: each claim without what the rules of its moment ask', () => {
    const { claim, request, write, objections, setRules, approve } = team();
    claim('dee', { reference: 'E', amount: '80000' });
    claim('dee', { reference: 'F', amount: '1' }, { request: 'f'.repeat(64) });
    claim('dee', large, { request: request('dee', large) });
    write('dee', 'claim', { references: ['G'] }, { claims: [{ r: 'g', l: '', p: '' }] });
    expect(objections()).toEqual([
      expect.stringContaining('2 of role checker'),
      'It names a request that is not in the record.',
      expect.stringContaining('1 of role checker'),
      'It does not say what it sends.',
    ]);
    approve('cy', setRules({ rules: [{ when: {}, need: { role: 'any', count: 1 } }] }));
    claim('dee', { reference: 'H', amount: '1' });
    expect(objections().at(-1)).toBe('It needs 1 other persons for everything, and has 0.');
  });

  test('does not hide what it pays from payments that look the same', () => {
    const { claim, objections } = team();
    const hides = 'It hides what it pays from payments that look the same.';
    const small = { reference: 'A', amount: '10' };
    const seenOf = (given: object): readonly string[] => {
      const before = objections().length;
      claim('dee', { ...small, reference: `R${String(before)}`, ...given });
      return objections().slice(before);
    };
    expect(seenOf({})).toEqual([]);
    expect(seenOf({ likeness: '' })).toEqual([hides]);
    const other = likenessNamed('createSingleTransfer', payloadOf({ ...small, amount: '11' }));
    expect(seenOf({ likeness: other })).toEqual([hides]);
    // Another operation that no rule fits, with the likeness of the payment that is sent.
    const payload = JSON.stringify({ path: { clientId: 'C', id: 'S' } });
    const harmless = { operation: 'deleteSubclient', payload };
    expect(seenOf(harmless)).toEqual([]);
    expect(seenOf({ ...harmless, likeness: other })).toEqual([hides]);
  });

  test('names nothing of what it sent longer ago than payments are compared', () => {
    const { claim, objections } = team();
    const small = { amount: '10', likeness: '' };
    claim('dee', { ...small, reference: 'A' }, { sentAt: '2026-11-23T11:00:00.000Z' });
    expect(objections()).toEqual([]);
    claim('dee', { ...small, reference: 'B' }, { sentAt: '2026-11-24T11:00:00.000Z' });
    expect(objections()).toHaveLength(1);
  });

  test('frees a sum only where it holds the claim and has not said that the bank accepted it', () => {
    const { request, approve, claim, settle, verdict } = team();
    const [first, second] = ['A', 'B'].map((reference) => ({ reference, amount: '49000' }));
    for (const payment of [first, second]) {
      if (payment === undefined) continue;
      const of = request('ada', payment);
      approve('bo', of);
      claim('ada', payment, { request: of });
    }
    const next = (): boolean => verdict(request('ada', { reference: 'C', amount: '9000' })).may;
    expect(next()).toBe(false);
    settle('dee', 'A', 'not-sent');
    expect(next()).toBe(false);
    settle('ada', 'A', 'accepted');
    settle('ada', 'A', 'not-sent');
    expect(next()).toBe(false);
    settle('ada', 'B', 'not-sent');
    expect(next()).toBe(true);
  });
});

test('hours are those of the rules’ zone', () => {
  const { setRules, approve, request, verdict } = team();
  const outside = { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] };
  approve('cy', setRules({ zone: 'Europe/Berlin', rules: [{ when: { outside }, need: lead }] }));
  const of = request('ada', { reference: 'A', amount: '1' });
  const may = (now: string): boolean => verdict(of, {}, now).may;
  expect(['2026-11-24T06:59:59.000Z', '2026-11-24T17:00:00.000Z'].map(may)).toEqual([false, false]);
  expect(['2026-11-24T07:00:00.000Z', '2026-11-24T16:59:00.000Z'].map(may)).toEqual([true, true]);
  // A Saturday.
  expect(may('2026-11-28T12:00:00.000Z')).toBe(false);
});

test('an amount in another currency is rounded up', () => {
  const { request, verdict } = team({ rates: [{ base: 'USD', counter: 'EUR', rate: '1.00001' }] });
  const of = request('ada', { reference: 'A', amount: '9999.9001', currency: 'USD' });
  // 10000.000099001 EUR.
  expect(verdict(of).may).toBe(false);
});

import { describe, expect, test } from 'vitest';

import { large, team } from './attacked-team.ts';

const waits = 'Administrators must sign the enrolment of its desk first.';

describe('an administrator who admits a friend alone', () => {
  test('does not have the friend request what the administrator approves', () => {
    const { enrol, request, approve, lastVoid, fold, claim, objections } = team();
    const admission = enrol('eve', ['maker']);
    const of = request('eve', large);
    expect(lastVoid()).toBe(waits);
    expect(fold.state.requests.has(of)).toBe(false);
    approve('ada', of);
    claim('eve', large, { request: of });
    expect(objections()).toEqual(['It names a request that is not in the record.']);
    approve('cy', admission);
    const signed = request('eve', { ...large, reference: 'B' });
    approve('ada', signed);
    claim('eve', { ...large, reference: 'B' }, { request: signed });
    expect(objections()).toHaveLength(1);
  });

  test('does not have the friend send what no rule fits, or what others approved', () => {
    const { enrol, request, approve, claim, objections } = team();
    const admission = enrol('eve', ['maker']);
    claim('eve', { reference: 'S', amount: '5' });
    const of = request('ada', large);
    approve('bo', of);
    claim('eve', large, { request: of });
    expect(objections()).toEqual([waits, waits]);
    approve('cy', admission);
    claim('eve', { reference: 'T', amount: '5' });
    expect(objections()).toHaveLength(2);
  });
});

describe('a person who is admitted back', () => {
  test('does not revive what the revoked desk signed, under no login', () => {
    const { enrol, request, approve, verdict, revoke, lastVoid } = team();
    const of = request('ada', large);
    approve('bo', of);
    expect(verdict(of).may).toBe(true);
    revoke('bo');
    enrol('bo-4', ['checker'], { name: 'bo', login: 'nostro_bo' });
    expect(lastVoid()).toBe('Its login was enrolled before.');
    approve('cy', enrol('bo-5', ['checker'], { name: 'bo' }));
    expect(verdict(of).may).toBe(false);
    approve('bo-5', of);
    expect(verdict(of).may).toBe(true);
  });
});

describe('an administrator', () => {
  const takeOver = ({ write }: ReturnType<typeof team>, desk: string, reference: string): string =>
    write(
      desk,
      'take-over',
      { references: [reference] },
      { claims: [{ r: `reference:${reference}` }] },
    );
  const unsigned = 'Not as many administrators signed it as the rules ask for.';

  test('alone takes no claim over, and ends no team', () => {
    const made = team();
    const { write, claim, approve, lastVoid, people } = made;
    claim('dee', { reference: 'S', amount: '5' });
    takeOver(made, 'ada', 'S');
    expect(lastVoid()).toBe(unsigned);
    write('ada', 'end');
    expect([lastVoid(), people.isEnded]).toEqual([unsigned, false]);
    const proposed = write('ada', 'propose', { takesOver: 'S', outcome: 'not-found' });
    approve('ada', proposed);
    takeOver(made, 'ada', 'S');
    expect(lastVoid()).toBe(unsigned);
    const end = write('cy', 'propose', { ends: true });
    write('cy', 'end');
    expect(lastVoid()).toBe(unsigned);
    approve('cy', proposed);
    takeOver(made, 'cy', 'S');
    expect(lastVoid()).toBeNull();
    approve('ada', end);
    write('ada', 'end');
    expect([lastVoid(), people.isEnded]).toEqual([null, true]);
  });

  test('does not count the signature of a maker, of a second own desk, or of who was revoked', () => {
    const made = team();
    const { write, claim, approve, enrol, lastVoid, revoke } = made;
    claim('dee', { reference: 'S', amount: '5' });
    approve('cy', enrol('ada-2', ['admin'], { name: 'ada' }));
    approve('cy', enrol('fay', ['admin']));
    write('dee', 'propose', { takesOver: 'S', outcome: 'accepted' });
    expect(lastVoid()).toBe('Its author is no administrator.');
    const proposed = write('ada', 'propose', { takesOver: 'S', outcome: 'accepted' });
    approve('ada-2', proposed);
    approve('bo', proposed);
    expect(lastVoid()).toBe('Its author is no administrator.');
    approve('fay', proposed);
    revoke('fay', 'cy');
    takeOver(made, 'ada', 'S');
    expect(lastVoid()).toBe(unsigned);
  });

  test('does not use a decision about one claim for the next one of that reference', () => {
    const made = team();
    const { write, claim, settle, approve, lastVoid, restart } = made;
    claim('dee', { reference: 'S', amount: '5' });
    approve('cy', write('ada', 'propose', { takesOver: 'S', outcome: 'not-found' }));
    settle('dee', 'S', 'not-sent');
    claim('bo', { reference: 'S', amount: '5' });
    restart();
    takeOver(made, 'ada', 'S');
    expect(lastVoid()).toBe(unsigned);
  });

  test('does not free what was taken over as found at the bank', () => {
    const made = team();
    const { write, claim, settle, approve, lastVoid, restart } = made;
    claim('dee', { reference: 'S', amount: '5' });
    approve('cy', write('ada', 'propose', { takesOver: 'S', outcome: 'accepted' }));
    takeOver(made, 'ada', 'S');
    restart();
    for (const is of ['not-found', 'not-sent', 'refused']) {
      settle('ada', 'S', is);
      expect(lastVoid()).toBe('Administrators found this payment at the bank.');
    }
    settle('ada', 'S', 'accepted');
    expect(lastVoid()).toBeNull();
  });

  test('revokes a desk alone at once, and gains no signature by it', () => {
    const { revoke, setRules, approve, fold, enrol, people, keyOf } = team();
    revoke('cy');
    expect(people.mayWrite(keyOf('cy'))).toBe(false);
    const proposed = setRules({ rules: [] });
    approve('ada', proposed);
    enrol('eve', ['admin']);
    approve('eve', proposed);
    expect(fold.state.rules?.version).toBe(1);
  });
});

import { describe, expect, test } from 'vitest';

import { payeeName } from '../../../electron/nouns/approvals/order.ts';
import { payloadOf, teamOfApprovals } from '../team-of-approvals.ts';

const lead = { role: 'lead' as const, count: 1 };

/** Ada founded; Bo checks, Cy leads and administers on two desks. */
function team(when: object, admins = 2) {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker', 'lead']);
  made.enrol('cy', ['lead', 'admin']);
  made.enrol('cy-2', ['lead', 'admin'], { name: 'cy' });
  const payees = [payeeName('P1', 'fp-1')];
  made.setRules({ rules: [{ when, need: lead }], admins, payees });
  return made;
}

/** A transfer whose amount is a number: no desk reads it, and a bank may book it. */
const unread = payloadOf({ reference: 'A', amount: '9' }).replace('"9"', '9');

describe('where the two judges of approvals differed, by the design', () => {
  test.for([
    { accounts: ['100'] },
    { accounts: ['200'] },
    { newPayee: true },
    { accounts: ['100'], newPayee: true },
  ])('a transfer that cannot be read fits the rule %o', (when) => {
    const { claim, objections } = team(when);
    claim('bo', { reference: 'A', amount: '9', payload: unread });
    expect(objections()).toHaveLength(1);
  });

  test('a desk that no other administrator has signed admits no desk that counts', () => {
    const { enrol, setRules, approve, request, fold, verdict } = team({});
    enrol('eve', ['admin', 'lead']);
    approve('cy', setRules({ admins: 1, rules: [{ when: {}, need: lead }] }));
    expect(fold.state.rules?.version).toBe(2);
    const friend = enrol('fay', ['lead'], { by: 'eve' });
    const of = request('ada', { reference: 'A', amount: '9' });
    approve('fay', of);
    expect(verdict(of).may).toBe(false);
    approve('ada', friend);
    expect(verdict(of).may).toBe(true);
  });

  test('what a revoked desk signed of rules does not count by the person’s other desk', () => {
    const { enrol, setRules, approve, revoke, fold } = team({}, 3);
    enrol('dee', ['admin']);
    setRules({ admins: 3, rules: [] });
    const proposed = setRules({ rules: [], zone: 'Europe/Berlin' });
    approve('cy', proposed);
    revoke('cy');
    approve('dee', proposed);
    expect(fold.state.rules?.version).toBe(1);
    approve('cy-2', proposed);
    expect(fold.state.rules?.version).toBe(2);
  });

  test('what a revoked desk approved does not count again by another desk under its login', () => {
    const { request, approve, verdict, revoke, enrol, lastVoid } = team({}, 1);
    const of = request('ada', { reference: 'A', amount: '9' });
    approve('bo', of);
    revoke('bo');
    enrol('bo-new', ['lead'], { name: 'bo', login: 'nostro_bo' });
    expect(lastVoid()).toBe('Its login was enrolled before.');
    enrol('bo-new', ['lead'], { name: 'bo' });
    expect(verdict(of).may).toBe(false);
    approve('bo-new', of);
    expect(verdict(of).may).toBe(true);
  });

  test('whoever changed a payee approves a later change of it', () => {
    const { claim, write, approve, verdict } = team({ operations: ['updateBeneficiary'] }, 1);
    const operation = 'updateBeneficiary';
    const payload = JSON.stringify({ path: { entityId: 'P9' }, body: {} });
    const first = { reference: 'C', amount: '0', operation, payload };
    claim('cy', first, { premise: { details: 'fp-9' } });
    const content = { operation, bank: 'sandbox', words: '', until: '2026-12-24T00:00:00.000Z' };
    const of = write('bo', 'request', { ...content, lines: [{ reference: 'D', payload }] });
    approve('cy', of, { details: 'fp-9' });
    expect(verdict(of, { details: 'fp-9' }).may).toBe(true);
  });

  test('a transfer that cannot be read is not approved by whoever created a payee with its details', () => {
    const { claim, write, approve, verdict } = team({ newPayee: true }, 1);
    const payload = JSON.stringify({ body: {} });
    const created = { reference: 'C', amount: '0', operation: 'createBeneficiary', payload };
    claim('cy', created, { premise: { details: 'fp-9' } });
    const content = { operation: 'createSingleTransfer', bank: 'sandbox', words: '' };
    const of = write('ada', 'request', {
      ...{ ...content, until: '2026-12-24T00:00:00.000Z' },
      lines: [{ reference: 'A', payload: unread }],
    });
    approve('cy', of, { details: 'fp-9' });
    expect(verdict(of, { details: 'fp-9' }).may).toBe(false);
    approve('bo', of, { details: 'fp-9' });
    expect(verdict(of, { details: 'fp-9' }).may).toBe(true);
  });
});

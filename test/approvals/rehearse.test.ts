import { expect, test } from 'vitest';

import type { Rules } from '../../electron/nouns/approvals/contents.ts';
import { orderOf } from '../../electron/nouns/approvals/order.ts';
import { rehearse, type PastPayment } from '../../electron/nouns/approvals/rehearsal/rehearse.ts';
import { payloadOf, premiseOf, teamOfApprovals } from './team-of-approvals.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

/** Ada founded, Bo checks on two desks, Dee makes payments. */
function desks() {
  const made = teamOfApprovals();
  made.enrol('bo', ['checker']);
  made.enrol('bo-2', ['checker'], { name: 'bo' });
  made.enrol('dee', ['maker']);
  return made.fold.state;
}

const rulesOf = (rules: Rules['rules'], more: Partial<Rules> = {}): Rules => ({
  ...{ version: 1, admins: 1, zone: 'UTC', rules, limits: [], rates: [], payees: [] },
  ...more,
});

const paid = (at: string, amount: string, maker = 'dee', payee = 'P1'): PastPayment => ({
  ...{ at: `${at}.000Z`, maker, premise: premiseOf() },
  order: orderOf('createSingleTransfer', payloadOf({ reference: at, amount, payee })),
});

const since = '2026-11-01T00:00:00.000Z';

test('each rule counts the payments that it fits, whoever could approve them, and what no member could release', () => {
  const rules = rulesOf([
    { when: { over: eur('1000') }, need: { role: 'checker', count: 1 } },
    { when: { over: eur('5000') }, need: { role: 'checker', count: 2 } },
    { when: { over: eur('9000') }, need: { role: 'lead', count: 2 } },
    { when: { accounts: ['999'] }, need: { role: 'maker', count: 1 } },
  ]);
  const payments = [
    paid('2026-11-02T10:00:00', '1000'),
    paid('2026-11-02T11:00:00', '1000.01'),
    paid('2026-11-02T12:00:00', '6000'),
    // Ada is its maker: only Bo is left.
    paid('2026-11-02T13:00:00', '6000', 'ada'),
    paid('2026-10-31T23:59:59', '8000'),
  ];
  const { rules: each, persons, payments: count, free } = rehearse(desks(), rules, payments, since);
  expect(each).toMatchObject([
    { rule: 1, payments: 3, unmet: 0, persons: ['ada', 'bo'], canBeMet: true },
    { rule: 2, payments: 2, unmet: 1, persons: ['ada', 'bo'], canBeMet: true },
    { rule: 3, payments: 0, unmet: 0, persons: ['ada'], canBeMet: false },
    { rule: 4, payments: 0, unmet: 0, persons: ['ada', 'dee'], canBeMet: true },
  ]);
  expect([count, free]).toEqual([4, 1]);
  expect(persons).toEqual([
    { person: 'ada', made: 1, payments: 2, onlyWith: 1 },
    { person: 'bo', made: 0, payments: 3, onlyWith: 2 },
    { person: 'dee', made: 3, payments: 0, onlyWith: 0 },
  ]);
});

test('sums and new payees rest on the payments before, also those before the time', () => {
  const rules = rulesOf([
    { when: { newPayee: true }, need: { role: 'checker', count: 1 } },
    {
      when: { sumOver: { ...eur('100'), per: 'account', days: 7 } },
      need: { role: 'checker', count: 1 },
    },
  ]);
  const payments = [
    paid('2026-06-01T10:00:00', '90', 'dee', 'OLD'),
    paid('2026-11-02T10:00:00', '60', 'dee', 'OLD'),
    paid('2026-11-02T11:00:00', '40', 'dee', 'NEW'),
    paid('2026-11-03T11:00:00', '0.01', 'dee', 'NEW'),
    paid('2026-11-20T11:00:00', '100', 'dee', 'NEW'),
  ];
  const { rules: each } = rehearse(desks(), rules, payments, since);
  expect(each.map(({ payments: of }) => of)).toEqual([1, 1]);
});

test('a limit of the rules can leave no one who may approve a payment', () => {
  const limits = ['ada', 'bo'].map((person) => ({ person, ...eur('500') }));
  const rules = rulesOf([{ when: {}, need: { role: 'checker', count: 1 } }], { limits });
  const payments = [paid('2026-11-02T10:00:00', '500'), paid('2026-11-02T11:00:00', '501')];
  const [rule] = rehearse(desks(), rules, payments, since).rules;
  expect(rule).toMatchObject({ payments: 2, unmet: 1, canBeMet: true });
});

test('a revoked desk approves nothing', () => {
  const made = teamOfApprovals();
  made.enrol('bo', ['lead']);
  made.revoke('bo');
  const rules = rulesOf([{ when: {}, need: { role: 'lead', count: 1 } }]);
  const payments = [paid('2026-11-02T10:00:00', '5', 'ada')];
  const { rules: each, persons } = rehearse(made.fold.state, rules, payments, since);
  expect(each).toMatchObject([{ payments: 1, unmet: 1, persons: [], canBeMet: true }]);
  expect(persons).toEqual([{ person: 'ada', made: 1, payments: 0, onlyWith: 0 }]);
});

test('persons without whom a rule could not be met are named, also for a single payment of one of them', () => {
  const rules = rulesOf([
    { when: { over: eur('100') }, need: { role: 'checker', count: 1 } },
    { when: { over: eur('9000') }, need: { role: 'checker', count: 2 } },
    { when: { over: eur('9000') }, need: { role: 'lead', count: 1 } },
    { when: { over: eur('9000') }, need: { role: 'lead', count: 2 } },
  ]);
  const onlyWith = (payments: readonly PastPayment[]) =>
    rehearse(desks(), rules, payments, since).rules.map((rule) => rule.onlyWith);
  // Two check, and Bo's two desks are one of them; Ada alone leads.
  expect(onlyWith([paid('2026-11-02T10:00:00', '200')])).toEqual([[], ['ada', 'bo'], ['ada'], []]);
  // Ada cannot check her own payment.
  expect(onlyWith([paid('2026-11-02T10:00:00', '200', 'ada')])[0]).toEqual(['bo']);
});

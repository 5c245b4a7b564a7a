import type { Rules } from '../../electron/nouns/approvals/contents.ts';
import { payeeName } from '../../electron/nouns/approvals/order.ts';
import { teamOfApprovals } from './team-of-approvals.ts';

export const eur = (amount: string) => ({ amount, currency: 'EUR' });
export const checkers = (count: number) => ({ role: 'checker' as const, count });
export const lead = { role: 'lead' as const, count: 1 };

export const rules: Rules['rules'] = [
  { when: { over: eur('10000') }, need: checkers(1) },
  { when: { over: eur('50000') }, need: checkers(2) },
  { when: { newPayee: true }, need: lead },
  { when: { sumOver: { ...eur('100000'), per: 'account', days: 1 } }, need: lead },
];

/** Ada founded and makes payments; Bo checks on two desks, Cy leads and administers, Dee makes payments. */
export function team(more: Partial<Rules> = {}) {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker']);
  made.enrol('bo-2', ['maker', 'checker'], { name: 'bo' });
  made.enrol('cy', ['checker', 'lead', 'admin']);
  made.enrol('dee', ['maker']);
  const payees = ['P1', 'P2'].map((payee) => payeeName(payee, 'fp-1'));
  made.setRules({
    ...{ rules, payees, admins: 2 },
    limits: [{ person: 'bo', ...eur('60000') }],
    ...more,
  });
  return made;
}

/** A payment that needs a checker. */
export const large = { reference: 'A', amount: '12000' };

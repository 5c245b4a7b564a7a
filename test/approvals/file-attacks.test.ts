import { describe, expect, test } from 'vitest';

import type { Rules } from '../../electron/nouns/approvals/contents.ts';
import { payeeName, payloadHashOf } from '../../electron/nouns/approvals/order.ts';
import {
  likenessNamed,
  payloadOf,
  premiseOf,
  teamOfApprovals,
  type Payment,
} from './team-of-approvals.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

const rules: Rules['rules'] = [
  { when: { over: eur('10000') }, need: { role: 'checker', count: 1 } },
  {
    when: { sumOver: { ...eur('50000'), per: 'account', days: 1 } },
    need: { role: 'lead', count: 1 },
  },
];

/** Ada makes payment files; Bo checks, Cy leads. */
function team() {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker']);
  made.enrol('cy', ['lead']);
  made.enrol('dee', ['maker']);
  const payees = ['P1', 'P2'].map((payee) => payeeName(payee, 'fp-1'));
  made.setRules({ rules, payees });
  /** Approves the lines, without those at these places. */
  const approveWithout = (desk: string, of: string, out: readonly number[]): string => {
    const { lines = [] } = made.fold.state.requests.get(of) ?? {};
    const premises = lines.map((_, place) => (out.includes(place) ? null : { ...premiseOf() }));
    return made.write(desk, 'approve', { of, premises });
  };
  /** Claims several lines in one act. */
  const claimAll = (
    desk: string,
    of: string | null,
    payments: readonly (Payment & { readonly line: number })[],
  ): string =>
    made.write(
      desk,
      'claim',
      {
        references: payments.map(({ reference }) => reference),
        payments: payments.map((payment) => ({
          ...{ request: of, line: payment.line, bank: 'sandbox', premise: { ...premiseOf() } },
          order:
            of === null ? { operation: 'createSingleTransfer', payload: payloadOf(payment) } : null,
        })),
      },
      {
        claims: payments.map((payment) => ({
          r: `reference:${payment.reference}`,
          l: likenessNamed('createSingleTransfer', payloadOf(payment)),
          p: `payload:${payloadHashOf(payloadOf(payment))}`,
        })),
      },
    );
  return { ...made, fold: made.fold, approveWithout, claimAll };
}

const file = (size: number, amount = '6000'): Payment[] =>
  Array.from({ length: size }, (_, place) => ({ reference: `L${String(place)}`, amount }));

describe('a maker of a file', () => {
  test('does not change a line after its approval', () => {
    const { request, approve, claim, objections } = team();
    const of = request('ada', file(3));
    approve('bo', of);
    claim('ada', { reference: 'L1', amount: '6000.01' }, { request: of, line: 1 });
    claim('ada', { reference: 'L2', amount: '6000', payee: 'P2' }, { request: of, line: 2 });
    expect(objections()).toEqual([
      'It sends another payment than it names.',
      'It sends another payment than it names.',
    ]);
    claim('ada', { reference: 'L0', amount: '6000' }, { request: of, line: 0 });
    expect(objections()).toHaveLength(2);
  });

  test('does not add a line', () => {
    const { request, approve, claim, claimAll, objections } = team();
    const of = request('ada', file(3));
    approve('bo', of);
    claim('ada', { reference: 'L3', amount: '6000' }, { request: of, line: 3 });
    expect(objections()).toEqual(['It names a request that is not in the record.']);
    claim('ada', { reference: 'L4', amount: '10001' }, {});
    expect(objections().at(-1)).toContain('It needs 1 of role checker');
    // A line more in the act than in its list says of none what it sends.
    claimAll('ada', of, [{ reference: 'L0', amount: '6000', line: 0 }]);
    expect(objections()).toHaveLength(2);
  });

  test('does not move a line to the place of another', () => {
    const { request, approve, claim, objections, verdict } = team();
    const of = request('ada', [
      { reference: 'L0', amount: '6000' },
      { reference: 'L1', amount: '7000', payee: 'P2' },
    ]);
    approve('bo', of);
    claim('ada', { reference: 'L0', amount: '6000' }, { request: of, line: 1 });
    expect(objections()).toEqual(['It sends another payment than it names.']);
    // The line that it names can still be sent, once.
    expect(verdict(of, {}, undefined, 1).may).toBe(true);
    claim('ada', { reference: 'L1', amount: '7000', payee: 'P2' }, { request: of, line: 1 });
    expect(objections()).toHaveLength(1);
    expect(verdict(of, {}, undefined, 1).missing).toEqual(['It was claimed before.']);
  });

  test('does not send a line that was taken out, and sends the others', () => {
    const { request, approveWithout, claim, verdict, objections } = team();
    const lines = file(3);
    const of = request('ada', lines);
    approveWithout('bo', of, [1]);
    expect(lines.map((_, line) => verdict(of, {}, undefined, line).may)).toEqual([
      ...[true, false, true],
    ]);
    expect(verdict(of, {}, undefined, 1).void).toEqual(['bo: This line was taken out.']);
    claim('ada', { reference: 'L1', amount: '6000' }, { request: of, line: 1 });
    expect(objections()).toHaveLength(1);
    // It needs a request of its own.
    const alone = request('ada', { reference: 'L1', amount: '16000' });
    expect(verdict(alone).may).toBe(false);
  });

  test('does not take two checkers of parts for two of the whole', () => {
    const { request, approveWithout, verdict, setRules } = team();
    setRules({ rules: [{ when: {}, need: { role: 'any', count: 2 } }], payees: [] });
    const of = request('ada', file(2));
    approveWithout('bo', of, [0]);
    approveWithout('cy', of, [1]);
    expect([0, 1].map((line) => verdict(of, {}, undefined, line).may)).toEqual([false, false]);
    approveWithout('cy', of, []);
    expect([0, 1].map((line) => verdict(of, {}, undefined, line).may)).toEqual([false, true]);
  });

  test('does not send one line of two requests twice', () => {
    const { request, approve, claim, verdict, objections } = team();
    const [first, second] = [request('ada', file(2)), request('ada', file(2))];
    approve('bo', first);
    approve('bo', second);
    claim('ada', { reference: 'L0', amount: '6000' }, { request: first, line: 0 });
    expect(objections()).toEqual([]);
    // The server refuses the same reference; the sum of the second counts the first.
    expect(verdict(first, {}, undefined, 0).missing).toEqual(['It was claimed before.']);
    expect(verdict(second, {}, undefined, 0).may).toBe(true);
  });

  test('does not split a sum under a limit over two files', () => {
    const { request, approve, verdict, claimAll } = team();
    const first = file(5).map((line) => ({ ...line, reference: `A${line.reference}` }));
    const second = file(5).map((line) => ({ ...line, reference: `B${line.reference}` }));
    const [one, other] = [request('ada', first), request('dee', second)];
    approve('bo', one);
    approve('bo', other);
    // Each file is under the limit of the day, as long as nothing of the other was claimed.
    expect([verdict(one).may, verdict(other).may]).toEqual([true, true]);
    expect(verdict(one).tallies).toEqual(verdict(other).tallies);
    claimAll(
      'ada',
      one,
      first.map((line, place) => ({ ...line, line: place })),
    );
    expect(verdict(other).missing).toEqual([
      'It needs 1 of role lead for more than 50,000.00 EUR in a day per account, and has 0.',
    ]);
  });

  test('of 50 claims in one act is seen with the one that has no approval', () => {
    const { request, approveWithout, claimAll, objections } = team();
    const lines = file(50, '800');
    const of = request('ada', lines);
    approveWithout('bo', of, [17]);
    claimAll(
      'ada',
      of,
      lines.map((line, place) => ({ ...line, line: place })),
    );
    expect(objections()).toHaveLength(1);
    expect(objections().join()).toContain('It needs 1 of role checker');
  });
});

test('a premise that changed voids the approval of its line, and the others stand', () => {
  const { request, approve, verdict } = team();
  const of = request('ada', file(3));
  approve('bo', of);
  expect(verdict(of, { details: 'fp-2' }, undefined, 1)).toMatchObject({
    ...{ may: false, void: ['bo: The payee’s bank details changed since.'] },
  });
  expect(verdict(of, { twins: ['OTHER'] }, undefined, 2).may).toBe(false);
  expect(verdict(of, {}, undefined, 0).may).toBe(true);
});

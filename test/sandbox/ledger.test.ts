import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedLedger } from '../../sandbox/accounts/seed.ts';
import { seedAccounts } from '../../sandbox/accounts/seed.ts';
import { balanceBefore } from '../../sandbox/ledger/book.ts';
import { applyChange, nextEntryId } from '../../sandbox/ledger/changes.ts';
import { balanceOf, entryAt, ledgerAccount, type Ledger } from '../../sandbox/ledger/ledger.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { operating, startAt } from './caller.ts';
import { trialBalance } from './trial-balance.ts';

const parameters = { seed: 7, entries: 300, endsAt: startAt };
const freshLedger = (): Ledger => seedLedger(parameters, seedAccounts(parameters.seed));
const endMs = Date.parse(startAt);

type Step =
  | { kind: 'post'; units: bigint; isDebit: boolean; ageMs: number }
  | { kind: 'rewrite'; place: number; units: bigint }
  | { kind: 'withdraw'; place: number };

const units = fc.bigInt({ min: 1n, max: 10n ** 13n });
const place = fc.nat(10_000);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('post' as const),
      units,
      isDebit: fc.boolean(),
      ageMs: fc.nat(400 * 86_400_000),
    }),
    fc.record({ kind: fc.constant('rewrite' as const), place, units }),
    fc.record({ kind: fc.constant('withdraw' as const), place }),
  ),
  { maxLength: 25 },
);

function take(ledger: Ledger, step: Step): void {
  const account = ledgerAccount(ledger, operating);
  if (step.kind === 'post') {
    applyChange(ledger, {
      kind: 'post',
      account: operating,
      id: nextEntryId(ledger, account),
      at: new Date(endMs - step.ageMs).toISOString(),
      amount: fromUnits(step.units),
      direction: step.isDebit ? 'debit' : 'credit',
      transactionType: step.isDebit ? 'fee' : 'transfer',
      narration: 'step',
      customReference: '',
    });
    return;
  }
  const { id } = entryAt(account, step.place % account.book.length);
  if (step.kind === 'withdraw') applyChange(ledger, { kind: 'withdraw', account: operating, id });
  else
    applyChange(ledger, {
      kind: 'rewrite',
      account: operating,
      id,
      amount: fromUnits(step.units),
    });
}

function expectSoundBook(ledger: Ledger): void {
  const account = ledgerAccount(ledger, operating);
  let balance = 0n;
  let at = -Infinity;
  for (let index = 0; index < account.book.length; index += 1) {
    const entry = entryAt(account, index);
    balance += entry.direction === 'debit' ? -toUnits(entry.amount) : toUnits(entry.amount);
    expect(toUnits(entry.balance)).toBe(balance);
    expect(Date.parse(entry.transactionDate)).toBeGreaterThanOrEqual(at);
    at = Date.parse(entry.transactionDate);
  }
  expect(balanceOf(account)).toBe(balance);
}

describe('the ledger', () => {
  it('sums to zero in every currency from the first day on', () => {
    const sums = trialBalance(freshLedger());
    expect([...sums.keys()].toSorted()).toEqual(['EUR', 'GBP', 'JPY', 'KES', 'KWD', 'NGN', 'USD']);
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  });

  it('stays balanced, and its running balances right, whatever is posted, rewritten or withdrawn', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const ledger = freshLedger();
        for (const step of taken) take(ledger, step);
        expect([...trialBalance(ledger).values()].every((sum) => sum === 0n)).toBe(true);
        expectSoundBook(ledger);
      }),
      { numRuns: 60, seed: 20_261_120 },
    );
  });

  it('gives the same book when its changes are replayed over the seed', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const [ledger, replayed] = [freshLedger(), freshLedger()];
        for (const step of taken) take(ledger, step);
        for (const change of ledger.changes) applyChange(replayed, change);
        const entriesOf = (one: Ledger) => {
          const account = ledgerAccount(one, operating);
          return Array.from({ length: account.book.length }, (_, index) => entryAt(account, index));
        };
        expect(entriesOf(replayed)).toEqual(entriesOf(ledger));
        expect(replayed.contra).toEqual(ledger.contra);
      }),
      { numRuns: 20, seed: 20_261_121 },
    );
  });

  it('refuses an entry that would take a balance beyond 14 digits, and stays as it was', () => {
    const ledger = freshLedger();
    const account = ledgerAccount(ledger, operating);
    const before = balanceOf(account);
    expect(() => {
      applyChange(ledger, {
        kind: 'post',
        account: operating,
        id: 'too-much',
        at: startAt,
        amount: '99999999999999.9999',
        direction: 'credit',
        transactionType: 'transfer',
        narration: '',
        customReference: '',
      });
    }).toThrow(/14 digits/);
    expect(balanceOf(account)).toBe(before);
    expect(ledger.changes).toEqual([]);
  });

  it('has nothing before the first entry', () => {
    expect(balanceBefore(ledgerAccount(freshLedger(), operating).book, 0)).toBe(0n);
  });
});

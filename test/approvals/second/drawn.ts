import type { Premise, Rules } from '../../../electron/nouns/approvals/contents.ts';
import { payeeName } from '../../../electron/nouns/approvals/order.ts';
import { randoms } from '../../support/randoms.ts';
import { payloadOf, type Payment } from '../team-of-approvals.ts';

/** Draws from a seed. */
export function drawsOf(seed: number) {
  const next = randoms(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new RangeError('nothing to draw from');
    return found;
  };
  const some = <T>(list: readonly T[], chance = 0.5): T[] => list.filter(() => next() < chance);
  const maybe = <T extends object>(of: number, draw: () => T): T | object =>
    next() < of ? draw() : {};
  return { below, oneOf, some, maybe, chance: (of: number) => next() < of };
}

export type Draws = ReturnType<typeof drawsOf>;

const amounts = ['50', '999.99', '1000', '1000.01', '5000', '9000', '12000'];
const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'USD', 'KES'];

export type Wanted = { readonly operation: string; readonly payload: string };

const changeOperations = ['createBeneficiary', 'updateBeneficiary'];

const newPayee = (accountName: string) => ({
  ...{ name: 'New', accountName, accountNumber: '2', country: 'DEU', currencyIso3Code: 'EUR' },
});

/** A payment, now and then one that cannot be read, a conversion, or a change of a payee. */
export function drawnOrder({ oneOf, chance }: Draws, reference: string, kind: string): Wanted {
  const payee = oneOf(['P1', 'P2', 'P3']);
  if (changeOperations.includes(kind)) {
    const path = kind === 'updateBeneficiary' ? { path: { entityId: payee } } : {};
    const body = kind === 'updateBeneficiary' ? { accountName: reference } : newPayee(reference);
    return { operation: kind, payload: JSON.stringify({ ...path, body }) };
  }
  if (kind !== 'createSingleTransfer') return { operation: kind, payload: `{"r":"${reference}"}` };
  const account = oneOf(['100', '200']);
  const payment: Payment = {
    ...{ reference, account, payee, amount: oneOf(amounts), currency: oneOf(currencies) },
  };
  const payload = payloadOf(payment);
  // An amount that is no text cannot be read exactly.
  const unread = payload.replace(/"amount":"([^"]*)"/, '"amount":$1');
  return { operation: kind, payload: chance(0.04) ? unread : payload };
}

export const drawnKind = ({ oneOf, chance }: Draws): string =>
  chance(0.85) ? 'createSingleTransfer' : oneOf([...changeOperations, 'bookConversion']);

export const drawnPremise = ({ oneOf, some, chance }: Draws): Premise => ({
  details: chance(0.9) ? 'fp-1' : oneOf(['fp-2', '']),
  country: chance(0.93) ? 'DE' : oneOf(['XX', '']),
  ...{ twins: some(['T1'], 0.05), warnings: some(['W1'], 0.05) },
  debit: chance(0.92) ? '100' : oneOf([null, '99', '101']),
});

const drawnMoney = ({ oneOf }: Draws) => ({
  amount: oneOf(amounts),
  currency: oneOf(['EUR', 'EUR', 'USD'] as const),
});

const drawnCondition = (draws: Draws): Rules['rules'][number]['when'] => {
  const { oneOf, maybe, below } = draws;
  const operations = ['createSingleTransfer', 'updateBeneficiary', 'bookConversion'];
  return {
    ...maybe(0.12, () => ({ operations: [oneOf(operations)] })),
    ...maybe(0.15, () => ({ accounts: [oneOf(['100', '200'])] })),
    ...maybe(0.1, () => ({ currencies: [oneOf(['EUR', 'USD'])] })),
    ...maybe(0.1, () => ({ countries: ['XX'] })),
    ...maybe(0.5, () => ({ over: drawnMoney(draws) })),
    ...maybe(0.25, () => ({ newPayee: true as const })),
    ...maybe(0.3, () => ({
      sumOver: {
        ...drawnMoney(draws),
        ...{ per: oneOf(['account', 'payee', 'maker'] as const), days: oneOf([1, 7] as const) },
      },
    })),
    ...maybe(0.1, () => ({
      outside: {
        ...{ from: oneOf(['08:00', '20:00']), to: '18:00' },
        days: oneOf([[1, 2, 3, 4, 5], [7]]),
      },
    })),
    ...maybe(0.1, () => ({ linesOver: 1 + below(2) })),
  };
};

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'];

export function drawnRules(draws: Draws, version: number): Rules {
  const { oneOf, some, below, chance } = draws;
  const rules = Array.from({ length: 1 + below(3) }, () => ({
    when: drawnCondition(draws),
    need: {
      role: oneOf(['checker', 'checker', 'lead', 'any', 'admin'] as const),
      count: chance(0.7) ? 1 : 2,
    },
  }));
  // A second bound in another currency of a rule that is otherwise the same.
  const [first] = rules;
  const twin =
    first?.when.over && chance(0.3)
      ? [{ ...first, when: { ...first.when, over: { amount: '5000', currency: 'USD' as const } } }]
      : [];
  return {
    ...{ version, admins: 1 + below(3), zone: oneOf(zones), rules: [...rules, ...twin] },
    limits: some(['ada', 'bo', 'cy', 'cy', 'eve'], 0.25).map((person) => ({
      ...{ person, ...drawnMoney(draws) },
    })),
    rates: some(
      [
        { base: 'USD' as const, counter: 'EUR' as const, rate: '0.87' },
        { base: 'EUR' as const, counter: 'USD' as const, rate: '1.13' },
      ],
      0.7,
    ),
    payees: some(['P1', 'P2', 'P3']).map((payee) => payeeName(payee, 'fp-1')),
  };
}

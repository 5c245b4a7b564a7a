import { z } from 'zod';

import type { ApprovalRule, RuleCondition } from '../../../../shared/team/approval-rules.ts';
import { minorDigits } from '../../../../shared/money/currencies.ts';
import { readAmount } from '../../../../shared/money/entered.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';

const RuleKind = z.enum(['all', 'over', 'newPayee', 'sumOver', 'outside', 'linesOver']);
/** The first choice in the form: the kind of rule. */
export type RuleKind = z.infer<typeof RuleKind>;

const text = z.string();
/** The fields of the form, as they are typed. */
export const RuleEntry = z.object({
  kind: RuleKind,
  ...{ amount: text, currency: text, per: text, days: text },
  ...{ from: text, to: text, weekdays: text, lines: text },
  /** Empty for every account. */
  account: text,
  ...{ role: text, count: text },
});
export type RuleEntry = z.infer<typeof RuleEntry>;

export const kindLabels: Readonly<Record<RuleKind, string>> = {
  all: 'Everything',
  over: 'A payment over an amount',
  newPayee: 'A payment to a new payee',
  sumOver: 'The sum of some days over an amount',
  outside: 'A payment outside working hours',
  linesOver: 'A payment file with many lines',
};

export const emptyEntry = (currency: string): RuleEntry => ({
  ...{ kind: 'over', amount: '', currency, per: 'account', days: '1' },
  ...{ from: '07:00', to: '18:00', weekdays: '5', lines: '100', account: '' },
  ...{ role: 'any', count: '1' },
});

const workdays = [1, 2, 3, 4, 5];
const everyDay = [1, 2, 3, 4, 5, 6, 7];
/** The conditions of which the form can show one. */
const shownKinds = ['over', 'newPayee', 'sumOver', 'outside', 'linesOver'] as const;

/** The fields for a rule; null if the form cannot show all of it. */
export function entryOf({ when, need }: ApprovalRule, currency: string): RuleEntry | null {
  const kinds = shownKinds.filter((kind) => when[kind] !== undefined);
  const { operations, currencies, countries, accounts, outside } = when;
  const isSimple = [operations, currencies, countries].every((one) => one === undefined);
  if (!isSimple || kinds.length > 1 || (accounts?.length ?? 0) > 1) return null;
  const days = outside ? [...outside.days].toSorted((a, b) => a - b).join() : workdays.join();
  if (days !== workdays.join() && days !== everyDay.join()) return null;
  const money = when.over ?? when.sumOver;
  return {
    ...{ ...emptyEntry(money?.currency ?? currency), kind: kinds[0] ?? 'all' },
    ...{ amount: money?.amount ?? '', account: accounts?.[0] ?? '' },
    ...(when.sumOver ? { per: when.sumOver.per, days: String(when.sumOver.days) } : {}),
    ...(outside ? { from: outside.from, to: outside.to } : {}),
    ...{ weekdays: days === everyDay.join() ? '7' : '5', lines: String(when.linesOver ?? 100) },
    ...{ role: need.role, count: String(need.count) },
  };
}

/** The rule from the fields, or the wrong field and its problem. */
export function ruleOf(
  entry: RuleEntry,
): Result<ApprovalRule, { readonly field: keyof RuleEntry; readonly problem: string }> {
  const when = conditionOf(entry);
  if (!when.ok) return when;
  const account = entry.account === '' ? {} : { accounts: [entry.account] };
  return ok({
    when: { ...account, ...when.value },
    need: { role: entry.role as ApprovalRule['need']['role'], count: Number(entry.count) },
  });
}

type Wrong = { readonly field: keyof RuleEntry; readonly problem: string };

function conditionOf(entry: RuleEntry): Result<RuleCondition, Wrong> {
  const { kind, from, to } = entry;
  if (kind === 'all') return ok({});
  if (kind === 'newPayee') return ok({ newPayee: true });
  if (kind === 'linesOver')
    return /^\d{1,4}$/.test(entry.lines.trim())
      ? ok({ linesOver: Number(entry.lines) })
      : err({ field: 'lines', problem: 'Enter a whole number.' });
  if (kind === 'outside') {
    const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
    if (!clock.test(from)) return err({ field: 'from', problem: 'Enter a time such as 07:00.' });
    if (!clock.test(to)) return err({ field: 'to', problem: 'Enter a time such as 18:00.' });
    return ok({ outside: { from, to, days: entry.weekdays === '7' ? everyDay : workdays } });
  }
  const money = moneyOf(entry);
  if (!money.ok) return err({ field: 'amount', problem: money.error });
  if (kind === 'over') return ok({ over: money.value });
  const days = entry.days === '7' ? 7 : 1;
  return ok({ sumOver: { ...money.value, per: entry.per as 'account' | 'payee' | 'maker', days } });
}

/** An amount above which something is asked; zero is one. */
export function moneyOf({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): Result<{ amount: string; currency: string }, string> {
  if (/^0+(\.0+)?$/.test(amount.trim())) {
    const digits = minorDigits(currency);
    return ok({ amount: digits === 0 ? '0' : `0.${'0'.repeat(digits)}`, currency });
  }
  const read = readAmount(amount, currency);
  return read.ok ? ok({ amount: read.value, currency }) : err(`${read.error}.`);
}

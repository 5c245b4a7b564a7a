import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { AccountPlan } from '../../../shared/ipc/accounts/accounts.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { compare, money, type Money } from '../../../shared/money/money.ts';
import { rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';

/** Amounts are decimal text. */
export type StoredPlan = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly floor: string | null;
  readonly ceiling: string | null;
  /** The balance that a move between own accounts restores. */
  readonly target: string | null;
  readonly groupName: string;
};

/** By account number. */
export type AccountPlans = ReadonlyMap<string, StoredPlan>;

type Planned = { readonly accountNumber: string; readonly currency: string };

export const accountPlans = (journal: Journal): AccountPlans =>
  new Map(
    rows<StoredPlan>(
      journal,
      `SELECT account_number AS accountNumber, currency, floor, ceiling, target, group_name AS groupName
       FROM account_plan`,
    ).map((plan) => [plan.accountNumber, plan]),
  );

/** Bounds in another currency than the account's do not apply: the bank may report its currency later. */
export function planOf(plans: AccountPlans, { accountNumber, currency }: Planned): AccountPlan {
  const plan = plans.get(accountNumber);
  const amountOf = (text: string | null | undefined): Money | null =>
    text === null || text === undefined || plan?.currency !== currency
      ? null
      : money(text, currency);
  return {
    floor: amountOf(plan?.floor),
    ceiling: amountOf(plan?.ceiling),
    target: amountOf(plan?.target),
    group: plan?.groupName ?? '',
  };
}

/** A plan as a person types it. */
export type TypedPlan = {
  readonly floor: string;
  readonly ceiling: string;
  readonly target: string;
  readonly group: string;
};

/** Parses the amounts that a person typed; an empty text is no amount. Throws `input.invalid` with the place and the problem. */
export function readPlan(currency: string, typed: TypedPlan): AccountPlan {
  const floor = readBound('floor', typed.floor, currency);
  const ceiling = readBound('ceiling', typed.ceiling, currency);
  const target = readBound('target', typed.target, currency);
  if (floor && ceiling && compare(floor, ceiling) >= 0)
    throw new DeskFault('input.invalid', 'The ceiling must be above the floor.');
  if (target && floor && compare(target, floor) < 0)
    throw new DeskFault('input.invalid', 'The target must not be below the floor.');
  if (target && ceiling && compare(target, ceiling) > 0)
    throw new DeskFault('input.invalid', 'The target must not be above the ceiling.');
  return { floor, ceiling, target, group: typed.group.trim().replaceAll(/\s+/g, ' ') };
}

/** An account that is not to be overdrawn has a floor of nought, one that is emptied a target of nought. */
const nought = /^0+(\.0+)?$/;

function readBound(
  which: 'floor' | 'ceiling' | 'target',
  text: string,
  currency: string,
): Money | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (which !== 'ceiling' && nought.test(typed) && currency !== '') return money('0', currency);
  const read = readAmount(typed, currency);
  if (read.ok) return { amount: read.value, currency };
  throw new DeskFault('input.invalid', `The ${which}: ${read.error}.`);
}

/** The kind of the shared records of plans. */
export const accountPlanKind = 'account-plan';

/** Durable before it returns. */
export function saveAccountPlan(
  journal: Journal,
  { accountNumber, currency }: Planned,
  { plan, ...stamp }: Stamp & { readonly plan: AccountPlan },
): void {
  const { group: groupName } = plan;
  const [floor, ceiling] = [plan.floor?.amount ?? null, plan.ceiling?.amount ?? null];
  const target = plan.target?.amount ?? null;
  const stored = { accountNumber, currency, floor, ceiling, target, groupName };
  writeJournal(journal, 'account_plan', () => {
    writeAccountPlan(journal, stored, stamp);
    shareChanges(journal, accountPlanKind, [stored], stamp.at);
  });
}

/** Writes a plan unchanged and without sharing it, such as a colleague's. */
export function writeAccountPlan(
  journal: Journal,
  { accountNumber, currency, floor, ceiling, target, groupName }: StoredPlan,
  { at, actor }: Stamp,
): void {
  writeJournal(journal, 'account_plan', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO account_plan (account_number, currency, floor, ceiling, target, group_name, set_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[accountNumber, currency, floor, ceiling, target, groupName, at, actorText(actor)],
    ),
  );
}

/** All plans, oldest first, with who made them. */
export const allAccountPlans = (journal: Journal): readonly (StoredPlan & Stamp)[] =>
  rows<StoredPlan & { readonly at: string; readonly actor: string }>(
    journal,
    `SELECT account_number AS accountNumber, currency, floor, ceiling, target, group_name AS groupName, set_at AS at, actor
     FROM account_plan ORDER BY set_at`,
  ).map(({ actor, ...plan }) => ({ ...plan, actor: actorIn(actor) }));

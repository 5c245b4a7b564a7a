import { z } from 'zod';

import { accountNumber } from '../../../shared/ipc/route.ts';
import {
  inQuotes,
  keyOfParts,
  sharedKind,
  type SharedKind,
} from '../../engines/sharing/shared-kind.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { accountNameKind, allAccountNames, bareAccount, writeAccountName } from './names.ts';
import {
  accountPlanKind,
  allAccountPlans,
  readPlan,
  writeAccountPlan,
  type StoredPlan,
} from './plans.ts';

const Name = z.strictObject({
  written: z
    .string()
    .min(1)
    .max(100)
    .refine((written) => written === bareAccount(written)),
  currency: z.string().max(3),
  accountNumber: accountNumber.nullable(),
});

const names = sharedKind<z.infer<typeof Name>>({
  topic: 'accounts',
  ...{ kind: accountNameKind, merge: 'last', schema: Name },
  label: 'chose an account for a name in files',
  aboutOf: ({ written, accountNumber: number }) =>
    `${inQuotes(written)} in files: ${number === null ? 'no account' : `account ${number}`}.`,
  keyOf: ({ written, currency }) => keyOfParts(written, currency),
  apply: (journal, name, { at }) => {
    writeAccountName(journal, name, at);
  },
  allOf: (journal) =>
    allAccountNames(journal).map(({ recordedAt, ...item }) => ({
      item,
      stamp: { actor: { id: '', name: '', desk: '' }, at: recordedAt },
    })),
});

/** Whether the plan is in the form that `readPlan` produces. A plan that it would read differently is refused. */
function isPlan({
  currency,
  floor,
  ceiling,
  target,
  groupName,
}: Omit<StoredPlan, 'accountNumber'>) {
  const typed = {
    ...{ floor: floor ?? '', ceiling: ceiling ?? '', target: target ?? '' },
    group: groupName,
  };
  const read = attemptSync(() => readPlan(currency, typed));
  return (
    read.ok &&
    (read.value.floor?.amount ?? null) === floor &&
    (read.value.ceiling?.amount ?? null) === ceiling &&
    (read.value.target?.amount ?? null) === target &&
    read.value.group === groupName
  );
}

const boundText = (amount: string | null, currency: string): string =>
  amount === null ? 'none' : `${amount} ${currency}`;

const bound = z.string().max(40).nullable();

const Plan = z
  .strictObject({
    accountNumber,
    currency: z.string().max(10),
    ...{ floor: bound, ceiling: bound, target: bound, groupName: z.string().max(60) },
  })
  .refine(isPlan);

const plans = sharedKind<z.infer<typeof Plan>>({
  topic: 'accounts',
  ...{ kind: accountPlanKind, merge: 'last', schema: Plan, apply: writeAccountPlan },
  label: 'set the plan of an account',
  aboutOf: ({ accountNumber: number, currency, floor, ceiling, target, groupName }) =>
    `Account ${number}: floor ${boundText(floor, currency)}, ceiling ${boundText(ceiling, currency)}, target ${boundText(target, currency)}, group ${groupName === '' ? 'none' : inQuotes(groupName)}.`,
  keyOf: (plan) => plan.accountNumber,
  allOf: (journal) =>
    allAccountPlans(journal).map(({ actor, at, ...item }) => ({ item, stamp: { actor, at } })),
});

/** The kinds of account records that a team shares. */
export const sharedOfAccounts: readonly SharedKind[] = [names, plans];

import { describe, expect, test } from 'vitest';

import type { Journal } from '../../electron/engines/store/database.ts';
import {
  accountNamesStampSql,
  allAccountNames,
  forgetAccountName,
  saveAccountName,
} from '../../electron/nouns/accounts/names.ts';
import { allAccountPlans, readPlan, saveAccountPlan } from '../../electron/nouns/accounts/plans.ts';
import { sharedOfAccounts } from '../../electron/nouns/accounts/shared.ts';
import { row } from '../../electron/engines/store/database.ts';
import {
  at,
  expectAlike,
  joinedLater,
  oneOf,
  send,
  settle,
  sharedTeam,
  stamp,
} from '../support/team/shared-team.ts';

const account = { accountNumber: '0690000031', currency: 'USD' };
const iban = 'DE89 3704 0044 0532 0130 00';
const bare = 'DE89370400440532013000';

const plan = (
  journal: Journal,
  floor: string,
  { ceiling = '', target = '', group = '' } = {},
): void => {
  saveAccountPlan(journal, account, {
    plan: readPlan('USD', { floor, ceiling, target, group }),
    ...stamp,
  });
};

const name = (journal: Journal, accountNumber: string, recordedAt = at): void => {
  saveAccountName(journal, { written: iban, currency: 'EUR', accountNumber, recordedAt });
};

const namesOf = (journal: Journal): string[] =>
  allAccountNames(journal).map(
    ({ written, currency, accountNumber }) => `${written} ${currency} ${accountNumber}`,
  );

const plansOf = (journal: Journal) =>
  allAccountPlans(journal).map(({ actor: _, at: __, ...stored }) => stored);

const checkedWith = (journal: Journal): unknown =>
  row<{ stamp: string }>(journal, `SELECT ${accountNamesStampSql} AS stamp`)?.stamp;

describe('plans and names of accounts', () => {
  test('a plan stands on the other desk under the person’s name, and goes as it came', async () => {
    const { ada, ben } = await sharedTeam(sharedOfAccounts);
    plan(ada.journal, '0', { ceiling: '9,000.5', target: '50', group: 'West' });
    await settle(ada, ben);
    expect(allAccountPlans(ben.journal)).toEqual([
      {
        ...{ ...account, floor: '0.00', ceiling: '9000.50', at },
        ...{ target: '50.00', groupName: 'West' },
        actor: expect.objectContaining({ name: 'Ada' }) as unknown,
      },
    ]);
    plan(ben.journal, '');
    await settle(ada, ben);
    expect(plansOf(ada.journal)).toEqual([
      { ...account, floor: null, ceiling: null, target: null, groupName: '' },
    ]);
  });

  test('a name stands on the other desk, and lines of payment files are checked again', async () => {
    const { ada, ben } = await sharedTeam(sharedOfAccounts);
    const earlier = '2026-11-19T00:00:00.000Z';
    name(ada.journal, '1', earlier);
    saveAccountName(ada.journal, {
      ...{ written: 'X1', currency: '', accountNumber: '3', recordedAt: at },
    });
    await settle(ada, ben);
    expect(namesOf(ben.journal)).toEqual([`${bare} EUR 1`, 'X1  3']);
    const before = checkedWith(ada.journal);
    // Ben’s clock is behind: neither the count nor the newest time changes.
    name(ben.journal, '2', earlier);
    await settle(ada, ben);
    expect(namesOf(ada.journal)).toEqual([`${bare} EUR 2`, 'X1  3']);
    expect(checkedWith(ada.journal)).not.toBe(before);
    forgetAccountName(ada.journal, { written: iban, currency: 'EUR' }, at);
    await settle(ada, ben);
    expect(namesOf(ben.journal)).toEqual(['X1  3']);
  });

  test('without the record both wait; the later in the record counts', async () => {
    const { ada, ben } = await sharedTeam(sharedOfAccounts);
    ben.line.isAway = true;
    name(ben.journal, 'by Ben');
    plan(ben.journal, '2');
    name(ada.journal, 'by Ada');
    plan(ada.journal, '1');
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    for (const { journal } of [ada, ben]) {
      expect(namesOf(journal)).toEqual([`${bare} EUR by Ben`]);
      expect(plansOf(journal)).toMatchObject([{ floor: '2.00' }]);
    }
  });

  test('a desk that joins brings its own, and leaves what the team decided', async () => {
    const { ada, ben } = await joinedLater(
      sharedOfAccounts,
      (journal) => {
        name(journal, 'Ada’s');
        plan(journal, '1');
      },
      (journal) => {
        name(journal, 'Ben’s');
        saveAccountName(journal, {
          ...{ written: 'X1', currency: '', accountNumber: '3', recordedAt: at },
        });
        plan(journal, '2');
      },
    );
    for (const { journal } of [ada, ben]) {
      expect(namesOf(journal).toSorted()).toEqual([`${bare} EUR Ada’s`, 'X1  3']);
      expect(plansOf(journal)).toMatchObject([{ floor: '1.00' }]);
    }
  });

  const written = { written: bare, currency: 'EUR', accountNumber: '1' };
  const planned = { ...account, floor: '1.00', ceiling: '2.00', target: '1.50', groupName: 'West' };
  test.for([
    ['account-name', { ...written, written: iban }],
    ['account-name', { ...written, written: '' }],
    ['account-name', { ...written, currency: 'EURO' }],
    ['account-name', { ...written, accountNumber: '' }],
    ['account-name', { ...written, accountNumber: undefined }],
    ['account-name', { ...written, accountNumber: 1 }],
    ['account-plan', { ...planned, floor: '3.00' }],
    ['account-plan', { ...planned, floor: '1' }],
    ['account-plan', { ...planned, floor: '' }],
    ['account-plan', { ...planned, floor: '-1.00' }],
    ['account-plan', { ...planned, ceiling: '1e9' }],
    ['account-plan', { ...planned, ceiling: '2.005' }],
    ['account-plan', { ...planned, ceiling: 2 }],
    ['account-plan', { ...planned, target: '2.01' }],
    ['account-plan', { ...planned, target: '0.99' }],
    ['account-plan', { ...planned, target: undefined }],
    ['account-plan', { ...planned, currency: 'XXXX' }],
    ['account-plan', { ...planned, groupName: ' West' }],
    ['account-plan', { ...planned, groupName: 'W'.repeat(61) }],
  ] as const)('no broken item is applied: %j', async ([kind, item]) => {
    const { ada, ben } = await sharedTeam(sharedOfAccounts);
    await send(ada, kind, item);
    await settle(ada, ben);
    expect([namesOf(ben.journal), plansOf(ben.journal)]).toEqual([[], []]);
    // A whole one is.
    await send(ada, 'account-name', written);
    await send(ada, 'account-plan', planned);
    await settle(ada, ben);
    expect([namesOf(ben.journal), plansOf(ben.journal)]).toEqual([[`${bare} EUR 1`], [planned]]);
  });

  test.for([1, 2, 3, 4])('three desks end alike whatever the order: run %i', async (run) => {
    await expectAlike(run, sharedOfAccounts, {
      change: (journal, random, step) => {
        const act = Math.floor(random() * 3);
        if (act === 0) plan(journal, oneOf(random, ['', String(step + 1)]));
        if (act === 1) name(journal, String(step), oneOf(random, [at, '2026-11-19T00:00:00.000Z']));
        if (act === 2) forgetAccountName(journal, { written: iban, currency: 'EUR' }, at);
      },
      stateOf: (journal) => [namesOf(journal), plansOf(journal)],
    });
  });
});

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { navigation } from '../../../renderer/shell/navigation.ts';
import { fakeQueue } from '../review/review-records.ts';
import { settingsAnswers } from '../settings/settings-records.ts';
import { bankAnswers } from '../settings/bank-records.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { countsInSight, listsInSight, type Count } from '../support/counts.ts';
import { sees } from '../support/view.ts';

/** Numbers that are no door, and why. */
const reasons: readonly (readonly [words: RegExp, why: string])[] = [
  [/^Position: 7 accounts in 5 currencies/, 'heads the table under it'],
  [/^Position: 30 days and floor$/, 'a column’s head: how long its line is'],
  [/^Position: Outlook, 14 days$/, 'heads the days under it'],
  [
    /^Position: (20 Nov: .*)?3 entries/,
    'says it of the chosen day, which the button beside it opens',
  ],
  [/^Position: 2 accounts$/, 'a band: its accounts stand under it'],
  [/^Exceptions: 9 need a person/, 'heads the groups under it'],
  [/^Payment files: 116 payments/, 'heads the lines; the filters under it open each'],
  [/^Payment files: USD, 116 payments/, 'says when the lines under it arrive'],
  [/^Remittances: 5 in our register/, 'heads the list under it'],
  [/^Receivables: 4 in our register/, 'heads the list under it'],
  [
    /^Books: [\d,]+ of [\d,]+ entries and/,
    'says how the ledger stands; the filters beside it open both',
  ],
];

beforeAll(async () => {
  await Promise.all(navigation.map(({ load }) => load()));
}, 120_000);

/** It says how long the list under it is. */
const isOfAListHere = ({ words }: Count): boolean => {
  const number = Number(/\d[\d,]*/.exec(words)?.[0].replaceAll(',', ''));
  return listsInSight().includes(number);
};

test('every number of things in every view is a door, says how long a list under it is, or has its reason', async () => {
  await page.viewport(1440, 900);
  installBridge({
    ...workingDesk(),
    ...bankAnswers(),
    ...settingsAnswers(),
    ...everything,
    ...fakeQueue(5, 4).answers,
  });
  await render(App);
  await sees('Treasury EUR');
  const dead: string[] = [];
  for (const { label, key } of navigation) {
    await userEvent.keyboard(key);
    await expect.poll(() => document.title).toMatch(new RegExp(`^${label}`));
    await sees(page.getByRole('main').getByRole('heading', { level: 1 }));
    if (label === 'Position')
      for (const panel of ['Outlook, 14 days', 'In and out per day'])
        await sees(page.getByRole('region', { name: panel }));
    await expect.poll(() => document.querySelectorAll('[role=progressbar]').length).toBe(0);
    for (const count of countsInSight())
      if (count.door === null && !isOfAListHere(count)) dead.push(`${label}: ${count.words}`);
  }
  const without = dead.filter((words) => !reasons.some(([known]) => known.test(words)));
  expect(without).toEqual([]);
  // A reason for what is not there any more is none.
  expect(reasons.filter(([known]) => !dead.some((words) => known.test(words)))).toEqual([]);
});

import { expect, test } from 'vitest';

import { RequestReminders } from '../../electron/desk/approvals/reminders.ts';
import type { WaitingRequests } from '../../electron/connections/session/attention.ts';

const at = (day: number, hour = 12): string =>
  new Date(Date.UTC(2026, 10, day, hour)).toISOString();
const waits = (letter: string, until: string) => ({ request: letter.repeat(64), until });

function reminders() {
  const shown: WaitingRequests[] = [];
  return { shown, reminders: new RequestReminders((requests) => void shown.push(requests)) };
}

test('a request is reminded of once, and once more a day before its end', () => {
  const { shown, reminders: made } = reminders();
  const [one, other] = [waits('a', at(27)), waits('b', at(29))];
  made.see([one], at(20));
  made.see([one], at(21));
  made.see([one, other], at(22));
  made.see([one, other], at(26, 11));
  made.see([one, other], at(26, 12));
  made.see([one, other], at(26, 13));
  // It was refused and is back: it is not new.
  made.see([other], at(26, 14));
  made.see([one, other], at(26, 15));
  expect(shown.map(({ waiting, fresh, ending }) => [waiting, fresh, ending])).toEqual([
    ...[
      [1, 1, 0],
      [1, 0, 0],
      [2, 1, 0],
      [2, 0, 0],
    ],
    ...[
      [2, 0, 1],
      [2, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ],
  ]);
});

test('a request with less than a day is reminded of again two hours before its end, one with less only once', () => {
  const { shown, reminders: made } = reminders();
  const [short, last] = [waits('a', at(20, 20)), waits('b', at(20, 13))];
  for (const hour of [12, 17, 18, 19]) made.see([short, last], at(20, hour));
  expect(shown.map(({ fresh, ending }) => [fresh, ending])).toEqual([
    ...[
      [2, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ],
  ]);
});

test('more requests than are remembered leave the newest ones known', () => {
  const { shown, reminders: made } = reminders();
  const many = Array.from({ length: 2_500 }, (_, n) => ({
    ...{ request: String(n).padStart(64, '0'), until: at(27) },
  }));
  made.see(many, at(20));
  made.see(many.slice(-500), at(21));
  expect(shown.at(-1)).toEqual({ waiting: 500, fresh: 0, ending: 0 });
});

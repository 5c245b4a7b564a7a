import { expect, test } from 'vitest';

import { repeatableLine } from '../../../electron/desk/approvals/kinds/repeatable-line.ts';
import { nothingConfirmed } from '../../../electron/engines/submissions/approval.ts';
import { script } from '../../support/desks/approvals.ts';
import { openLoneDesk, written } from '../../support/desks/lone-desk.ts';

const states = [
  ['not-sent', { script: 'R-1', person: 'R-1' }],
  ['not-found', { script: null, person: 'R-1' }],
  ['accepted', { script: null, person: null }],
  ['refused', { script: null, person: null }],
  ['unknown', { script: null, person: null }],
] as const;

test.each(states)('a line that is %s here is sent again by whoever may', (state, again) => {
  const desk = openLoneDesk();
  const line = written(desk, 'R-1', { state });
  const by = (approval: Parameters<typeof repeatableLine>[2]): string | null =>
    repeatableLine(desk.parts, line, approval)?.reference ?? null;
  expect({ script: by(script()), person: by(nothingConfirmed) }).toEqual(again);
});

test('a line with another payload under the same reference is not sent again', () => {
  const desk = openLoneDesk();
  const { reference } = written(desk, 'R-1', { state: 'not-sent' });
  const other = written(desk, 'R-2', { state: 'not-sent', amount: '200.00' });
  const line = { reference, payload: other.payload };
  expect(repeatableLine(desk.parts, line, nothingConfirmed)).toBeNull();
});

test('a line that this desk never sent is sent as a new one', () => {
  const line = { reference: 'R-1', payload: '{}' };
  expect(repeatableLine(openLoneDesk().parts, line, nothingConfirmed)).toBeNull();
});

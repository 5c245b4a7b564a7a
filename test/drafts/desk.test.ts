import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { calm, openExceptionsDesk, strike } from '../exceptions/exceptions-desk.ts';

const keyOf = (subject: string): string => `begun sandbox payment ${subject}`;
const textOf = (reference: string): string => JSON.stringify({ amount: '10.00', reference });

test('what was sent is no draft at the next start, with or without an answer; what was not is', async () => {
  const desk = await openExceptionsDesk();
  const accepted = await desk.pay();
  await strike(desk, 'createSingleTransfer', 'cut-after-commit');
  const unanswered = await desk.pay();
  await calm(desk);
  const drafts = [
    ['new', textOf(accepted.reference)],
    ['to B-1', textOf(unanswered.reference)],
    ['to B-2', textOf(newReference())],
    ['to B-3', '{"damaged'],
    ['to B-4', '"a note"'],
  ] as const;
  for (const [subject, text] of drafts)
    await desk.get('drafts.keep', { key: keyOf(subject), text });
  const left = drafts.slice(2).map(([subject]) => keyOf(subject));
  const begun = async () => (await desk.get('drafts.begun', {})).rows.map(({ key }) => key);
  const listed = async () => (await desk.get('drafts.list', {})).rows.map(({ key }) => key);

  expect((await listed()).toSorted()).toEqual(left);
  expect(await begun()).toEqual(left);
  expect(await desk.get('drafts.read', { key: keyOf('new') })).toEqual({ text: null });
});

test('the list has the draft that was touched last first, and its time', async () => {
  const desk = await openExceptionsDesk();
  for (const subject of ['a', 'b', 'c']) {
    await desk.get('drafts.keep', { key: keyOf(subject), text: textOf(newReference()) });
    desk.wait(60_000);
  }
  await desk.get('drafts.keep', { key: keyOf('a'), text: textOf(newReference()) });
  const { rows } = await desk.get('drafts.list', {});
  expect(rows.map(({ key }) => key)).toEqual(['a', 'c', 'b'].map(keyOf));
  expect(rows[0]!.savedAt > rows[1]!.savedAt).toBe(true);
});

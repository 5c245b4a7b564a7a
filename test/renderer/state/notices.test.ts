import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import { Keys } from '../../../renderer/state/keys.svelte.ts';
import { Notices } from '../../../renderer/state/notices.svelte.ts';
import { Router } from '../../../renderer/state/router.svelte.ts';
import { notifyWithUndo } from '../../../renderer/state/undo.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';

/** A window in which acts are done; what was undone, in its order. */
function desk() {
  const notices = new Notices();
  const undone: string[] = [];
  const act = (words: string): void =>
    notices.show(words, { label: 'Undo', run: () => void undone.push(words) });
  const keys = new Keys();
  keys.bind('Desk', [{ key: 'Control+z', label: 'Undo', run: () => notices.undo() }]);
  window.onkeydown = keys.onkeydown;
  return { notices, undone, act, keys };
}

const pressUndo = () => userEvent.keyboard('{Control>}z{/Control}');
const last = ({ notices }: { notices: Notices }) => notices.last?.text;

test('Ctrl Z takes back the last act, then the one before it, each once; sentences between are none', async () => {
  const window = desk();
  window.act('read');
  window.act('flagged');
  window.notices.show('The sync brought 3 new entries.');
  await pressUndo();
  expect(window.undone).toEqual(['flagged']);
  await pressUndo();
  await pressUndo();
  expect(window.undone).toEqual(['flagged', 'read']);
  expect(last(window)).toBe('There is nothing to undo.');
  expect(window.notices.list.map(({ action }) => action)).not.toContainEqual(
    expect.objectContaining({ label: 'Undo' }),
  );
});

test('what was undone by its button is not undone again by the key, nor by the button', async () => {
  const window = desk();
  window.act('read');
  window.act('flagged');
  const [read] = window.notices.list;
  window.notices.follow(read!);
  window.notices.follow(read!);
  await pressUndo();
  await expect.poll(() => window.undone).toEqual(['read', 'flagged']);
});

test('acts are undone one behind the other, however fast the key, also behind one that fails', async () => {
  const { notices } = desk();
  const undone: string[] = [];
  const slow = Promise.withResolvers<null>();
  notices.show('first', { label: 'Undo', run: () => void undone.push('first') });
  notices.show('second', {
    label: 'Undo',
    run: async () => {
      await slow.promise;
      undone.push('second');
    },
  });
  await pressUndo();
  await pressUndo();
  expect(undone).toEqual([]);
  slow.resolve(null);
  await expect.poll(() => undone).toEqual(['second', 'first']);
});

test('behind a lock nothing is undone, and nothing of it is there afterwards', async () => {
  const window = desk();
  window.act('read');
  window.notices.clear();
  await pressUndo();
  expect(window.undone).toEqual([]);
});

test('what was done at another bank is not undone at this one', async () => {
  const window = desk();
  window.notices.belongTo('sandbox');
  window.act('read');
  const [read] = window.notices.list;
  window.notices.belongTo('sandbox');
  expect(window.notices.last?.action?.label).toBe('Undo');
  window.notices.belongTo('uat');
  await pressUndo();
  window.notices.follow(read!);
  expect(window.undone).toEqual([]);
  expect(window.notices.list[0]?.action).toBeNull();
});

test.each(['input', 'textarea', 'div'])(
  'in a %s that takes text Ctrl Z is its own',
  async (name) => {
    const window = desk();
    window.act('read');
    const field = document.createElement(name);
    if (name === 'div') field.contentEditable = 'true';
    field.tabIndex = 0;
    document.body.append(field);
    field.focus();
    await userEvent.keyboard('abc');
    await pressUndo();
    expect(window.undone).toEqual([]);
    field.remove();
    await pressUndo();
    expect(window.undone).toEqual(['read']);
  },
);

test('behind a dialog, and with Shift, nothing is undone; where single keys are off it is', async () => {
  const window = desk();
  window.act('read');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  await pressUndo();
  expect(window.undone).toEqual([]);
  dialog.remove();
  const quiet = new Keys(undefined, () => false);
  quiet.bind('Desk', [
    { key: 'Control+z', label: 'Undo', run: () => window.notices.undo() },
    { key: 'z', label: 'Close the day', run: () => window.undone.push('z') },
  ]);
  globalThis.window.onkeydown = quiet.onkeydown;
  await userEvent.keyboard('z');
  await pressUndo();
  expect(window.undone).toEqual(['read']);
});

test('what could not be undone is reported, and why', async () => {
  const window = desk();
  notifyWithUndo(window.notices, 'Noted: INV-77.', () =>
    Promise.resolve(
      fail('undo.overtaken', 'c-1', { message: 'The note was worded otherwise meanwhile.' }),
    ),
  );
  await pressUndo();
  await expect
    .poll(() => last(window))
    .toMatch(
      /^Not undone: Noted: INV-77\. The note was worded otherwise meanwhile\. It stays as it is now\.$/,
    );
  notifyWithUndo(window.notices, 'Noted: INV-78.', () => Promise.resolve(ok(null)));
  await pressUndo();
  await expect.poll(() => last(window)).toBe('Undone: Noted: INV-78.');
});

test('in another view Ctrl Z leads to the act and names it; pressed again there it undoes, once', async () => {
  const router = new Router();
  const notices = new Notices(router);
  const undone: [string, boolean][] = [];
  const act = (words: string): void =>
    notices.show(words, { label: 'Undo', run: (isOpen) => void undone.push([words, isOpen]) });
  router.go('review');
  act('Read: Osei.');
  router.go('statements', { accountNumber: '1' });
  act('Flagged: Merlin.');
  router.go('books', { ledgerId: 'l-3' });
  notices.undo();
  expect(undone).toEqual([]);
  expect(router.place).toMatchObject({ view: 'statements', params: { accountNumber: '1' } });
  expect(notices.last?.text).toBe('Not undone yet. Ctrl Z again undoes: Flagged: Merlin.');
  const { visit } = router.place;
  notices.undo();
  await expect.poll(() => undone).toEqual([['Flagged: Merlin.', false]]);
  // The view reads anew what was undone.
  await expect.poll(() => router.place.visit).toBeGreaterThan(visit);
  expect(router.view).toBe('statements');
  notices.undo();
  expect([router.view, undone.length]).toEqual(['review', 1]);
});

test('of another ledger or statement in the same view Ctrl Z leads there first; in the view as it was it undoes at once', async () => {
  const router = new Router();
  const notices = new Notices(router);
  const undone: boolean[] = [];
  router.go('books', { ledgerId: 'l-3' });
  notices.show('Matched.', { label: 'Undo', run: (isOpen) => void undone.push(isOpen) });
  router.note('books', { ledgerId: 'l-4' });
  notices.undo();
  expect([undone, router.place.params]).toEqual([[], { ledgerId: 'l-3' }]);
  notices.show('Matched.', { label: 'Undo', run: (isOpen) => void undone.push(isOpen) });
  notices.undo();
  await expect.poll(() => undone).toEqual([true]);
});

test('the Undo beside its sentence acts wherever it is pressed, and leaves the open view', async () => {
  const router = new Router();
  const notices = new Notices(router);
  const undone: boolean[] = [];
  router.go('review');
  notices.show('Read: Osei.', { label: 'Undo', run: (isOpen) => void undone.push(isOpen) });
  router.go('position');
  const { visit } = router.place;
  notices.follow(notices.last!);
  await expect.poll(() => undone).toEqual([false]);
  expect(router.place).toMatchObject({ view: 'position', visit });
});

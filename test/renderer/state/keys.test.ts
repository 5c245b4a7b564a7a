import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { isMeant, Keys } from '../../../renderer/state/keys.svelte.ts';

let keys: Keys;
const run = vi.fn();

beforeEach(() => {
  keys = new Keys();
  run.mockClear();
  window.addEventListener('keydown', keys.onkeydown);
});
afterEach(() => {
  window.removeEventListener('keydown', keys.onkeydown);
  document.body.replaceChildren();
});

function listen({ onkeydown }: Keys): () => void {
  window.addEventListener('keydown', onkeydown);
  return () => window.removeEventListener('keydown', onkeydown);
}

function focused(tag: string): HTMLElement {
  const element = document.createElement(tag);
  document.body.append(element);
  element.focus();
  return element;
}

test('a single key does its work, in either case', async () => {
  keys.bind('Statement', [{ key: 'f', label: 'Flag', run }]);
  await userEvent.keyboard('f');
  await userEvent.keyboard('F');
  expect(run).toHaveBeenCalledTimes(2);
});

test.each(['input', 'textarea', 'select'])('no key fires while the focus is in %s', async (tag) => {
  keys.bind('Statement', [{ key: 'f', label: 'Flag', run }]);
  focused(tag);
  await userEvent.keyboard('f');
  expect(run).not.toHaveBeenCalled();
});

test('a field that is gone from sight takes no key, though the focus has not left it yet', () => {
  keys.bind('Statement', [{ key: 'f', label: 'Flag', run }]);
  const field = focused('input');
  field.hidden = true;
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
  expect(run).toHaveBeenCalledOnce();
});

test('no key fires behind a dialog', async () => {
  keys.bind('Statement', [{ key: 'f', label: 'Flag', run }]);
  const dialog = document.createElement('dialog');
  dialog.append(document.createElement('button'));
  document.body.append(dialog);
  dialog.showModal();
  await userEvent.keyboard('f');
  expect(run).not.toHaveBeenCalled();
});

test('Space on a button presses the button', async () => {
  keys.bind('Statement', [{ key: ' ', label: 'Read', run }]);
  const pressed = vi.fn();
  focused('button').addEventListener('click', pressed);
  await userEvent.keyboard(' ');
  expect(run).not.toHaveBeenCalled();
  expect(pressed).toHaveBeenCalledOnce();
});

test('keys with Control belong to the system', async () => {
  keys.bind('Statement', [{ key: 'f', label: 'Flag', run }]);
  await userEvent.keyboard('{Control>}f{/Control}');
  expect(run).not.toHaveBeenCalled();
});

test('the view’s own key comes before the desk’s, and goes with the view', async () => {
  const desk = vi.fn();
  keys.bind('Desk', [{ key: 'n', label: 'New', run: desk }]);
  const letGo = keys.bind('Statement', [{ key: 'n', label: 'Note', run }]);
  await userEvent.keyboard('n');
  expect(run).toHaveBeenCalledOnce();
  letGo();
  await userEvent.keyboard('n');
  expect(desk).toHaveBeenCalledOnce();
  expect(keys.groups.map(({ title }) => title)).toEqual(['Desk']);
});

test('a key pressed while a view is on its way waits for it; what follows it does not', async () => {
  const other = vi.fn();
  keys.expectView();
  await userEvent.keyboard('n');
  await userEvent.keyboard('x');
  keys.bind('Payments', [
    { key: 'n', label: 'New payment', run },
    { key: 'x', label: 'Leave out', run: other },
  ]);
  expect(run).not.toHaveBeenCalled();
  keys.viewIsThere();
  expect(run).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
  keys.viewIsThere();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a key whose operation the bank leaves closed leads on instead, also one that waited for its view', async () => {
  const lead = vi.fn();
  keys = new Keys((needs) => (needs.includes('createBeneficiary') ? lead : null));
  window.addEventListener('keydown', keys.onkeydown);
  const bindings = [
    { key: 'n', label: 'New', needs: ['createBeneficiary'], run },
    { key: 'p', label: 'Pay', needs: ['createSingleTransfer'], run },
  ] as const;
  keys.expectView();
  await userEvent.keyboard('n');
  keys.bind('Payees', bindings);
  keys.viewIsThere();
  expect(lead).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('n');
  expect(lead).toHaveBeenCalledTimes(2);
  expect(run).not.toHaveBeenCalled();
  await userEvent.keyboard('p');
  expect(run).toHaveBeenCalledTimes(1);
});

const pressed = (key: string, code: string, more: KeyboardEventInit = {}): void => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, ...more }));
};

test.each([
  ['Russian', 'о', 'KeyJ', 'j'],
  ['Greek', 'ξ', 'KeyJ', 'j'],
  ['French', '&', 'Digit1', '1'],
  ['French', '-', 'Digit6', '6'],
  ['French', ')', 'Minus', '-'],
  ['French', '!', 'Slash', '/'],
  ['French', ':', 'Period', '.'],
  ['Arabic', 'ظ', 'Slash', '/'],
  ['Spanish, a dead key', 'Dead', 'Equal', '='],
])('on a %s keyboard %s at %s is %s by its place', (_layout, key, code, bound) => {
  keys.bind('Statement', [
    { key: bound, label: 'This', run },
    { key: bound === '6' ? '-' : '?', label: 'Another', run: () => expect.unreachable() },
  ]);
  pressed(key, code);
  expect(run).toHaveBeenCalledOnce();
});

test.each([
  ['a letter on a French keyboard', 'a', 'KeyQ', {}, 'a', 'q'],
  ['a digit typed with Shift', '6', 'Digit6', { shiftKey: true }, '6', '-'],
  ['a question mark on a German keyboard', '?', 'Minus', { shiftKey: true }, '?', '-'],
  ['a stroke on a German keyboard', '/', 'Digit7', { shiftKey: true }, '/', '7'],
  ['a capital letter', 'A', 'KeyQ', { shiftKey: true }, 'a', 'q'],
])('%s is what is printed on it', (_what, key, code, more, bound, other) => {
  keys.bind('Statement', [
    { key: bound, label: 'This', run },
    { key: other, label: 'Another', run: () => expect.unreachable() },
  ]);
  pressed(key, code, more);
  expect(run).toHaveBeenCalledOnce();
});

test('a Latin letter without a meaning has not that of its place', () => {
  keys.bind('Statement', [{ key: 'a', label: 'This', run }]);
  pressed('q', 'KeyA');
  expect(run).not.toHaveBeenCalled();
});

test('by its place a key waits for its view too', () => {
  keys.expectView();
  pressed('т', 'KeyN');
  keys.bind('Payments', [{ key: 'n', label: 'New payment', run }]);
  keys.viewIsThere();
  expect(run).toHaveBeenCalledOnce();
});

test('a key with Alt is another one, and does nothing in a field', () => {
  keys.bind('Desk', [
    { key: 'Alt+ArrowLeft', label: 'Back', run },
    { key: 'ArrowLeft', label: 'Left', run: () => expect.unreachable() },
  ]);
  pressed('ArrowLeft', 'ArrowLeft', { altKey: true });
  expect(run).toHaveBeenCalledOnce();
  focused('input').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true }),
  );
  expect(run).toHaveBeenCalledOnce();
});

test('single keys that are switched off do nothing and are not listed; what is no single key goes on', () => {
  let hasSingleKeys = false;
  keys = new Keys(
    () => null,
    () => hasSingleKeys,
  );
  onTestFinished(listen(keys));
  const named = vi.fn();
  keys.bind('Statement', [
    { key: 'f', label: 'Flag', run },
    { key: ' ', label: 'Read', run },
    { key: 'Enter', label: 'Open', run: named },
    { key: 'Alt+ArrowLeft', label: 'Back', run: named },
  ]);
  keys.bind('Go to', [{ key: '1', label: 'Position', run }]);
  keys.expectView();
  for (const [key, code] of [
    ['f', 'KeyF'],
    ['а', 'KeyF'],
    [' ', 'Space'],
    ['1', 'Digit1'],
    ['Dead', 'Equal'],
  ] as const)
    pressed(key, code);
  keys.viewIsThere();
  expect(run).not.toHaveBeenCalled();
  pressed('Enter', 'Enter');
  pressed('ArrowLeft', 'ArrowLeft', { altKey: true });
  expect(named).toHaveBeenCalledTimes(2);
  expect(
    keys.groups.map(({ title, bindings }) => [title, ...bindings.map(({ key }) => key)]),
  ).toEqual([['Statement', 'Enter', 'Alt+ArrowLeft']]);
  hasSingleKeys = true;
  pressed('f', 'KeyF');
  expect(run).toHaveBeenCalledOnce();
});

test('a combination is meant by its letter, and by its place on another layout', () => {
  const isUndo = (key: string, code: string): boolean =>
    isMeant(new KeyboardEvent('keydown', { key, code, ctrlKey: true }), 'z');
  expect([
    isUndo('z', 'KeyZ'),
    isUndo('z', 'KeyW'),
    isUndo('я', 'KeyZ'),
    isUndo('w', 'KeyZ'),
  ]).toEqual([true, true, true, false]);
});

test('a sign typed with Shift that nothing means is not the digit of its place', () => {
  keys.bind('Go to', [{ key: '7', label: 'Payees', run }]);
  pressed('/', 'Digit7', { shiftKey: true });
  expect(run).not.toHaveBeenCalled();
});

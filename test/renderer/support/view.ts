import { expect, onTestFinished } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { createShared, type Shared } from '../../../renderer/state/context.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from './desk-records.ts';
import { installBridge, type Answers, type FakeBridge } from './fake-bridge.ts';

/** The played main process of the desk that was opened last. */
export let bridge: FakeBridge;

/** What views share, wired as the shell does it, over a signed-in desk that answers as given; keys work. */
export function openDesk(answers: Answers): Shared {
  bridge = installBridge({ 'desk.state': () => ok(sandboxDesk), ...answers });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  shared.accounts.start();
  shared.outcomes.start();
  // As the shell binds it.
  shared.keys.bind('Desk', [{ key: 'Control+z', label: 'Undo', run: () => shared.notices.undo() }]);
  window.onkeydown = shared.keys.onkeydown;
  window.onpointerdown = shared.keys.onpointerdown;
  return shared;
}

/** What was asked by one route so far, oldest first. */
export const requested = <R extends Route>(route: R): RouteInput<R>[] =>
  bridge.requested
    .filter((question) => question.route === route)
    .map(({ input }) => input as RouteInput<R>);

export const wideWindow = (): Promise<void> => page.viewport(1440, 900);

/** Keys as a person presses them: a question that has just appeared is read first, as its yes rests so long. */
export async function press(keys: string): Promise<void> {
  await expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();
  await userEvent.keyboard(keys);
}

/** Counts every key that goes down from now on until the test ends. */
export function countKeys(): () => number {
  let keys = 0;
  const count = (): number => (keys += 1);
  window.addEventListener('keydown', count, { capture: true });
  onTestFinished(() => window.removeEventListener('keydown', count, { capture: true }));
  return () => keys;
}

/** A key that is held down repeats itself; it must not be taken for a press. */
export function holdEnter(element: Element | null = document.activeElement): void {
  const held = new KeyboardEvent('keydown', {
    ...{ key: 'Enter', repeat: true, bubbles: true, cancelable: true },
  });
  element?.dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
}

export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
export const field = (name: string): Locator => page.getByRole('textbox', { name });

type Sight = Locator | string | RegExp;
const located = (what: Sight): Locator =>
  typeof what === 'string' || what instanceof RegExp ? page.getByText(what) : what;

/** Each of them, a place or a text, can be seen by and by. */
export async function sees(...all: readonly Sight[]): Promise<void> {
  for (const what of all) await expect.element(located(what)).toBeVisible();
}

/** None of them is there, or stays. */
export async function lacks(...all: readonly Sight[]): Promise<void> {
  for (const what of all) await expect.element(located(what)).not.toBeInTheDocument();
}

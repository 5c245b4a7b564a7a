import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import ConfirmDialog from '../../../renderer/ui/dialogs/ConfirmDialog.svelte';
import { button } from '../support/view.ts';

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Half a second after the question was painted. */
async function rested(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) await frame();
  vi.advanceTimersByTime(500);
  await expect.element(button('Pay')).not.toHaveAttribute('aria-disabled');
}

const onconfirm = vi.fn();
const children = createRawSnippet(() => ({ render: () => '<p>12.00 EUR to Acme.</p>' }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onconfirm.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

async function asks(more: { typed?: string } = {}): Promise<void> {
  await render(ConfirmDialog, {
    open: true,
    title: 'Pay 12.00 EUR?',
    confirm: 'Pay',
    beginAtYes: true,
    onconfirm,
    children,
    ...more,
  });
  // Looked at once: what polls lets time pass.
  expect(document.querySelector('dialog')?.open).toBe(true);
}

test.each(['{Enter}', ' '])('takes no key %j for half a second, then one', async (key) => {
  await asks();
  expect(document.activeElement).toBe(button('Pay').element());
  await userEvent.keyboard(key);
  await userEvent.keyboard(key);
  expect(onconfirm).not.toHaveBeenCalled();
  await rested();
  await userEvent.keyboard(key);
  expect(onconfirm).toHaveBeenCalledOnce();
});

test('takes no click either, such as the second of two, and no form that is sent off', async () => {
  await asks();
  button('Pay')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onconfirm).not.toHaveBeenCalled();
  await rested();
  await userEvent.click(button('Pay'));
  expect(onconfirm).toHaveBeenCalledOnce();
});

test.each(['Enter', ' '])('never takes a key %j that was down before', async (key) => {
  await asks();
  await rested();
  const held = new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true });
  button('Pay').element().dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
});

test('lets words with spaces be typed from the first moment on', async () => {
  await asks({ typed: 'SEND 12 EUR' });
  // No click, which lets time pass until it has found its place.
  const field = page.getByRole('textbox').element();
  if (field instanceof HTMLElement) field.focus();
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('SEND 12 EUR{Enter}');
  expect(onconfirm).not.toHaveBeenCalled();
  await rested();
  await userEvent.keyboard('{Enter}');
  expect(onconfirm).toHaveBeenCalledExactlyOnceWith('SEND 12 EUR');
});

test('a question longer than the window keeps the environment and the answers in sight, at its edges', async () => {
  await page.viewport(512, 350);
  const long = createRawSnippet(() => ({
    render: () => '<div style="height: 900px">Seven accounts, and what each closes on.</div>',
  }));
  const bank = { name: 'Example Bank', environment: 'production' } as const;
  await render(ConfirmDialog, {
    ...{ open: true, title: 'Close 20 Nov', confirm: 'Close 20 Nov', bank, onconfirm },
    children: long,
  });
  const dialog = document.querySelector('dialog')!;
  const [environment, actions] = ['.environment', '.actions'].map((place) =>
    dialog.querySelector(place)!,
  );
  const edges = dialog.getBoundingClientRect();
  for (const top of [0, 300, dialog.scrollHeight]) {
    dialog.scrollTop = top;
    await frame();
    const below = actions!.getBoundingClientRect().bottom - edges.bottom;
    expect(Math.abs(below), `answers, scrolled by ${top}`).toBeLessThan(14);
    const above = environment!.getBoundingClientRect().top - edges.top;
    expect(Math.abs(above), `environment, scrolled by ${top}`).toBeLessThan(16);
  }
});

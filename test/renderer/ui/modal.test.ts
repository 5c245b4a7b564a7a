import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { openModal } from '../../../renderer/ui/dialogs/modal.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test('Escape leaves a dialog at once and once: the browser’s late close does not reach what came after', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const order: string[] = [];
  const leave = vi.fn(() => {
    order.push('left');
    shut();
  });
  const shut = openModal(dialog, leave);
  dialog.addEventListener('cancel', () => order.push('dismissed'));
  dialog.addEventListener('close', () => order.push('closed by the browser'));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => order).toEqual(['left', 'dismissed', 'closed by the browser']);
  await turn();
  expect(leave).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(false);
  dialog.remove();
});

test('a dialog that is closed by other means is left too', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const leave = vi.fn();
  openModal(dialog, leave);
  dialog.close();
  await expect.poll(() => leave.mock.calls.length).toBe(1);
  dialog.remove();
});

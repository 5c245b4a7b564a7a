import type { Page } from 'playwright';

import type { DeskWindow } from '../desk-window.ts';
import type { PlayingBank } from './playing-bank.ts';

export type Scene = {
  readonly desk: DeskWindow;
  readonly page: Page;
  readonly bank: PlayingBank;
  readonly folder: string;
};
export type Step = {
  readonly name: string;
  /** What is true when the step has worked, in words. */
  readonly verdict: string;
  readonly act: (scene: Scene) => Promise<void>;
};

/** Presses keys, one after the other. Waits first while a question has just appeared, since its yes is disabled so long. */
export async function key(page: Page, ...keys: string[]): Promise<void> {
  for (const next of keys) {
    await page.locator('dialog [aria-disabled]').waitFor({ state: 'detached' });
    await page.keyboard.press(next);
  }
}

/** Goes to a view by the sidebar, and waits until it is there. */
export async function go(page: Page, view: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${view}`) })
    .click();
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(250);
}

/** Pastes text where the focus is, as the system's clipboard would. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', event));
  }, text);
}

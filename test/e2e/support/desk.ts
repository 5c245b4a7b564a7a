import type { Page } from 'playwright';
import { expect } from 'vitest';

import { launchDesk, type DeskLaunch, type DeskWindow } from '../../../tools/desk-window.ts';
import type { SyncProgress } from '../../../shared/ipc/accounts/statements.ts';
import { answerOf } from './bridge.ts';
import type { Place } from './place.ts';
import { watchTroubles } from './troubles.ts';

export type Desk = DeskWindow & { readonly hand: Hand };

/** The person at the keyboard: every press counts, typed text does not. */
export type Hand = {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses so far. */
  presses(): number;
};

/** How long anything that is waited for may take. */
const waitMs = 15_000;
/** The same of a sync, of which the first reads all that the bank has. */
const syncMs = 60_000;

/** The developer's own keychain is out of reach: what the desk does without one is what is tested. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };

/** The environment of a desk whose machine's clock is ahead. */
export const clockAhead = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('clock-ahead.ts', import.meta.url).href}`,
  TEST_CLOCK_AHEAD_MS: String(ms),
});

/**
 * Starts the built desk on a place's data folder. It ends with the place; the test fails if until then the page logged
 * an error, threw, or broke its policy.
 */
export async function startDesk(
  { dataDir, atEnd }: Pick<Place, 'dataDir' | 'atEnd'>,
  launch: Partial<DeskLaunch> = {},
): Promise<Desk> {
  const size = { width: 1440, height: 900 };
  const desk = await launchDesk({
    size,
    ...launch,
    dataDir,
    env: { ...noKeychain, ...launch.env },
  });
  desk.page.setDefaultTimeout(waitMs);
  const troubles = await watchTroubles(desk.page);
  atEnd(async () => {
    await desk.close();
    expect(troubles).toEqual([]);
  });
  return { ...desk, hand: handOn(desk.page) };
}

export async function openSandbox({ page }: Desk): Promise<void> {
  await page.getByRole('button', { name: 'Open the sandbox' }).click();
  await page.getByText('No accounts yet').waitFor();
}

/** Presses the key of the sync, waits for its end, and returns what the top bar shows of it then. */
export async function sync({ page, hand }: Desk): Promise<string> {
  const end = async () => {
    const { value } = (await answerOf(page, 'sync.progress', {})) as { value: SyncProgress };
    return value.running ? 'running' : value.finishedAt;
  };
  const before = await end();
  await hand.press('s');
  await expect.poll(end, { timeout: syncMs }).not.toBeOneOf([before, 'running']);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  return /Sync(ed in part|ed| failed)/.exec(await bar.innerText())?.[0] ?? '';
}

/** Goes to a view by the sidebar. */
export async function go({ page }: Desk, view: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${view}`) })
    .click();
}

/** Goes to a section of the settings by its list. */
export async function goSettings(desk: Desk, section: string): Promise<void> {
  await go(desk, 'Settings');
  await desk.page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('button', { name: section, exact: true })
    .click();
}

function handOn(page: Page): Hand {
  let presses = 0;
  return {
    press: async (...keys) => {
      for (const key of keys) {
        presses += 1;
        // A question that has just appeared is read first: its yes rests so long.
        await page.locator('dialog [aria-disabled]').waitFor({ state: 'detached' });
        await page.keyboard.press(key);
      }
    },
    type: (text) => page.keyboard.type(text),
    presses: () => presses,
  };
}

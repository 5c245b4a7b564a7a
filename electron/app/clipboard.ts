import { clipboard } from 'electron';

/** How long a copied reference stays where every other program can read it. */
export const clipboardClearMs = 60_000;

/**
 * Puts text on the clipboard and takes it away after a minute, unless something else was copied meanwhile. True once it
 * can be pasted; false when the system did not take it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await clipboard.writeText(text);
  } catch {
    return false;
  }
  setTimeout(() => void takeAway(text), clipboardClearMs).unref();
  return true;
}

async function takeAway(text: string): Promise<void> {
  const found = await clipboard.readText().catch(() => null);
  if (found === text) await clipboard.writeText('').catch(() => undefined);
}

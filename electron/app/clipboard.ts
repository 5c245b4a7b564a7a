import { clipboard } from 'electron';

/** How long a copied reference stays where every other program can read it. */
export const clipboardKeptMs = 60_000;

/** Puts text on the clipboard and takes it away after a minute, unless something else was copied meanwhile. */
export function copyText(text: string): void {
  void clipboard
    .writeText(text)
    .then(() => {
      setTimeout(() => void takeAway(text), clipboardKeptMs).unref();
    })
    .catch(() => undefined);
}

async function takeAway(text: string): Promise<void> {
  const found = await clipboard.readText().catch(() => null);
  if (found === text) await clipboard.writeText('').catch(() => undefined);
}

import type { Page } from 'playwright';

/** Brings a text into the clipboard through the field that has the keyboard, and pastes it there. */
export async function paste({ keyboard }: Page, text: string): Promise<void> {
  await keyboard.insertText(text);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('ControlOrMeta+X');
  await keyboard.press('ControlOrMeta+V');
}

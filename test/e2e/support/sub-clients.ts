import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator } from 'playwright';

import { go, type Desk } from './desk.ts';

export async function openSubClient(desk: Desk, name: string): Promise<void> {
  const { page } = desk;
  await go(desk, 'Sub-clients');
  await page.getByRole('gridcell', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText('Drop files or a folder').waitFor();
}

/** The part of the window on which files may be dropped. */
export const board = ({ page }: Desk): Locator =>
  page.getByRole('group', { name: /files may be dropped/ });

/** A file's card in the upload queue. */
export const card = ({ page }: Desk, fileName: string): Locator =>
  page.getByRole('form', { name: fileName });

export const pdf = (words: string): string => `%PDF-1.7\n% ${words}\n1 0 obj << >> endobj\n%%EOF\n`;

/** A file on the disk, named as given; answers its path. */
export function fileIn(
  { folder }: { readonly folder: string },
  name: string,
  contents: string | Uint8Array,
): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

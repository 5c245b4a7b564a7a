import type { Locator } from 'playwright';

/** Drops files and folders of the disk onto an element, as the system does it: the page sees real files. */
export async function dropOn(target: Locator, ...files: string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to drop on');
  const page = target.page();
  const devTools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(60, box.height / 2) };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data });
  await devTools.detach();
}

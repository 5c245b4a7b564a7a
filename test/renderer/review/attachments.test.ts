import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { fail } from '../../../shared/errors.ts';
import type { Attachment } from '../../../shared/ipc/accounts/attachments.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { looksWrong } from '../../e2e/support/look/looks.ts';
import { requested, bridge, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { fakeQueue } from './review-records.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A queue whose first entry has the files that are attached to it. */
async function openReview(): Promise<{ shared: Shared; files: () => readonly Attachment[] }> {
  await wideWindow();
  let attached: readonly Attachment[] = [];
  const gone = new Map<string, Attachment>();
  const queue = fakeQueue(2, 3);
  const shared = openDesk({
    ...workingDesk(),
    ...queue.answers,
    'attachments.list': ({ entryId }) =>
      ok({ files: attached.filter((file) => file.entryId === entryId) }),
    'attachments.add': ({ accountNumber, entryId, fileName, bytes }) => {
      const file: Attachment = {
        ...{ fileId: fileName, accountNumber, entryId, name: fileName, sha256: 'aa' },
        mediaType: fileName.endsWith('png') ? 'image/png' : 'application/pdf',
        ...{ sizeBytes: bytes.length, addedAt: '2026-11-20T09:32:00.000Z', addedBy: 'Ada Merlin' },
      };
      attached = [...attached, file];
      return ok(file);
    },
    'attachments.remove': ({ fileId }) => {
      const file = attached.find((one) => one.fileId === fileId)!;
      gone.set(fileId, file);
      attached = attached.filter((one) => one.fileId !== fileId);
      return ok(file);
    },
    'attachments.restore': ({ fileId }) => {
      attached = [...attached, gone.get(fileId)!];
      return ok(gone.get(fileId)!);
    },
    'attachments.save': ({ open }) =>
      ok({ saved: true, fileName: 'copy.pdf', isOpened: open ? true : null }),
    'attachments.show': () => ok({ image: `data:image/png;base64,${png}` }),
  });
  shared.router.go('review');
  await render(WithShared, { shared, view: ReviewView, params: {} });
  await sees(page.getByRole('region', { name: 'Attachments' }));
  return { shared, files: () => attached };
}

function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return Promise.resolve();
}

const file = (name: string, size = 184_000): File => new File([new Uint8Array(size)], name);

test('files are attached to the open entry, shown with size, kind, who and when, and removed with undo', async () => {
  const { shared, files } = await openReview();
  await choose(file('INV-2026-45646 Tern Software.pdf'), file('site.png', 900));
  await sees('INV-2026-45646 Tern Software.pdf', /184 kB, PDF, Ada Merlin/, /900 bytes, PNG/);
  await lacks(button('Show INV-2026-45646 Tern Software.pdf'));
  await userEvent.click(button('Save a copy of INV-2026-45646 Tern Software.pdf'));
  await expect.poll(() => shared.notices.last?.text).toBe('Saved as copy.pdf.');
  await lacks(button('Save and open site.png'));
  await userEvent.click(button('Save and open INV-2026-45646 Tern Software.pdf'));
  await expect.poll(() => shared.notices.last?.text).toBe('Saved as copy.pdf. It was opened.');
  await userEvent.click(button('Remove site.png'));
  await lacks(button('Remove site.png'));
  expect(files()).toHaveLength(1);
  expect(shared.notices.last?.text).toBe('Removed: site.png.');
  shared.notices.follow(shared.notices.last!);
  await sees(button('Remove site.png'));
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
});

test('a picture is shown in the window, and Escape gives back the entry', async () => {
  await openReview();
  await choose(file('site.png', 900));
  await userEvent.click(button('Show site.png'));
  const picture = page.getByRole('img', { name: 'site.png' });
  await sees(picture);
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1);
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await lacks(picture);
});

test('what is dropped anywhere in the view is attached to the entry that is open', async () => {
  const { files } = await openReview();
  const { takerAnywhere } = await import('../../../renderer/ui/controls/file-drop.svelte.ts');
  const transfer = new DataTransfer();
  transfer.items.add(file('dropped.pdf', 10));
  takerAnywhere()?.ondrop(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  await expect.poll(() => files().map(({ name }) => name)).toEqual(['dropped.pdf']);
  const entryId = requested('statements.entry').at(-1)?.entryId;
  expect(requested('attachments.add').map((add) => add.entryId)).toEqual([entryId]);
});

test('one that is too large or was refused is reported by name, and those beside it are attached', async () => {
  const { files } = await openReview();
  await choose(file('scan.pdf', 26 * 1024 * 1024), file('b.pdf', 10));
  await sees(/scan.pdf is larger than 25 MB/);
  await expect.poll(() => files().map(({ name }) => name)).toEqual(['b.pdf']);
  bridge.answer('attachments.add', () =>
    fail('file.type-unsupported', 'test', {
      message: 'The content of a.pdf is a Windows program.',
    }),
  );
  await choose(file('a.pdf', 10));
  await sees(/The content of a.pdf is a Windows program/);
});

test('entries with files wear a mark, and are shown by themselves', async () => {
  await openReview();
  await sees(page.getByRole('img', { name: '1 file attached' }).first());
  await userEvent.click(button('More'));
  await userEvent.click(button(/^Attached/));
  await expect.poll(() => requested('review.page').at(-1)?.filter).toBe('attached');
});

// The pane covered the right half of the columns before, and amounts with them.
test('at 1024 by 700 the pane lies over the end of the sheet, the list is left of it, and Escape puts it away', async () => {
  await openReview();
  // What the sidebar leaves of a window of 1024.
  await page.viewport(856, 640);
  const box = (selector: string): DOMRect =>
    document.querySelector(selector)!.getBoundingClientRect();
  const grid = box('[role=grid]');
  const pane = box('aside[aria-label=Entry]');
  expect(Math.abs(pane.left - grid.right)).toBeLessThan(14);
  expect(looksWrong().filter((fault) => fault.includes('under the pane'))).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await lacks(page.getByRole('complementary', { name: 'Entry' }));
  expect(box('[role=grid]').width).toBeGreaterThan(grid.width);
  await userEvent.keyboard('j');
  await sees(page.getByRole('complementary', { name: 'Entry' }));
});

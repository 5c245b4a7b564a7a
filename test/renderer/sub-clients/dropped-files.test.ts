import { expect, test } from 'vitest';

import { droppedFiles } from '../../../renderer/ui/controls/dropped-files.ts';

type Entry = {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly file?: (found: (file: File) => void, lost: (cause: Error) => void) => void;
  readonly createReader?: () => unknown;
};

const file = (name: string): Entry => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found) => {
    found(new File(['x'], name));
  },
});

/** As the system hands over a link, or what was removed since. */
const lost = (name: string): Entry => ({
  ...file(name),
  file: (_, fail) => {
    fail(new Error('NotFoundError'));
  },
});

function folder(name: string, ...children: Entry[]): Entry {
  const batches = [children, []];
  const readEntries = (found: (entries: Entry[]) => void): void => {
    found(batches.shift() ?? []);
  };
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}

const closed = (name: string): Entry => ({
  ...folder(name),
  createReader: () => ({
    readEntries: (_: unknown, fail: (cause: Error) => void) => {
      fail(new Error('NotReadableError'));
    },
  }),
});

async function names(...entries: Entry[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const dropped = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  return [dropped.files.map(({ name }) => name), dropped.unreadable];
}

test('a file that cannot be read is reported by its name and holds back no other [U7]', async () => {
  expect(await names(file('a.pdf'), lost('link.pdf'), file('b.pdf'))).toEqual([
    ['a.pdf', 'b.pdf'],
    ['link.pdf'],
  ]);
});

test('a folder is walked in the order of names; one that cannot be opened is reported', async () => {
  const inner = folder('inner', file('z.pdf'), lost('gone.pdf'));
  expect(await names(folder('kyc', file('b.pdf'), file('a.pdf'), inner), closed('secret'))).toEqual(
    [
      ['a.pdf', 'b.pdf', 'z.pdf'],
      ['gone.pdf', 'secret'],
    ],
  );
});

test('what systems leave in folders is not meant; dropped by itself it is', async () => {
  const contents = [file('.DS_Store'), file('Thumbs.db'), file('desktop.ini'), file('a.pdf')];
  expect(await names(folder('kyc', ...contents))).toEqual([['a.pdf'], []]);
  expect(await names(file('.DS_Store'))).toEqual([['.DS_Store'], []]);
});

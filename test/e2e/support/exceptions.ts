import { expect } from 'vitest';

import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import { answerOf } from './bridge.ts';
import type { Desk } from './desk.ts';

/** Waits until the sidebar counts an exception of this title, beside the sandbox's documents that have expired. */
export async function countedException({ page }: Desk, title: RegExp | string): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' });
  const needing = async (): Promise<readonly ExceptionItem[]> => {
    const { value } = (await answerOf(page, 'exceptions.list', {})) as {
      value: { items: readonly ExceptionItem[] };
    };
    return value.items.filter(({ urgency }) => urgency !== 'ahead');
  };
  const isIt = (item: ExceptionItem): boolean =>
    typeof title === 'string' ? item.title === title : title.test(item.title);
  await expect
    .poll(async () => (await needing()).filter(isIt), { timeout: 15_000 })
    .toHaveLength(1);
  const count = (await needing()).length;
  const words = count === 1 ? '1 needs a person' : `${count} need a person`;
  await views.getByRole('button', { name: new RegExp(`^Exceptions ${words}`) }).waitFor();
}

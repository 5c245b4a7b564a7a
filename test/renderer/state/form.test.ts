import { expect, test, vi } from 'vitest';
import { z } from 'zod';

import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { Form } from '../../../renderer/state/forms/form.svelte.ts';

const schema = z.object({
  name: z.string().min(1, 'is needed'),
  bank: z.object({ bic: z.string().length(11, 'has 11 characters') }),
});
const makeForm = () => new Form({ schema, draft: { name: '', bank: { bic: '' } } });

test('a field is not called wrong before it was left', () => {
  const form = makeForm();
  expect(form.isValid).toBe(false);
  expect(form.problems).toEqual({});
  form.touch('bank.bic');
  expect(form.problems).toEqual({ 'bank.bic': 'has 11 characters' });
});

test('a submission shows every problem and sends nothing', async () => {
  const form = makeForm();
  const send = vi.fn(() => Promise.resolve(ok(1)));
  expect(await form.submit(send)).toBeNull();
  expect(send).not.toHaveBeenCalled();
  expect(form.problems).toEqual({ name: 'is needed', 'bank.bic': 'has 11 characters' });
  form.draft.name = 'Kestrel';
  expect(form.problems).toEqual({ 'bank.bic': 'has 11 characters' });
});

test('two clicks are one submission', async () => {
  const form = makeForm();
  Object.assign(form.draft, { name: 'Kestrel', bank: { bic: 'KESTNGLAXXX' } });
  let answer: (() => void) | undefined;
  const send = vi.fn(
    () =>
      new Promise<ReturnType<typeof ok<number>>>((resolve) => {
        answer = () => {
          resolve(ok(1));
        };
      }),
  );
  const first = form.submit(send);
  expect(form.busy).toBe(true);
  expect(await form.submit(send)).toBeNull();
  answer?.();
  await first;
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Kestrel', bank: { bic: 'KESTNGLAXXX' } });
});

test('what the bank says about a field stays until that field changes', async () => {
  const form = makeForm();
  Object.assign(form.draft, { name: 'Kestrel', bank: { bic: 'KESTNGLAXXX' } });
  await form.submit(() =>
    Promise.resolve(fail('bank.refused', 'c-1', { fields: { 'bank.bic': 'is not known' } })),
  );
  expect(form.error?.code).toBe('bank.refused');
  form.draft.name = 'Kestrel Ltd';
  expect(form.problems['bank.bic']).toBe('is not known');
  form.draft.bank.bic = 'KESTNGLAXXY';
  expect(form.problems['bank.bic']).toBeUndefined();
});

import { test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import RequirementList from '../../../renderer/features/sub-clients/record/RequirementList.svelte';
import type { RequirementLine } from '../../../renderer/features/sub-clients/record/requirement-lines.ts';
import { lacks, sees } from '../support/view.ts';

const line = (title: string): RequirementLine => ({
  requirement: {
    requirementId: title,
    subClientId: 'SC-1',
    subClientName: 'Acme',
    kind: 'document-expiring',
    title,
    detail: '',
    dueBy: null,
    place: 'documents',
    documentType: null,
  },
  queued: undefined,
  isAtBank: false,
});

const show = (lines: readonly RequirementLine[], isReady: boolean) =>
  render(RequirementList, { lines, isReady, onaddfile: () => undefined, onopen: () => undefined });

test.each([true, false])(
  'beside a count of two nothing says that there is none (ready: %s)',
  async (isReady) => {
    await show([line('Renew the passport'), line('Renew the licence')], isReady);
    await sees(page.getByRole('heading', { name: 'Next steps 2' }));
    await lacks(/None|Nothing/);
  },
);

test.each([true, false])(
  'where nothing is to be done no number stands beside it (ready: %s)',
  async (isReady) => {
    await show([], isReady);
    await sees(/^Nothing/);
    await sees(page.getByRole('heading', { name: 'Next steps', exact: true }));
  },
);

import type { ViewId } from '../../state/router.svelte.ts';
import glossary from '../../../docs/GLOSSARY.md?raw';
import { pageOf, termsOf } from './help-search.ts';

/** The guide and the glossary as they lie in `docs/`: taken when the window is built, so that they read offline and have no copy. */
const texts = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const nameOf = (path: string): string => /([^/]+)\.md$/.exec(path)?.[1] ?? path;

export const pages = Object.entries(texts).map(([path, text]) => pageOf(nameOf(path), text));
export const terms = termsOf(glossary);

/** The page with the list of jobs. */
export const firstPage = 'README';

const pageOfView: Readonly<Partial<Record<ViewId, string>>> = {
  position: 'look-ahead',
  statements: 'review-the-day',
  review: 'review-the-day',
  rules: 'review-the-day',
  exceptions: 'recover',
  reconcile: 'recover',
  payments: 'pay',
  'payment-files': 'pay-a-file',
  due: 'pay-later',
  conversions: 'convert',
  beneficiaries: 'pay',
  'sub-clients': 'onboard-a-sub-client',
  webhooks: 'what-changed',
  counterparty: 'know-a-counterparty',
  screening: 'screen-names',
  drafts: 'drafts-and-undo',
  approvals: 'approve-payments',
  'approval-rules': 'approve-payments',
  team: 'work-as-a-team',
  'team-log': 'work-as-a-team',
  settings: 'set-the-window-up',
};

/** The help page of a view; the list of jobs if it has none. */
export const helpOf = (view: ViewId): string => pageOfView[view] ?? firstPage;

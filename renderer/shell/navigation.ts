import type { Component } from 'svelte';

import PositionView from '../features/accounts/position/PositionView.svelte';
import type { ViewId, ViewParams } from '../state/router.svelte.ts';

type View<V extends ViewId> = {
  readonly id: V;
  readonly label: string;
  readonly key: string;
  /** The heading in the sidebar above the view. */
  readonly group: '' | 'Transact' | 'Clients' | 'Desk';
  readonly load: () => Promise<{ readonly default: Component<ViewParams[V]> }>;
};
export type AnyView = { readonly [V in ViewId]: View<V> }[ViewId];

/** Views that are opened only by links; they have no line in the sidebar and no key. */
const led = [
  {
    id: 'reconcile',
    label: 'Reconcile',
    load: () => import('../features/reconcile/ReconcileView.svelte'),
  },
  {
    id: 'rules',
    label: 'Rules',
    load: () => import('../features/rules/RulesView.svelte'),
  },
  {
    id: 'counterparty',
    label: 'Counterparty',
    load: () => import('../features/counterparties/CounterpartyView.svelte'),
  },
  {
    id: 'screening',
    label: 'Screening',
    load: () => import('../features/screening/ScreeningView.svelte'),
  },
  {
    id: 'drafts',
    label: 'Drafts',
    load: () => import('../features/drafts/DraftsView.svelte'),
  },
  {
    id: 'team',
    label: 'Team',
    load: () => import('../features/team/TeamView.svelte'),
  },
  {
    id: 'team-log',
    label: 'Log of the team',
    load: () => import('../features/team/log/TeamLogView.svelte'),
  },
  {
    id: 'approval-rules',
    label: 'Approval rules',
    load: () => import('../features/approvals/rules/ApprovalRulesView.svelte'),
  },
] as const;

/** One line per view, in the order of the sidebar. */
export const navigation: readonly AnyView[] = [
  {
    id: 'position',
    label: 'Position',
    key: '1',
    group: '',
    // It is the first view: it is bundled with the shell.
    load: () => Promise.resolve({ default: PositionView }),
  },
  {
    id: 'statements',
    label: 'Statements',
    key: '2',
    group: '',
    load: () => import('../features/statements/StatementsView.svelte'),
  },
  {
    id: 'review',
    label: 'Review',
    key: 'q',
    group: '',
    load: () => import('../features/review/ReviewView.svelte'),
  },
  {
    id: 'exceptions',
    label: 'Exceptions',
    key: '3',
    group: '',
    load: () => import('../features/exceptions/ExceptionsView.svelte'),
  },
  {
    id: 'payments',
    label: 'Payments',
    key: '4',
    group: 'Transact',
    load: () => import('../features/payments/PaymentsView.svelte'),
  },
  {
    id: 'payment-files',
    label: 'Payment files',
    key: '5',
    group: 'Transact',
    load: () => import('../features/payments/file/PaymentFilesView.svelte'),
  },
  {
    id: 'due',
    label: 'Due',
    key: "'",
    group: 'Transact',
    load: () => import('../features/due-payments/DueView.svelte'),
  },
  {
    id: 'conversions',
    label: 'Convert',
    key: '6',
    group: 'Transact',
    load: () => import('../features/conversions/ConversionsView.svelte'),
  },
  {
    id: 'beneficiaries',
    label: 'Payees',
    key: '7',
    group: 'Transact',
    load: () => import('../features/beneficiaries/BeneficiariesView.svelte'),
  },
  {
    id: 'remittances',
    label: 'Remittances',
    key: '8',
    group: 'Transact',
    load: () => import('../features/remittances/RemittancesView.svelte'),
  },
  {
    id: 'receivables',
    label: 'Receivables',
    key: '9',
    group: 'Transact',
    load: () => import('../features/receivables/ReceivablesView.svelte'),
  },
  {
    id: 'sub-clients',
    label: 'Sub-clients',
    key: '0',
    group: 'Clients',
    load: () => import('../features/sub-clients/SubClientsView.svelte'),
  },
  {
    id: 'accounts',
    label: 'Accounts',
    key: '=',
    group: 'Clients',
    load: () => import('../features/accounts/AccountsView.svelte'),
  },
  {
    id: 'close',
    label: 'Close the day',
    key: 'z',
    group: 'Desk',
    load: () => import('../features/closes/CloseView.svelte'),
  },
  {
    id: 'books',
    label: 'Books',
    key: ';',
    group: 'Desk',
    load: () => import('../features/books/BooksView.svelte'),
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    key: '.',
    group: 'Desk',
    load: () => import('../features/webhooks/WebhooksView.svelte'),
  },
  {
    id: 'activity',
    label: 'Activity',
    key: '-',
    group: 'Desk',
    load: () => import('../features/activity/ActivityView.svelte'),
  },
  {
    id: 'settings',
    label: 'Settings',
    key: ',',
    group: 'Desk',
    load: () => import('../features/settings/SettingsView.svelte'),
  },
];

/** In the sidebar where the team has approval rules, or requests. */
const approvals: AnyView = {
  id: 'approvals',
  label: 'Approvals',
  key: 'y',
  group: '',
  load: () => import('../features/approvals/ApprovalsView.svelte'),
};

/** The views of the sidebar, in its order. */
export const viewsOf = (hasApprovals: boolean): readonly AnyView[] =>
  hasApprovals
    ? navigation.flatMap((view): AnyView[] =>
        view.id === 'exceptions' ? [approvals, view] : [view],
      )
    : navigation;

export const viewOf = (id: ViewId): Pick<AnyView, 'id' | 'label' | 'load'> | undefined =>
  [...viewsOf(true), ...led].find((view) => view.id === id);

import { adviceRoutes } from '../../../shared/ipc/changes/advice.ts';
import { approvalChangesRoutes } from '../../../shared/ipc/approval-changes.ts';
import { approvalLinesRoutes } from '../../../shared/ipc/approval-lines.ts';
import { approvalRulesRoutes } from '../../../shared/ipc/approval-rules.ts';
import { approvalsRoutes } from '../../../shared/ipc/approvals.ts';
import { activityRoutes } from '../../../shared/ipc/desk/activity.ts';
import { attachmentsRoutes } from '../../../shared/ipc/accounts/attachments.ts';
import { beneficiariesRoutes } from '../../../shared/ipc/changes/beneficiaries.ts';
import { booksRoutes } from '../../../shared/ipc/review/books.ts';
import { closesRoutes } from '../../../shared/ipc/review/closes.ts';
import { conversionsRoutes } from '../../../shared/ipc/changes/conversions.ts';
import { documentsRoutes } from '../../../shared/ipc/changes/documents.ts';
import { duePaymentsRoutes } from '../../../shared/ipc/changes/due-payments.ts';
import { dayRunsRoutes } from '../../../shared/ipc/changes/day-runs.ts';
import { draftsRoutes } from '../../../shared/ipc/desk/drafts.ts';
import { counterpartiesRoutes } from '../../../shared/ipc/counterparties.ts';
import { entryChangesRoutes } from '../../../shared/ipc/accounts/entry-changes.ts';
import { calendarRoutes } from '../../../shared/ipc/desk/calendars.ts';
import { evidenceRoutes } from '../../../shared/ipc/changes/evidence.ts';
import { exceptionsRoutes } from '../../../shared/ipc/review/exceptions.ts';
import { findRoutes } from '../../../shared/ipc/accounts/find.ts';
import { flowsRoutes } from '../../../shared/ipc/accounts/flows.ts';
import { handOverRoutes } from '../../../shared/ipc/accounts/hand-over.ts';
import { invoicesRoutes } from '../../../shared/ipc/changes/invoices.ts';
import { outlookRoutes } from '../../../shared/ipc/accounts/outlook.ts';
import { paymentFilesRoutes } from '../../../shared/ipc/changes/payment-files.ts';
import { paymentsRoutes } from '../../../shared/ipc/changes/payments.ts';
import { ratesRoutes } from '../../../shared/ipc/accounts/rates.ts';
import { receivablesRoutes } from '../../../shared/ipc/changes/receivables.ts';
import { reconcileRoutes } from '../../../shared/ipc/review/reconcile.ts';
import { remittancesRoutes } from '../../../shared/ipc/changes/remittances.ts';
import { screeningRoutes } from '../../../shared/ipc/review/screening.ts';
import { reviewRoutes } from '../../../shared/ipc/review/review.ts';
import { ruleRoutes } from '../../../shared/ipc/review/rules.ts';
import { sandboxRoutes } from '../../../shared/ipc/desk/sandbox.ts';
import { secondSourcesRoutes } from '../../../shared/ipc/accounts/second-sources.ts';
import { statementsRoutes } from '../../../shared/ipc/accounts/statements.ts';
import { subClientsRoutes } from '../../../shared/ipc/changes/sub-clients.ts';
import { sendAgainRoutes } from '../../../shared/ipc/changes/send-again.ts';
import { submissionsRoutes } from '../../../shared/ipc/submissions.ts';
import { timelineRoutes } from '../../../shared/ipc/review/timeline.ts';
import { teamRoutes } from '../../../shared/ipc/team.ts';
import { teamLogRoutes } from '../../../shared/ipc/team-log.ts';
import { webhooksRoutes } from '../../../shared/ipc/changes/webhooks.ts';
import type { OpenSaved } from '../../engines/exports/whole-file.ts';
import { loadedLate } from '../../engines/ipc/loaded-late.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import type { Remind } from '../approvals/reminders.ts';
import type { TeamPorts } from './team-routes.ts';

type Ports = TeamPorts & {
  /** Shows the waiting requests outside the window. */
  readonly remind: Remind;
  readonly openSaved: OpenSaved;
  readonly openFolder: () => Promise<string | undefined>;
  readonly programs: { readonly storeWorker: URL };
};

/**
 * The handlers for everything that the window shows after its position. Each noun is loaded with its first request, so that a start reads
 * none of them.
 */
export const lateHandlers = (open: () => BankDesk, ports: Ports) => ({
  ...loadedLate(statementsRoutes, async () => {
    const [{ statementHandlers }, { syncHandlers }] = await Promise.all([
      import('../../nouns/statements/routes.ts'),
      import('./sync-routes.ts'),
    ]);
    return { ...statementHandlers(open, ports.saveAs), ...syncHandlers(open) };
  }),
  ...loadedLate(subClientsRoutes, async () => {
    const [{ subClientHandlers }, { shareholderHandlers }] = await Promise.all([
      import('../../nouns/sub-clients/routes.ts'),
      import('../../nouns/sub-clients/shareholder-routes.ts'),
    ]);
    return { ...subClientHandlers(open, ports.saveAs), ...shareholderHandlers(open) };
  }),
  ...loadedLate(flowsRoutes, async () => {
    const { flowHandlers } = await import('../../nouns/statements/aggregates/flow-routes.ts');
    return flowHandlers(open);
  }),
  ...loadedLate(outlookRoutes, async () => {
    const { outlookHandlers } = await import('../../nouns/outlook/routes.ts');
    return outlookHandlers(open);
  }),
  ...loadedLate(ratesRoutes, async () => {
    const { rateHandlers } = await import('../../nouns/rates/routes.ts');
    return rateHandlers(open, ports.openFolder);
  }),
  ...loadedLate(counterpartiesRoutes, async () => {
    const { counterpartyHandlers } = await import('./counterparty-routes.ts');
    return counterpartyHandlers(open);
  }),
  ...loadedLate(handOverRoutes, async () => {
    const { handOverHandlers } = await import('../../nouns/statements/hand-over/routes.ts');
    return handOverHandlers(open, ports);
  }),
  ...loadedLate(attachmentsRoutes, async () => {
    const { attachmentHandlers } =
      await import('../../nouns/statements/annotations/attachment-routes.ts');
    return attachmentHandlers(open, ports);
  }),
  ...loadedLate(entryChangesRoutes, async () => {
    const { entryChangeHandlers } = await import('../../nouns/rules/entry-change-routes.ts');
    return entryChangeHandlers(open);
  }),
  ...loadedLate(secondSourcesRoutes, async () => {
    const { secondSourceHandlers } = await import('../../nouns/statements/second-source/routes.ts');
    return secondSourceHandlers(open, ports.saveAs);
  }),
  ...loadedLate(reviewRoutes, async () => {
    const { reviewHandlers } = await import('../../nouns/review/routes.ts');
    return reviewHandlers(open, ports);
  }),
  ...loadedLate(calendarRoutes, async () => {
    const { calendarHandlers } = await import('../../nouns/payments/arrival/calendar-days.ts');
    return calendarHandlers(open);
  }),
  ...loadedLate(screeningRoutes, async () => {
    const { screeningHandlers } = await import('../../nouns/screening/routes.ts');
    return screeningHandlers(open);
  }),
  ...loadedLate(closesRoutes, async () => {
    const { closeHandlers } = await import('../../nouns/closes/routes.ts');
    return closeHandlers(open, ports);
  }),
  ...loadedLate(booksRoutes, async () => {
    const { booksHandlers } = await import('../../nouns/books/routes.ts');
    return booksHandlers(open, ports);
  }),
  ...loadedLate(ruleRoutes, async () => {
    const { ruleHandlers } = await import('../../nouns/rules/routes.ts');
    return ruleHandlers(open);
  }),
  ...loadedLate(exceptionsRoutes, async () => {
    const { exceptionHandlers } = await import('../../nouns/exceptions/routes.ts');
    return exceptionHandlers(open);
  }),
  ...loadedLate(findRoutes, async () => {
    const { findHandlers } = await import('./find-routes.ts');
    return findHandlers(open);
  }),
  ...loadedLate(timelineRoutes, async () => {
    const { timelineHandlers } = await import('../../nouns/timeline/routes.ts');
    return timelineHandlers(open);
  }),
  ...loadedLate(beneficiariesRoutes, async () => {
    const { beneficiaryHandlers } = await import('../../nouns/beneficiaries/routes.ts');
    const { withTeamRelease } = await import('./payee-release-route.ts');
    return withTeamRelease(beneficiaryHandlers(open), open, ports);
  }),
  ...loadedLate(paymentsRoutes, async () => {
    const { paymentHandlers } = await import('../../nouns/payments/routes.ts');
    return paymentHandlers(open, ports.saveAs);
  }),
  ...loadedLate(adviceRoutes, async () => {
    const { adviceHandlers } = await import('../../nouns/payments/advice/routes.ts');
    return adviceHandlers(open, ports);
  }),
  ...loadedLate(paymentFilesRoutes, async () => {
    const { paymentFileHandlers } = await import('../../nouns/payments/file/routes.ts');
    return paymentFileHandlers(open, ports.saveAs);
  }),
  ...loadedLate(duePaymentsRoutes, async () => {
    const { dueHandlers } = await import('./due-routes.ts');
    return dueHandlers(open);
  }),
  ...loadedLate(dayRunsRoutes, async () => {
    const { dayRunHandlers } = await import('./day-run-routes.ts');
    return dayRunHandlers(open);
  }),
  ...loadedLate(invoicesRoutes, async () => {
    const { invoiceHandlers } = await import('../../nouns/invoices/routes.ts');
    return invoiceHandlers(open, { ...ports, worker: ports.programs.storeWorker });
  }),
  ...loadedLate(evidenceRoutes, async () => {
    const { evidenceHandlers } = await import('../../nouns/invoices/evidence/routes.ts');
    return evidenceHandlers(open, ports);
  }),
  ...loadedLate(conversionsRoutes, async () => {
    const { conversionHandlers } = await import('../../nouns/conversions/routes.ts');
    return conversionHandlers(open);
  }),
  ...loadedLate(remittancesRoutes, async () => {
    const { remittanceHandlers } = await import('../../nouns/orders/remittances/routes.ts');
    return remittanceHandlers(open);
  }),
  ...loadedLate(receivablesRoutes, async () => {
    const { receivableHandlers } = await import('../../nouns/orders/receivables/routes.ts');
    return receivableHandlers(open);
  }),
  ...loadedLate(documentsRoutes, async () => {
    const { documentHandlers } = await import('../../nouns/sub-clients/documents/routes.ts');
    return documentHandlers(open, ports);
  }),
  ...loadedLate(draftsRoutes, async () => {
    const { draftHandlers } = await import('../../nouns/drafts/routes.ts');
    return draftHandlers(open);
  }),
  ...loadedLate({ ...submissionsRoutes, ...sendAgainRoutes }, async () => {
    const { submissionHandlers } = await import('../../engines/submissions/routes.ts');
    return submissionHandlers(open);
  }),
  ...loadedLate(reconcileRoutes, async () => {
    const { reconcileHandlers } = await import('../../nouns/reconcile/routes.ts');
    return reconcileHandlers(open);
  }),
  ...loadedLate(activityRoutes, async () => {
    const { activityHandlers } = await import('../../nouns/activity/routes.ts');
    return activityHandlers(open);
  }),
  ...loadedLate(webhooksRoutes, async () => {
    const { webhookHandlers } = await import('../../nouns/webhooks/routes.ts');
    return webhookHandlers(open);
  }),
  ...loadedLate(teamRoutes, async () => {
    const { teamHandlers } = await import('./team-routes.ts');
    return teamHandlers(open, ports);
  }),
  ...loadedLate(teamLogRoutes, async () => {
    const { teamLogHandlers } = await import('./team-log-routes.ts');
    return teamLogHandlers(open, ports);
  }),
  ...loadedLate({ ...approvalsRoutes, ...approvalChangesRoutes }, async () => {
    const { approvalHandlers } = await import('./approval-routes.ts');
    return approvalHandlers(open, { ...ports, worker: ports.programs.storeWorker });
  }),
  ...loadedLate(approvalRulesRoutes, async () => {
    const { approvalRulesHandlers } = await import('./approval-rules-routes.ts');
    return approvalRulesHandlers(open, ports);
  }),
  ...loadedLate(approvalLinesRoutes, async () => {
    const { approvalLinesHandlers } = await import('./approval-lines-routes.ts');
    return approvalLinesHandlers(open, ports);
  }),
  ...loadedLate(sandboxRoutes, async () => {
    const { sandboxHandlers } = await import('./sandbox-routes.ts');
    return sandboxHandlers(open);
  }),
});

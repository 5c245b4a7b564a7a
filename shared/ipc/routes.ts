import { deskRoutes } from './desk/desk.ts';
import { settingsRoutes } from './desk/settings.ts';
import { calendarRoutes } from './desk/calendars.ts';
import { doctorRoutes } from './desk/doctor.ts';
import { accountsRoutes } from './accounts/accounts.ts';
import { ratesRoutes } from './accounts/rates.ts';
import { statementsRoutes } from './accounts/statements.ts';
import { attachmentsRoutes } from './accounts/attachments.ts';
import { entryChangesRoutes } from './accounts/entry-changes.ts';
import { counterpartiesRoutes } from './counterparties.ts';
import { handOverRoutes } from './accounts/hand-over.ts';
import { secondSourcesRoutes } from './accounts/second-sources.ts';
import { beneficiariesRoutes } from './changes/beneficiaries.ts';
import { adviceRoutes } from './changes/advice.ts';
import { evidenceRoutes } from './changes/evidence.ts';
import { paymentsRoutes } from './changes/payments.ts';
import { paymentFilesRoutes } from './changes/payment-files.ts';
import { duePaymentsRoutes } from './changes/due-payments.ts';
import { dayRunsRoutes } from './changes/day-runs.ts';
import { invoicesRoutes } from './changes/invoices.ts';
import { conversionsRoutes } from './changes/conversions.ts';
import { remittancesRoutes } from './changes/remittances.ts';
import { receivablesRoutes } from './changes/receivables.ts';
import { subClientsRoutes } from './changes/sub-clients.ts';
import { documentsRoutes } from './changes/documents.ts';
import { webhooksRoutes } from './changes/webhooks.ts';
import { timelineRoutes } from './review/timeline.ts';
import { findRoutes } from './accounts/find.ts';
import { exceptionsRoutes } from './review/exceptions.ts';
import { sendAgainRoutes } from './changes/send-again.ts';
import { submissionsRoutes } from './submissions.ts';
import { booksRoutes } from './review/books.ts';
import { reconcileRoutes } from './review/reconcile.ts';
import { activityRoutes } from './desk/activity.ts';
import { screeningRoutes } from './review/screening.ts';
import { reviewRoutes } from './review/review.ts';
import { closesRoutes } from './review/closes.ts';
import { ruleRoutes } from './review/rules.ts';
import { flowsRoutes } from './accounts/flows.ts';
import { outlookRoutes } from './accounts/outlook.ts';
import { draftsRoutes } from './desk/drafts.ts';
import { sandboxRoutes } from './desk/sandbox.ts';
import { approvalChangesRoutes } from './approval-changes.ts';
import { approvalLinesRoutes } from './approval-lines.ts';
import { approvalRulesRoutes } from './approval-rules.ts';
import { approvalsRoutes } from './approvals.ts';
import { teamRoutes } from './team.ts';
import { teamLogRoutes } from './team-log.ts';

/** The whole of what the window may ask: the routes of every noun. */
export const routes = {
  ...deskRoutes,
  ...settingsRoutes,
  ...doctorRoutes,
  ...accountsRoutes,
  ...ratesRoutes,
  ...statementsRoutes,
  ...attachmentsRoutes,
  ...entryChangesRoutes,
  ...counterpartiesRoutes,
  ...handOverRoutes,
  ...secondSourcesRoutes,
  ...beneficiariesRoutes,
  ...paymentsRoutes,
  ...adviceRoutes,
  ...evidenceRoutes,
  ...paymentFilesRoutes,
  ...duePaymentsRoutes,
  ...dayRunsRoutes,
  ...invoicesRoutes,
  ...conversionsRoutes,
  ...remittancesRoutes,
  ...receivablesRoutes,
  ...subClientsRoutes,
  ...documentsRoutes,
  ...webhooksRoutes,
  ...timelineRoutes,
  ...findRoutes,
  ...exceptionsRoutes,
  ...submissionsRoutes,
  ...sendAgainRoutes,
  ...booksRoutes,
  ...reconcileRoutes,
  ...activityRoutes,
  ...reviewRoutes,
  ...screeningRoutes,
  ...calendarRoutes,
  ...closesRoutes,
  ...ruleRoutes,
  ...flowsRoutes,
  ...outlookRoutes,
  ...draftsRoutes,
  ...sandboxRoutes,
  ...teamRoutes,
  ...teamLogRoutes,
  ...approvalLinesRoutes,
  ...approvalsRoutes,
  ...approvalRulesRoutes,
  ...approvalChangesRoutes,
};

export type Routes = typeof routes;
export type Route = keyof Routes;

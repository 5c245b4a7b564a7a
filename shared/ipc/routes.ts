import { deskRoutes } from './desk.ts';
import { settingsRoutes } from './settings.ts';
import { doctorRoutes } from './doctor.ts';
import { accountsRoutes } from './accounts.ts';
import { ratesRoutes } from './rates.ts';
import { statementsRoutes } from './statements.ts';
import { attachmentsRoutes } from './attachments.ts';
import { handOverRoutes } from './hand-over.ts';
import { secondSourcesRoutes } from './second-sources.ts';
import { beneficiariesRoutes } from './beneficiaries.ts';
import { paymentsRoutes } from './payments.ts';
import { paymentFilesRoutes } from './payment-files.ts';
import { conversionsRoutes } from './conversions.ts';
import { remittancesRoutes } from './remittances.ts';
import { receivablesRoutes } from './receivables.ts';
import { subClientsRoutes } from './sub-clients.ts';
import { documentsRoutes } from './documents.ts';
import { webhooksRoutes } from './webhooks.ts';
import { timelineRoutes } from './timeline.ts';
import { findRoutes } from './find.ts';
import { exceptionsRoutes } from './exceptions.ts';
import { submissionsRoutes } from './submissions.ts';
import { booksRoutes } from './books.ts';
import { reconcileRoutes } from './reconcile.ts';
import { activityRoutes } from './activity.ts';
import { reviewRoutes } from './review.ts';
import { closesRoutes } from './closes.ts';
import { ruleRoutes } from './rules.ts';
import { flowsRoutes } from './flows.ts';
import { outlookRoutes } from './outlook.ts';
import { draftsRoutes } from './drafts.ts';
import { sandboxRoutes } from './sandbox.ts';

/** The whole of what the window may ask: the routes of every noun. */
export const routes = {
  ...deskRoutes,
  ...settingsRoutes,
  ...doctorRoutes,
  ...accountsRoutes,
  ...ratesRoutes,
  ...statementsRoutes,
  ...attachmentsRoutes,
  ...handOverRoutes,
  ...secondSourcesRoutes,
  ...beneficiariesRoutes,
  ...paymentsRoutes,
  ...paymentFilesRoutes,
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
  ...booksRoutes,
  ...reconcileRoutes,
  ...activityRoutes,
  ...reviewRoutes,
  ...closesRoutes,
  ...ruleRoutes,
  ...flowsRoutes,
  ...outlookRoutes,
  ...draftsRoutes,
  ...sandboxRoutes,
};

export type Routes = typeof routes;
export type Route = keyof Routes;

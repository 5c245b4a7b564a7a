import type { DoctorReport } from './desk/doctor.ts';
import type { DayRunView } from './changes/day-runs.ts';
import type { PaymentFile } from './changes/payment-files.ts';
import type { ReconcileView } from './review/reconcile.ts';
import type { DeskState } from './desk/desk.ts';
import type { UploadItem } from './changes/documents.ts';
import type { HandOverProgress } from './accounts/hand-over.ts';
import type { SyncProgress } from './accounts/statements.ts';
import type { SubmissionView } from './submissions.ts';
import type { SignPlace } from '../signs.ts';

export type StoreTopic =
  | 'accounts'
  | 'statements'
  | 'beneficiaries'
  | 'subClients'
  | 'activity'
  | 'transfers'
  | 'duePayments'
  | 'trades'
  | 'remittances'
  | 'receivables'
  | 'webhooks'
  | 'timeline'
  | 'secondSources'
  | 'rules'
  | 'books'
  | 'closes'
  | 'screening'
  | 'team'
  | 'presence';

/** Facts the main process announces; built by us, so typed but not parsed. */
export type DeskEvents = {
  'desk.changed': DeskState;
  /** `only`: nothing changed but which entries are read. */
  'store.changed': { topic: StoreTopic; accountNumber?: string; only?: 'read' };
  'sync.progressed': SyncProgress;
  /** A hand-over has written more entries. */
  'handOver.progressed': HandOverProgress;
  'upload.progressed': UploadItem;
  /** A submission was made, or its state changed. */
  'submission.changed': SubmissionView;
  'batch.progressed': PaymentFile;
  /** A run of due payments came to its end, or was ended. */
  'dayRun.ended': DayRunView;
  /** The doctor has finished another check. */
  'doctor.progressed': DoctorReport;
  /** The bank was asked for one thing more, or sending was opened again. */
  'reconcile.progressed': ReconcileView;
  /** The machine slept or its clock was set: prices held here are no longer to be trusted. */
  'clock.jumped': { readonly at: string };
  /** A key of the menu, or a clicked notification of the system, asks the window to go somewhere. */
  'window.requested': { for: 'lock' | 'sync' | 'settings' | SignPlace };
};

export type DeskEvent = keyof DeskEvents;
export const deskEvents = [
  'desk.changed',
  'store.changed',
  'sync.progressed',
  'handOver.progressed',
  'upload.progressed',
  'submission.changed',
  'batch.progressed',
  'dayRun.ended',
  'doctor.progressed',
  'reconcile.progressed',
  'clock.jumped',
  'window.requested',
] as const satisfies readonly DeskEvent[];

import type { DeskState, SyncProgress, UploadItem } from './records.ts';

export type StoreTopic = 'accounts' | 'statements' | 'beneficiaries' | 'subClients' | 'activity';

/** Facts the main process announces; built by us, so typed but not parsed. */
export type DeskEvents = {
  'desk.changed': DeskState;
  'store.changed': { topic: StoreTopic; accountNumber?: string };
  'sync.progressed': SyncProgress;
  'upload.progressed': UploadItem;
  /** A key of the menu or the system asks the window to go somewhere. */
  'window.asked': { for: 'lock' | 'sync' | 'settings' };
};

export type DeskEvent = keyof DeskEvents;
export const deskEvents = [
  'desk.changed',
  'store.changed',
  'sync.progressed',
  'upload.progressed',
  'window.asked',
] as const satisfies readonly DeskEvent[];

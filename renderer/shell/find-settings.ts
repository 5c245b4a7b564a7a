import type { SectionId } from '../features/settings/sections.ts';

/** A setting that can be found by its name, and by other words for it. Without `setting` it is the whole section. */
export type FoundSetting = {
  readonly section: SectionId;
  readonly setting?: string;
  readonly label: string;
  readonly words?: string;
};

const appearance = [
  ['theme', 'Theme', 'dark light high contrast night colour color mode look'],
  ['density', 'Row height', 'rows density compact comfortable'],
  ['textPercent', 'Text size', 'zoom large font percent'],
  ['numbers', 'Number format', 'decimal separator comma point apostrophe language locale'],
  ['dates', 'Date format', 'days iso language locale'],
  ['zone', 'Time zone', 'times clock utc hours'],
  ['keyboard', 'Keyboard', 'single keys shortcuts hotkeys'],
] as const;

const general = [
  ['session', 'Session', 'sign out signed in user'],
  ['password', 'Password', 'reset change new'],
  ['autoLock', 'Auto-lock', 'idle minutes timeout'],
  ['selfSync', 'Automatic sync', 'interval refresh background'],
  ['notifications', 'Notifications', 'alerts system quiet'],
  ['paymentFiles', 'Payment file columns', 'headings remembered forget shapes'],
  ['team', 'Work as a team', 'colleagues members join found record'],
  ['localCopy', 'Data folder', 'local copy journal disk size encryption path directory'],
  ['keychain', 'Keychain', 'key encryption'],
] as const;

const network = [
  ['proxy', 'Proxy', 'http tunnel'],
  ['authorities', 'Certificates', 'authorities certificate tls company'],
  ['testConnection', 'Test connection', 'network try'],
] as const;

const backup = [
  ['writeBackup', 'Back up', 'backup folder passphrase file'],
  ['restore', 'Restore', 'backup passphrase'],
] as const;

const inSection =
  (section: SectionId) =>
  ([setting, label, words]: readonly [string, string, string]): FoundSetting => ({
    ...{ section, setting, label, words },
  });

/** The sections, and their settings. */
export const foundSettings: readonly FoundSetting[] = [
  { section: 'general', label: 'General' },
  { section: 'appearance', label: 'Appearance' },
  { section: 'banks', label: 'Banks' },
  { section: 'bank-file', label: 'Bank file' },
  { section: 'recordings', label: 'Bank file by example' },
  { section: 'operations', label: 'Operations' },
  { section: 'calendars', label: 'Calendars', words: 'bank holidays cut-offs days' },
  { section: 'doctor', label: 'Doctor' },
  { section: 'network', label: 'Network' },
  { section: 'backup', label: 'Backup and restore' },
  ...appearance.map(inSection('appearance')),
  ...general.map(inSection('general')),
  ...network.map(inSection('network')),
  ...backup.map(inSection('backup')),
];

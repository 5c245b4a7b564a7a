import type { Command } from '../features/find/found.ts';
import type { Shared } from '../state/context.ts';
import { navigation } from './navigation.ts';

/** The sections of the settings, by the words that a person may look for. */
const settings = [
  { section: 'general', label: 'General, session and local copy' },
  { section: 'banks', label: 'Banks' },
  { section: 'bank-file', label: 'Bank file' },
  { section: 'recordings', label: 'Bank file by example' },
  { section: 'operations', label: 'Operations' },
  { section: 'doctor', label: 'Doctor' },
  { section: 'network', label: 'Network, proxy and certificates' },
  { section: 'backup', label: 'Backup and restore' },
] as const;

const handOvers = [
  {
    how: 'choose',
    label: 'Hand over statements',
    words: 'export camt mt940 bai2 xlsx pdf csv erp auditor',
  },
  {
    how: 'again',
    label: 'Hand over again as last time',
    words: 'export repeat statements month',
  },
  { how: 'print', label: 'Print statements', words: 'pdf paper' },
] as const;

/** What a person may do from the box that finds anything; loaded with it. */
export const findCommands = (
  { router, session, handOver }: Pick<Shared, 'router' | 'session' | 'handOver'>,
  onsync: () => void,
): readonly Command[] => [
  ...navigation.map(({ id, label }) => ({
    id: `go ${id}`,
    label: `Go to ${label}`,
    run: () => router.go(id),
  })),
  {
    id: 'go drafts',
    label: 'Go to Drafts',
    words: 'begun unfinished unsent typed forms',
    run: () => router.go('drafts'),
  },
  ...settings.map(({ section, label }) => ({
    id: `settings ${section}`,
    label: `Settings: ${label}`,
    run: () => router.go('settings', { section }),
  })),
  { id: 'sync', label: 'Sync', words: 'fetch refresh statements', run: onsync },
  ...handOvers.map(({ how, label, words }) => ({
    id: `hand over ${how}`,
    ...{ label, words },
    run: () => handOver.ask(how),
  })),
  { id: 'lock', label: 'Lock', words: 'leave', run: () => void session.lock() },
];

import type { Command } from '../features/find/found.ts';
import type { Shared } from '../state/context.ts';
import { foundSettings } from './find-settings.ts';
import { navigation } from './navigation.ts';

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

/** The commands of the search box; loaded with it. */
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
    id: 'go screening',
    label: 'Go to Screening',
    words: 'sanctions lists ofac eu un uk names matches payees compliance',
    run: () => router.go('screening'),
  },
  {
    id: 'go drafts',
    label: 'Go to Drafts',
    words: 'begun unfinished unsent typed forms',
    run: () => router.go('drafts'),
  },
  {
    id: 'go team',
    label: 'Go to Team',
    words: 'work as a team colleagues members found join invite admit revoke record',
    run: () => router.go('team'),
  },
  {
    id: 'go team-log',
    label: 'Go to Log of the team',
    words: 'audit log acts who did what history export verify signatures',
    run: () => router.go('team-log'),
  },
  ...foundSettings.map(({ section, setting, label, words = '' }) => ({
    id: ['settings', section, setting].filter(Boolean).join(' '),
    ...{ label: `Settings: ${label}`, words },
    run: () => router.go('settings', { section, ...(setting && { setting }) }),
  })),
  { id: 'sync', label: 'Sync', words: 'fetch refresh statements', run: onsync },
  ...handOvers.map(({ how, label, words }) => ({
    id: `hand over ${how}`,
    ...{ label, words },
    run: () => handOver.ask(how),
  })),
  { id: 'lock', label: 'Lock', words: 'leave', run: () => void session.lock() },
];

import type { ViewParams } from '../../state/router.svelte.ts';

export type SectionId = NonNullable<ViewParams['settings']['section']>;
type SectionEntry = {
  readonly id: SectionId;
  readonly label: string;
  readonly key: string;
  /** What it holds, in a line under its title. */
  readonly summary: string;
};

const entries: readonly SectionEntry[] = [
  {
    id: 'general',
    label: 'General',
    key: 'g',
    summary: 'The session, who is signed in, and what lies on this machine.',
  },
  {
    id: 'appearance',
    label: 'Appearance',
    key: 'v',
    summary: 'How the window looks on this machine, for every bank, and which keys it hears.',
  },
  {
    id: 'banks',
    label: 'Banks',
    key: 'a',
    summary: 'Every bank known here. One is open at a time, and no two share anything.',
  },
  {
    id: 'bank-file',
    label: 'Bank file',
    key: 'f',
    summary: 'How the desk speaks with this bank.',
  },
  {
    id: 'recordings',
    label: 'By example',
    key: 'e',
    summary: 'A bank file proposed from recorded requests and answers.',
  },
  {
    id: 'operations',
    label: 'Operations',
    key: 'o',
    summary: 'What the specification names, and what is open at this bank.',
  },
  {
    id: 'doctor',
    label: 'Doctor',
    key: 'd',
    summary: 'Looks at the bank by reading alone. Nothing is changed there.',
  },
  {
    id: 'network',
    label: 'Network',
    key: 'n',
    summary: 'The way from this machine to banks: proxy and authorities.',
  },
  {
    id: 'backup',
    label: 'Backup',
    key: 'u',
    summary: 'Backup and restore of what exists on this machine only, in one encrypted file.',
  },
  {
    id: 'sandbox',
    label: 'Sandbox',
    key: 'p',
    summary: 'Nothing here is real money.',
  },
];

/** The sections in the order of their list; the sandbox has one more. */
export const sectionsOf = (isSandbox: boolean): readonly SectionEntry[] =>
  entries.filter(({ id }) => id !== 'sandbox' || isSandbox);

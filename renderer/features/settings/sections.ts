import type { ViewParams } from '../../state/router.svelte.ts';

export type SectionId = NonNullable<ViewParams['settings']['section']>;
type SectionEntry = {
  readonly id: SectionId;
  readonly label: string;
  readonly key: string;
  /** The contents in one line, under the title. */
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
    summary: 'Look and keys on this machine, for all banks.',
  },
  {
    id: 'banks',
    label: 'Banks',
    key: 'a',
    summary: 'Banks on this machine. One is open at a time; they share no data.',
  },
  {
    id: 'bank-file',
    label: 'Bank file',
    key: 'f',
    summary: 'How Nostro calls this bank.',
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
    summary: 'Operations of the specification, and which are open at this bank.',
  },
  {
    id: 'calendars',
    label: 'Calendars',
    key: 'h',
    summary: 'Bank holidays and cut-offs that decide when a payment is due and when it arrives.',
  },
  {
    id: 'doctor',
    label: 'Doctor',
    key: 'd',
    summary: 'Checks the bank with reads only. Nothing is changed.',
  },
  {
    id: 'network',
    label: 'Network',
    key: 'n',
    summary: 'Connection to banks: proxy and authorities.',
  },
  {
    id: 'backup',
    label: 'Backup',
    key: 'u',
    summary: 'Backup and restore of data that exists only on this machine, in one encrypted file.',
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

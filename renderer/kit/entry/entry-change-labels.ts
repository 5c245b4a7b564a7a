import type { EntryChange } from '../../../shared/ipc/accounts/entry-changes.ts';

/** The label of a person's change of an entry. */
export const changeLabel = ({ kind, text }: EntryChange): string => labels[kind](text);

const labels: Readonly<Record<EntryChange['kind'], (text: string) => string>> = {
  read: () => 'Read',
  unread: () => 'Marked unread',
  flagged: () => 'Flagged',
  unflagged: () => 'Flag removed',
  noted: (note) => (note === '' ? 'Note removed' : `Noted: ${note}`),
  tagged: (tag) => `Tag added: ${tag}`,
  untagged: (tag) => `Tag removed: ${tag}`,
  'left-to-rules': (tag) =>
    tag === '' ? 'Counterparty left to the rules' : `Tag left to the rules: ${tag}`,
  named: (name) => (name === '' ? 'Counterparty removed' : `Counterparty: ${name}`),
  attached: (file) => `Attached: ${file}`,
  removed: (file) => `File removed: ${file}`,
  marked: (state) => `Last marked: ${state === '' ? 'unread' : state}`,
};

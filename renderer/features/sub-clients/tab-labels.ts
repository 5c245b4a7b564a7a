export const tabs = [
  { id: 'list', label: 'List', key: 'l' },
  { id: 'to-do', label: 'To do', key: 't' },
  { id: 'board', label: 'Drop board', key: 'd' },
  { id: 'expiries', label: 'Expiries', key: 'x' },
] as const;

export type TabId = (typeof tabs)[number]['id'];

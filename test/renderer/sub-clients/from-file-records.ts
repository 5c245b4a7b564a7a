import type { OnboardingFile, OnboardingRow } from '../../../shared/ipc/changes/sub-clients.ts';

const fileRow = (line: number, name: string, rest: Partial<OnboardingRow> = {}): OnboardingRow => ({
  ...{ line, name, about: 'NGA', problems: [], known: null },
  order: { kind: 'sub-client', details: { name } },
  ...rest,
});

/** Five rows: three that are new, one with a problem, one that is here already. */
export const fileOfSubClients: OnboardingFile = {
  fileName: 'new.csv',
  holds: 'sub-clients',
  columns: [
    { heading: 'Mandant', description: 'texts', field: 'name' },
    { heading: 'Sitz', description: 'codes of countries', field: '' },
  ],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'countryOfRegistration', label: 'Country of registration' },
  ],
  rows: [
    fileRow(2, 'Kora Mining'),
    fileRow(3, 'Lagos Salt', { problems: ['Name: is on line 2 too'], order: null }),
    fileRow(4, 'Marula GmbH', { known: 'is here already as KT003', order: null }),
    fileRow(5, 'Volta Solar'),
    fileRow(6, 'Tern Software'),
  ],
  notes: [],
};

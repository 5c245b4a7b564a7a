import type { Format } from './format.ts';

/** Every format that is written row by row. */
export const rowFormats: readonly Format[] = [
  {
    name: 'camt053',
    extension: 'xml',
    words: 'camt.053.001.08, for an ERP',
    load: async () => (await import('./camt053.ts')).camt053,
  },
  {
    name: 'camt053.02',
    extension: 'xml',
    words: 'camt.053.001.02, the older version',
    load: async () => (await import('./camt053.ts')).camt053v02,
  },
  {
    name: 'mt940',
    extension: 'sta',
    words: 'MT940, for older treasury systems',
    load: async () => (await import('./mt940.ts')).mt940,
  },
  {
    name: 'bai2',
    extension: 'bai',
    words: 'BAI2, for systems in the United States',
    load: async () => (await import('./bai2.ts')).bai2,
  },
  {
    name: 'xlsx',
    extension: 'xlsx',
    words: 'Excel, with typed cells',
    isTable: true,
    load: async () => (await import('./xlsx.ts')).xlsx,
  },
  {
    name: 'pdf',
    extension: 'pdf',
    words: 'PDF, for an auditor',
    load: async () => (await import('./pdf.ts')).pdf,
  },
];

import { spawnSync } from 'node:child_process';

/** New histories; the laboratory prints the seed by which they are played again. */
const seed = process.env['LAB_SEED'] ?? String(Date.now() % 1_000_000_000);

const files = [
  'test/statements/reading/kill.test.ts',
  'test/payments/kill.test.ts',
  'test/vault/rewrapping.test.ts',
  'test/laboratory/never-twice.test.ts',
  'test/laboratory/team',
  'test/laboratory/payment-day',
  'test/approvals/desks',
  'test/bank/legal-answers.test.ts',
  'test/statements/chain/legal-statements.test.ts',
  'test/beneficiaries/legal-update.test.ts',
  'test/invoices/damaged.test.ts',
  'test/sub-clients/legal-answers.test.ts',
  'test/sub-clients/legal-documents.test.ts',
];

/**
 * What takes longer than a push should: the kill tests at many more points, many more histories of the laboratory, and many more
 * answers of every specified operation.
 */
const { status } = spawnSync(`vitest run --project "unit*" ${files.join(' ')}`, {
  shell: true,
  stdio: 'inherit',
  env: {
    ...process.env,
    KILLS: '500',
    PAY_KILLS: '200',
    REWRAP_KILLS: '100',
    LAB_HISTORIES: '500',
    TEAM_LAB_HISTORIES: '10000',
    TEAM_DUE_HISTORIES: '500',
    APPROVAL_DESK_HISTORIES: '10000',
    PAYMENT_DAYS: '500',
    LAB_SEED: seed,
    PAYMENT_DAY_SEED: process.env['PAYMENT_DAY_SEED'] ?? seed,
    APPROVAL_DESK_SEED: process.env['APPROVAL_DESK_SEED'] ?? seed,
    LEGAL_ANSWERS: '10000',
    // 10,000 in XML, 5,000 PDFs, 5,000 pictures.
    DAMAGED_INVOICES: '20000',
  },
});
process.exitCode = status ?? 1;

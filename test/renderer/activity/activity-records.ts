import type { ActivityRow } from '../../../shared/ipc/desk/activity.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';

const operations = [
  ['getStatement', 'GET', '··6712, 20 Nov'],
  ['updateBeneficiary', 'PUT', 'Kestrel Logistics Ltd'],
  ['uploadSubclientDocuments', 'POST', 'tax certificate.pdf'],
  ['getAccountsBy', 'GET', '··0932'],
] as const;
const outcomes = [
  'ok',
  'ok',
  'bank.refused',
  'ok',
  'outcome.unknown',
  'ok',
  'network.timeout',
  'teapot',
];

function fakeCall(activityId: number): ActivityRow {
  const [operation, method, subject] = operations[activityId % operations.length] ?? operations[0];
  const outcome = outcomes[activityId % outcomes.length] ?? 'ok';
  return {
    activityId,
    at: new Date(
      Date.parse('2026-11-20T09:41:07.000Z') - (1_000 - activityId) * 371_000,
    ).toISOString(),
    operation,
    method,
    outcome,
    status: outcome === 'ok' ? 200 : outcome === 'bank.refused' ? 400 : null,
    durationMs: 40 + ((activityId * 7919) % 2_600),
    attempts: outcome === 'network.timeout' ? 3 : 1,
    correlationId: `9f20c1d4-77aa-4c1b-8f3e-${String(activityId).padStart(12, '0')}`,
    subject,
  };
}

/** Calls 1 to `newest`, a page at a time. */
export const activityAnswers = (newest: () => number): Answers => ({
  'activity.list': ({ before, limit }) => {
    const top = before === undefined ? newest() : before - 1;
    const count = Math.min(limit, top);
    return ok({
      rows: Array.from({ length: count }, (_, k) => fakeCall(top - k)),
      hasMore: top > count,
    });
  },
});

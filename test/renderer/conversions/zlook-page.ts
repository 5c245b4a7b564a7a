import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge, type Answers } from '../support/fake-bridge.ts';
import { conversionAnswers, quoteRecord, lockRecord, lockSubmission, matched, tradeDetail } from './conversion-records.ts';
const finding = 'Sold: the statement says 250,000.01 USD, the quote says 250,000.00 USD.';
const scenes: Record<string, Answers> = {
  good: {},
  dead: { 'conversions.quote': () => ok(quoteRecord({ remainingMs: 1_000, coversIt: false, clockOffsetMs: -120000 })) },
  differs: { 'conversions.get': ({ tradeId }) => ok(tradeDetail(tradeId, { match: { ...matched, state: 'differs', findings: [finding] } })!) },
  refused: { 'conversions.lock': () => ok(lockRecord({ submission: lockSubmission({ state: 'refused', error: appError('bank.refused', 'c-1', { bank: { status: 422, message: 'This quote is no longer good; ask for a new one' } }) }) })) },
};
const scene = new URLSearchParams(location.search).get('scene') ?? 'good';
installBridge({ ...workingDesk(), ...conversionAnswers(), ...scenes[scene] });
await import('../../../renderer/main.ts');

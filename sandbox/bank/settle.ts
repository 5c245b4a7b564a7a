import { takeDueStep } from '../orders/agenda.ts';
import { timestampOf } from '../server/clock.ts';
import type { Step } from '../server/noun.ts';
import type { Bank } from './bank.ts';
import { nouns } from './nouns.ts';

const steps: ReadonlyMap<string, Step<Bank>> = new Map(
  nouns.flatMap((noun) => Object.entries<Step<Bank>>(noun.steps ?? {})),
);

export const isStep = (kind: string): boolean => steps.has(kind);

/**
 * Brings the bank up to its clock: each step is carried out as of the instant at which it was due, in order, so that the result does not
 * depend on when this is called.
 */
export function settle(bank: Bank): void {
  const nowMs = bank.clock.now();
  let count = 0;
  for (let due = takeDueStep(bank, nowMs); due; due = takeDueStep(bank, nowMs)) {
    const at = new Date(due.dueMs).toISOString();
    stepOf(due.kind)(bank, due.id, at);
    settleNouns(bank, at);
    count += 1;
  }
  settleNouns(bank, timestampOf(bank.clock));
  if (count > 0) bank.onChange();
}

function stepOf(kind: string): Step<Bank> {
  const step = steps.get(kind);
  if (!step) throw new RangeError(`no noun has the step ${kind}`);
  return step;
}

function settleNouns(bank: Bank, at: string): void {
  for (const noun of nouns) noun.settle?.(bank, at);
}

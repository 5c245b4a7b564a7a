import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import type { StepId } from './journey-labels.ts';

/** The operations without which a step cannot be sent. */
export function neededBy(step: StepId, isNew: boolean): readonly OperationName[] {
  if (isNew && (step === 'business' || step === 'address')) return ['createSubclient'];
  return needs[step];
}

const needs: Readonly<Record<StepId, readonly OperationName[]>> = {
  business: ['updateSubclient'],
  address: ['updateSubclient'],
  shareholders: ['createSubclientShareholder', 'updateSubclientShareholder'],
  documents: ['uploadSubclientDocuments'],
  submit: ['submitSubclient'],
};

import { catalogue, type OperationName } from '../../shared/bank/catalogue.ts';
import type { Fault } from '../server/faults.ts';
import { magicAccounts } from '../accounts/magic.ts';
import { magicBeneficiaries } from '../beneficiaries/magic.ts';
import { magicRecipients } from '../remittances/magic.ts';
import { magicSubClients } from '../sub-clients/magic.ts';
import type { MagicSubject } from '../server/magic.ts';

/**
 * Numbers that bring trouble without any setting: the one table of them. They answer to their number but stand in no
 * list, so that nobody meets them by chance.
 */
export const magicSubjects: readonly MagicSubject[] = [
  ...magicAccounts,
  ...magicBeneficiaries,
  ...magicRecipients,
  ...magicSubClients,
];

const byNumber = new Map(magicSubjects.map((subject) => [subject.number, subject]));

/** A call as magic sees it; `isFirstPage` is for statements. */
type MagicCall = { operation: OperationName; subjects: readonly string[]; isFirstPage: boolean };

/** The faults of the magic numbers that a call names. */
export const magicFaults = ({ subjects, ...call }: MagicCall): Fault[] =>
  [...new Set(subjects)].flatMap((subject) => {
    const magic = byNumber.get(subject);
    return magic && strikes(magic, call) ? magic.faults : [];
  });

/** What becomes of an order that names a number, if its magic says so. */
export function magicOutcome(kind: MagicSubject['kind'], number: string): MagicSubject['outcome'] {
  const magic = byNumber.get(number);
  return magic?.kind === kind ? magic.outcome : undefined;
}

function strikes(
  { strikes: where }: MagicSubject,
  { operation, isFirstPage }: Omit<MagicCall, 'subjects'>,
): boolean {
  const { effect } = catalogue[operation];
  if (where === 'later-pages') return !isFirstPage;
  if (where === 'changes') return effect !== 'read';
  if (where === 'payments') return effect === 'money';
  return true;
}

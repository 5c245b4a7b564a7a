import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { DeskClock } from '../../engines/machine/context.ts';
import type { DeskCopy } from '../open-bank/copy.ts';

/** What the page of a counterparty is read from: this machine alone. */
export type CounterpartyParts = {
  readonly copy: Pick<DeskCopy, 'journal' | 'questions' | 'reader' | 'team'>;
  readonly clock: DeskClock;
  readonly bankFile: BankFile;
};

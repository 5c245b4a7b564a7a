import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { DeskClock } from '../../engines/machine/context.ts';
import type { DeskCopy } from '../open-bank/copy.ts';

/** The sources of the page of a counterparty: this machine only. */
export type CounterpartyParts = {
  readonly copy: Pick<DeskCopy, 'journal' | 'questions' | 'reader' | 'team'>;
  readonly clock: DeskClock;
  readonly bankFile: BankFile;
};

import type { statements as operations } from '../../shared/bank/statements.ts';
import type { Noun } from '../server/noun.ts';
import { mountAdmin } from './admin.ts';
import { defaultDialect, Dialect } from './dialect.ts';
import { falsify } from './faults.ts';
import { handlers } from './handlers.ts';
import type { StatementsBank, StatementsState } from './state.ts';

const savedFields = { dialect: Dialect };

export const statements: Noun<
  typeof operations,
  StatementsBank,
  StatementsState,
  typeof savedFields
> = {
  handlers,
  falsifiers: { getStatement: falsify, getStatementV2: falsify },
  seed: () => ({ dialect: defaultDialect }),
  savedFields,
  save: ({ dialect }) => ({ dialect }),
  restore: ({ dialect }) => ({ dialect }),
  mountAdmin,
};

import type { AccountsState } from '../accounts/state.ts';
import type { Common } from '../server/noun.ts';
import type { Dialect } from './dialect.ts';

export type StatementsState = { dialect: Dialect };
export type StatementsBank = StatementsState & AccountsState & Common;

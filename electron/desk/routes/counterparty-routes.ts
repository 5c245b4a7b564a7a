import type { counterpartiesRoutes } from '../../../shared/ipc/counterparties.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { readCounterparty } from '../counterparties/counterparty.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

/** The route of a counterparty's page, read from the local copy and the journal of the open bank. */
export const counterpartyHandlers = (
  desk: () => BankDesk,
): Pick<Handlers, keyof typeof counterpartiesRoutes> => ({
  'counterparties.get': async (question) => {
    const { copy, clock, profile } = desk();
    return ok(await readCounterparty({ copy, clock, bankFile: profile.bankFile }, question));
  },
});

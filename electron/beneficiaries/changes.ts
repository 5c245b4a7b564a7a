import { timestampNow, type Context } from '../machine/context.ts';
import { refreshBeneficiaries } from './refresh.ts';
import type { BeneficiaryWrites } from './tables.ts';
import type { ChangeParts, ChangesOf } from '../submissions/change.ts';
import { agreed, isOther } from '../submissions/echo.ts';

const theList = (cache: BeneficiaryWrites) =>
  ({
    by: 'reading',
    read: (parts: ChangeParts, _sent: unknown, context: Context) =>
      refreshBeneficiaries({ ...parts, cache }, context),
  }) as const;

/** Where the money would go. */
type Whereto = {
  readonly accountNumber?: string | undefined;
  readonly bankBicOrCode?: string | undefined;
  readonly currencyIso3Code?: string | undefined;
};

/** Names and addresses are tidied by banks; where the money goes is not. */
function otherPlace(sent: Whereto, told: Whereto): string | null {
  if (isOther(sent.accountNumber ?? '', told.accountNumber ?? ''))
    return `The bank’s answer tells the account ${told.accountNumber ?? ''} instead of ${sent.accountNumber ?? ''}.`;
  if (isOtherBank(sent.bankBicOrCode ?? '', told.bankBicOrCode ?? ''))
    return `The bank’s answer tells the bank ${told.bankBicOrCode ?? ''} instead of ${sent.bankBicOrCode ?? ''}.`;
  if (isOther(sent.currencyIso3Code ?? '', told.currencyIso3Code ?? ''))
    return `The bank’s answer tells the currency ${told.currencyIso3Code ?? ''} instead of ${sent.currencyIso3Code ?? ''}.`;
  return null;
}

/** A BIC without its branch is the head office’s. */
const isOtherBank = (sent: string, told: string): boolean =>
  isOther(headOffice(sent), headOffice(told));

const headOffice = (code: string): string =>
  /^[A-Z]{6}[A-Z0-9]{2}XXX$/i.test(code) ? code.slice(0, 8) : code;

/** Changes of a saved record: reading it again tells what came of them. */
export const beneficiaryChanges = (
  cache: BeneficiaryWrites,
): ChangesOf<'updateBeneficiary' | 'createBeneficiary'> => ({
  updateBeneficiary: {
    echo: ({ input: { body } }, beneficiary) => agreed(otherPlace(body, beneficiary)),
    recordId: 'none',
    // The specification's record carries no identifier of its own.
    keep: ({ clock }, beneficiary, { submission: { subject } }) =>
      cache.saveBeneficiary({ ...beneficiary, entityId: subject }, timestampNow(clock)),
    search: theList(cache),
  },
  createBeneficiary: {
    echo: ({ input: { body } }, { beneficiary }) => agreed(otherPlace(body, beneficiary)),
    recordId: ({ beneficiary }) => beneficiary.entityId,
    keep: ({ clock }, { beneficiary }) => cache.saveBeneficiary(beneficiary, timestampNow(clock)),
    search: theList(cache),
  },
});

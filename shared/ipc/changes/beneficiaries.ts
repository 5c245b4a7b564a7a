import { z } from 'zod';

import {
  NewBeneficiary,
  type BeneficiaryRecord,
  BeneficiaryChange,
} from '../../bank/beneficiaries.ts';
import { Reference, namedTexts } from '../../bank/operation.ts';
import type { BankDetails } from '../../bank/transfers.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers, nothing, id } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

/** A payee that is easily mistaken for another. */
export type LookAlike = {
  readonly entityId: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly bankName: string;
  /** same-number: the same account number · similar-name: names a letter apart · same-looking: other letters that look the same. */
  readonly reason: 'same-number' | 'similar-name' | 'same-looking';
  readonly words: string;
};

/** What the desk finds out about a payee being entered. */
export type BeneficiaryCheck = {
  /** Field -> what is wrong; nothing is sent while there is any. */
  readonly problems: Readonly<Record<string, string>>;
  /** Field -> what to look at; sending is possible. */
  readonly hints: Readonly<Record<string, string>>;
  /** The fields this country and currency need, in the order to ask for them. */
  readonly required: readonly (keyof NewBeneficiary)[];
  /** Field -> what it is called there, such as `Sort code`; only where that differs by country and currency. */
  readonly labels: Readonly<Record<string, string>>;
  /** Field -> its value from the others where it is empty, or its proper spelling; problems are reported as if it were filled in. */
  readonly fills: Readonly<Record<string, string>>;
  readonly bank: BankDetails | null;
  /** Why the bank's details could not be asked, in one sentence; null when they were or need not be. */
  readonly bankProblem: string | null;
  /** For NGN: the name the bank has for the account. */
  readonly nameCheck: {
    readonly state: 'match' | 'close' | 'differs' | 'not-found' | 'unavailable';
    readonly nameAtBank: string | null;
    readonly words: string;
  } | null;
  readonly lookAlikes: readonly LookAlike[];
};

/** Bank details that changed since the payee was last paid, and were not released by a person since. */
export type Quarantine = {
  readonly entityId: string;
  readonly name: string;
  /** Identifies the current bank details; a release is valid for these alone. */
  readonly fingerprint: string;
  readonly changedFields: readonly {
    readonly field: string;
    readonly before: string;
    readonly now: string;
  }[];
  readonly lastPaidAt: string;
};

export type BeneficiaryRow = Pick<
  BeneficiaryRecord,
  | 'entityId'
  | 'name'
  | 'accountName'
  | 'accountNumber'
  | 'bankName'
  | 'bankBicOrCode'
  | 'country'
  | 'currencyIso3Code'
>;

/** A row of the list, with the time when the bank last sent it: in its list, or in its answer to a change. */
export type ListedBeneficiary = BeneficiaryRow & { readonly asOf: Timestamp };

/** What is known here of a beneficiary that a person names by the bank's id. */
export type NamedBeneficiary = {
  readonly entityId: string;
  /** True where the bank ever sent the record. */
  readonly isCached: boolean;
  /** An update that was sent and not answered; a second one is refused until it is settled. */
  readonly openSubmission: SubmissionView | null;
};

export type BeneficiaryDetail = {
  readonly beneficiary: BeneficiaryRecord;
  readonly asOf: Timestamp;
  /** Earlier contents, newest first, each with the time until which it was valid. */
  readonly earlier: readonly {
    readonly beneficiary: BeneficiaryRecord;
    readonly until: Timestamp;
  }[];
  /** An update that was sent and not answered; a second one is refused until it is settled. */
  readonly openSubmission: SubmissionView | null;
};

export const beneficiariesRoutes = {
  /** Splits a pasted block of bank details into the fields of a payee. */
  'beneficiaries.readPasted': answers<{
    fields: Partial<NewBeneficiary>;
    unread: readonly string[];
  }>().to(z.strictObject({ text: z.string().max(5_000) })),
  'beneficiaries.check': answers<BeneficiaryCheck>().to(
    z.strictObject({
      payee: namedTexts(z.string().max(500)),
      entityId: id.optional(),
    }),
  ),
  'beneficiaries.create': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, payee: NewBeneficiary }),
  ),
  'beneficiaries.quarantine': answers<{ rows: readonly Quarantine[] }>().to(nothing),
  /** A person looked at these changed bank details and lets the payee be paid again. */
  'beneficiaries.release': answers<{ released: true }>().to(
    z.strictObject({ entityId: id, fingerprint: z.string().length(64) }),
  ),
  'beneficiaries.list': answers<{
    rows: readonly ListedBeneficiary[];
    total: number;
    asOf: Timestamp | null;
  }>().to(z.strictObject({ search: z.string().max(limits.searchTextMax) })),
  'beneficiaries.get': answers<BeneficiaryDetail>().to(z.strictObject({ entityId: id })),
  /** Finds one by its id, even where the bank never sent it: Update Beneficiary needs no more than the id. */
  'beneficiaries.byId': answers<NamedBeneficiary>().to(z.strictObject({ entityId: id })),
  'beneficiaries.refresh': answers<{ count: number }>().to(nothing),
  /** The form creates `reference`, so that a double click is one submission. */
  'beneficiaries.update': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, change: BeneficiaryChange }),
  ),
};

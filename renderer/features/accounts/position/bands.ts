import type { Position, PositionAccount } from '../../../../shared/ipc/accounts/accounts.ts';
import type { RouteOutput } from '../../../../shared/ipc/contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { currencyWords } from './position-labels.ts';

export type InFlightNow = RouteOutput<'accounts.inFlight'>;
export type ArrivingNow = RouteOutput<'outlook.arriving'>;

/** Accounts that are listed under one heading. A single one is a plain row. */
export type Band = {
  readonly key: string;
  readonly label: string;
  readonly accounts: readonly PositionAccount[];
  /** Null where they are of several currencies, which are never summed. */
  readonly sums: BandSums | null;
};

/** A sum is null if it is not known for every account. */
export type BandSums = {
  readonly booked: Money | null;
  readonly leaving: Money | null;
  readonly after: Money | null;
  readonly day: Position['currencies'][number]['day'];
};

export const currencyBands = (position: Position, inFlight: InFlightNow | null): Band[] =>
  position.currencies.map((group) => {
    const { total, booked, day, accounts, currency } = group;
    const together = inFlight?.currencies.find(({ amount }) => amount.currency === currency);
    const sums = {
      booked,
      day,
      leaving: together?.amount ?? null,
      after: together?.after ?? total,
    };
    return { key: currency, label: currencyWords(group), accounts, sums };
  });

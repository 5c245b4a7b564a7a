import { transferList } from '../../electron/nouns/payments/tables.ts';
import { listedTransfers } from '../../electron/nouns/payments/listed-transfers.ts';
import { twinsOf, type Twin } from '../../electron/nouns/payments/twins.ts';
import { moneyRecordById } from '../../electron/engines/store/records/money-lists.ts';
import type { PaymentOrder, Transfer } from '../../shared/bank/transfers.ts';
import { ok } from '../../shared/result.ts';
import { beginning, onePage, type LoneDesk, hundredToPayee } from '../support/desks/lone-desk.ts';

export const hours = (count: number): number => count * 3_600_000;

/** A time so many milliseconds before the beginning. */
export const before = (ms: number): string => new Date(Date.parse(beginning) - ms).toISOString();

/** A hundred dollars to b-1. */
export const order: PaymentOrder = {
  reference: 'NEW-1',
  ...hundredToPayee,
};

/** Answers Find Transfers with these rows on one page. */
export const lists = (rows: readonly Transfer[]) => () =>
  ok({ message: '', transfers: onePage(rows) });

type PageQuery = { readonly query?: { readonly pageNumber?: string | undefined } | undefined };

/** Answers Find Transfers with pages of the rows, in the order of the array. */
export const inPages =
  (rows: readonly Transfer[], pageSize: number) =>
  ({ query }: PageQuery) => {
    const page = Number(query?.pageNumber);
    const data = rows.slice((page - 1) * pageSize, page * pageSize);
    const totalPages = Math.ceil(rows.length / pageSize);
    return ok({
      message: '',
      transfers: { data, page, pageSize, totalItems: rows.length, totalPages },
    });
  };

/** Puts transfers into the local copy, as a part of a list. */
export const holds = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.cache.saveTransfers(rows, beginning, { complete: false });
};

export const isHeld = (desk: LoneDesk, id: string): boolean =>
  moneyRecordById(desk.reader, transferList, id) !== null;

export const twins = ({ parts }: LoneDesk, given: Partial<PaymentOrder> = {}): Twin[] =>
  twinsOf(parts, { ...order, ...given }, listedTransfers(parts));

export const namesOf = (found: readonly Twin[]): string[] => found.map(({ name }) => name);

import type { Outlook } from '../../../shared/ipc/accounts/outlook.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { begunPayments } from '../drafts/begun-payments.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { KnownLine } from './lines.ts';

type Account = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly today: number;
};

/** Payments that were begun in the window and never left, which have no day; those without an amount that can be read apart. */
export function begunAhead(
  { journal, profileId }: { readonly journal: Journal; readonly profileId: string },
  { accountNumber, currency, today }: Account,
): { readonly lines: KnownLine[]; readonly unpriced: Outlook['unpriced'] } {
  const lines: KnownLine[] = [];
  const unpriced: Outlook['unpriced'][number][] = [];
  for (const begun of begunPayments(journal, profileId)) {
    const { key, beneficiary, payingFrom, amount } = begun;
    const from = payingFrom === '' ? begun.accountNumber : payingFrom;
    if (from !== accountNumber) continue;
    const name = beneficiary?.name ?? 'Payment to nobody yet';
    const read = readAmount(amount, currency);
    if (!read.ok) unpriced.push({ key, name });
    else
      lines.push({
        ...{ id: `draft ${key}`, day: today, units: -toUnits(read.value), name },
        ...{ reason: 'a draft, not sent', record: '' },
        source: { kind: 'draft', key },
      });
  }
  return { lines, unpriced };
}

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

/** Drafts of payments, which have no day; `unpriced` are those without a readable amount. */
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
    const name = beneficiary?.name ?? 'Payment without a payee';
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

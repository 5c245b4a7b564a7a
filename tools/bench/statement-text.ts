/** A deterministic statement as a bank would write it: exact JSON texts, running balances right, oldest first. */

export type BenchEntry = {
  readonly id: string;
  readonly text: string;
  readonly amountE4: bigint;
  readonly balanceE4: bigint;
  readonly isDebit: boolean;
  readonly at: string;
  readonly narration: string;
  readonly reference: string;
  readonly type: string;
};

/** The period of every account's statement: a year, regardless of the number of entries. */
export const period = { days: 360, from: '2025-11-26', to: '2026-11-20' };
const firstNumber = 2_010_044_871;
export const accountNumberAt = (index: number): string => String(firstNumber + index);
export const openingE4 = 50_000_000_000n;

const payees = [
  'Kestrel Logistics',
  'Oduya Foods',
  'Marula GmbH',
  'Sable Trading',
  'Harmattan Energy',
];
const types = ['transfer', 'trade', 'fee', 'collection'];
const lastInstant = Date.parse('2026-11-20T20:00:00.000Z');

/** `count` entries spread evenly over the days of the period. */
export function* benchEntries(count: number): Generator<BenchEntry> {
  let state = 20_261_120;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  const spacing = Math.floor(((period.days - 1) * 86_400_000) / count);
  let balanceE4 = openingE4;
  for (let at = 0; at < count; at += 1) {
    const isDebit = random() % 5 < 2;
    const amountE4 = BigInt(100 + (random() % 90_000_000)) * 100n;
    balanceE4 += isDebit ? -amountE4 : amountE4;
    const payee = payees[random() % payees.length] ?? '';
    const entry = {
      id: `${random().toString(16).padStart(8, '0')}-${String(at).padStart(9, '0')}`,
      amountE4,
      balanceE4,
      isDebit,
      at: new Date(lastInstant - (count - 1 - at) * spacing).toISOString(),
      narration: `${payee} invoice ${10_000 + at} settlement week ${at % 53}`,
      reference: at % 3 === 0 ? '' : `REF-${700_000 + at}`,
      type: types[random() % types.length] ?? '',
    };
    yield { ...entry, text: jsonOf(entry) };
  }
}

function jsonOf(entry: Omit<BenchEntry, 'text'>): string {
  return `{"id":"${entry.id}","amount":${decimal(entry.amountE4)},"currency":"USD","direction":"${entry.isDebit ? 'debit' : 'credit'}","transactionType":"${entry.type}","transactionDate":"${entry.at}","narration":"${entry.narration}","customReference":"${entry.reference}","balance":${decimal(entry.balanceE4)}}`;
}

export function decimal(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4, -2)}`;
}

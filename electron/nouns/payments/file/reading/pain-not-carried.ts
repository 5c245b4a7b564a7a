import { firstText, type PainGroup, type PainPayment } from './pain-elements.ts';

/** Elements that a line is read from, or that do not concern the payment itself. */
const read: readonly string[] = [
  'PmtInfId',
  'PmtMtd',
  'NbOfTxs',
  'CtrlSum',
  'DbtrAcct',
  'Cdtr/Nm',
  'CdtrAcct/Id',
  'Amt/InstdAmt',
  'Amt/InstdAmt@Ccy',
  'Amt/EqvtAmt',
  'ChqInstr',
  'PmtId/EndToEndId',
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/CdtrRefInf/Tp',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'RmtInf/Strd/RfrdDocInf/Tp',
  'RmtInf/Strd/AddtlRmtInf',
];

/** The name of the requested day of a payment in a sentence. */
export const dateName = 'the execution date';

/** Names of elements that the bank's interface does not accept; the first that fits counts. */
const words: readonly (readonly [place: string, words: string])[] = [
  ['ReqdExctnDt', dateName],
  ['BtchBookg', 'the wish to book all at once'],
  ['PmtTpInf/InstrPrty', 'the urgency'],
  ['PmtTpInf/SvcLvl', 'the service level'],
  ['PmtTpInf', 'the type of payment'],
  ['ChrgBr', 'who bears the charges'],
  ['ChrgsAcct', 'the account for charges'],
  ['DbtrAgt', 'the bank of our account'],
  ['Dbtr', 'the name and address of the debtor'],
  ['UltmtDbtr', 'the ultimate debtor'],
  ['UltmtCdtr', 'the ultimate creditor'],
  ['CdtrAgt', 'the payee’s bank, which is as the payee is saved'],
  ['Cdtr', 'the payee’s address and identification, which are as the payee is saved'],
  ['IntrmyAgt', 'the intermediary bank'],
  ['InstrForCdtrAgt', 'the instruction to the payee’s bank'],
  ['InstrForDbtrAgt', 'the instruction to our bank'],
  ['PmtId/InstrId', 'the instruction’s id'],
  ['PmtId/UETR', 'the UETR'],
  ['Purp', 'the purpose'],
  ['RgltryRptg', 'the regulatory reporting'],
  ['Tax', 'the tax details'],
  ['RltdRmtInf', 'where the remittance advice goes'],
  ['RmtInf/Strd', 'amounts and dates of the documents that are paid'],
  ['XchgRateInf', 'the exchange rate'],
  ['SplmtryData', 'the supplementary data'],
];

type Missing = { payments: number; line: number; readonly values: Set<string> };

/** Values that a sentence names. */
const namedMax = 3;

/** Lists the elements of the message that are not sent to the bank, a sentence each with the first line and the number of payments. */
export function notCarried(groups: readonly PainGroup[]): string[] {
  const missing = new Map<string, Missing>();
  const nameOf = placeNames();
  const own = { count: 0 };
  for (const group of groups) {
    note(missing, group, { payments: group.payments.length, nameOf });
    for (const payment of group.payments) {
      note(missing, payment, { payments: 1, nameOf });
      const id = firstText(payment.texts, 'PmtId/EndToEndId')?.text ?? 'NOTPROVIDED';
      if (id === 'NOTPROVIDED') own.count += 1;
    }
  }
  return [
    ...(own.count === 0
      ? []
      : [`${paymentsOf(own.count)} no end-to-end id: Nostro gave each a reference of its own.`]),
    ...[...missing].map(([name, { payments, line, values }]) => {
      const named = [...values].slice(0, namedMax).join(', ');
      const more = values.size > namedMax ? ` and ${values.size - namedMax} more` : '';
      return `Not sent to the bank, which takes none: ${name} (${named}${more}), from line ${line}, of ${payments === 1 ? '1 payment' : `${payments} payments`}.`;
    }),
  ];
}

const paymentsOf = (count: number): string =>
  count === 1 ? '1 payment has' : `${count} payments have`;

type NameOf = (place: string) => string | null;

function note(
  missing: Map<string, Missing>,
  { texts }: PainPayment,
  { payments, nameOf }: { readonly payments: number; readonly nameOf: NameOf },
): void {
  const counted = new Set<string>();
  for (const [place, found] of texts) {
    const name = nameOf(place);
    if (name === null) continue;
    for (const { text, line } of found) {
      const known = missing.get(name) ?? { payments: 0, line, values: new Set() };
      missing.set(name, known);
      known.values.add(text.slice(0, 40));
      if (!counted.has(name)) known.payments += payments;
      counted.add(name);
    }
  }
}

/** Names an element; null where a line is read from it. Caches the names: a file has few elements and thousands of payments. */
function placeNames(): NameOf {
  const names = new Map<string, string | null>();
  return (place) => {
    const known = names.get(place);
    if (known !== undefined) return known;
    const name = read.some((one) => isUnder(place, one))
      ? null
      : (words.find(([one]) => isUnder(place, one))?.[1] ?? place.split('/')[0] ?? '');
    names.set(place, name);
    return name;
  };
}

const isUnder = (place: string, known: string): boolean =>
  place === known ||
  place.startsWith(`${known}/`) ||
  (known === 'IntrmyAgt' && place.startsWith(known));

import { editDistance, tolerance } from '../../../shared/beneficiaries/edit-distance.ts';
import { nameWords } from '../../../shared/beneficiaries/name-words.ts';
import type { Hit } from '../../../shared/ipc/accounts/find.ts';
import { namesIn, type RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { listBeneficiaries } from './tables.ts';

/** The payees whose names, numbers or banks have every word, by name. */
export function findBeneficiaries(
  reader: CacheReader,
  { terms, limit }: RecordQuestion,
): PayeeHit[] {
  const names = namesIn(terms);
  if (names.length === 0) return [];
  return listBeneficiaries(reader, names.join(' ')).rows.slice(0, limit).map(payeeHit);
}

/** The payees whose names have every typed word but for a letter or two that were mistyped, the nearest first. */
export function findNearBeneficiaries(
  reader: CacheReader,
  { terms, limit }: RecordQuestion,
): PayeeHit[] {
  const typed = namesIn(terms).flatMap(nameWords);
  if (typed.length === 0) return [];
  return listBeneficiaries(reader, '')
    .rows.flatMap((row) => {
      const far = distanceOf(typed, nameWords(`${row.name} ${row.accountName}`));
      return far === null ? [] : [{ far, hit: payeeHit(row) }];
    })
    .toSorted((a, b) => a.far - b.far || a.hit.text.localeCompare(b.hit.text))
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/** How many letters differ over all typed words; null where one of them is near no word of the name. */
function distanceOf(typed: readonly string[], words: readonly string[]): number | null {
  let sum = 0;
  for (const one of typed) {
    const most = tolerance(one);
    const far = Math.min(
      ...words.map((word) =>
        word.startsWith(one) ? 0 : editDistance(one, word.slice(0, one.length + most), most),
      ),
    );
    if (far > most) return null;
    sum += far;
  }
  return sum;
}

type PayeeHit = Hit & { readonly currency: string };

const payeeHit = ({
  entityId,
  name,
  accountName,
  accountNumber,
  country,
  currencyIso3Code,
}: ListedPayee): PayeeHit => ({
  ...{ id: entityId, within: null, day: null, amount: null, direction: null },
  lead: [country, currencyIso3Code].filter(Boolean).join(', '),
  text: name || accountName || entityId,
  aside: shortNumber(accountNumber),
  currency: currencyIso3Code,
});

type ListedPayee = ReturnType<typeof listBeneficiaries>['rows'][number];

/** `SE45 ···· 9171`: enough to distinguish two accounts of one payee. */
const shortNumber = (number: string): string =>
  number.length <= 10 ? number : `${number.slice(0, 4)} ···· ${number.slice(-4)}`;

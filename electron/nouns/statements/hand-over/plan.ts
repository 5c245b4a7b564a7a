import { todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { listAccounts } from '../../accounts/tables.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { coverage, coveredRange } from '../proof/coverage.ts';

/** A hand-over request. */
export type HandOver = {
  /** Null for all known accounts. */
  readonly accountNumbers: readonly string[] | null;
  /** A missing end defaults to the first or last fetched day. */
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
  readonly format: string;
  readonly filePerAccount: boolean;
  readonly filePerDay: boolean;
  readonly withMarks: boolean;
  /** Limits the files to matching entries; if missing or blank, they have all. */
  readonly search?: string | undefined;
};

export type PlannedPart = {
  readonly accountNumber: string;
  readonly from: IsoDate | undefined;
  readonly to: IsoDate | undefined;
};

export type PlannedFile = { readonly name: string; readonly parts: readonly PlannedPart[] };

type Account = { readonly accountNumber: string; readonly currency: string };

/**
 * Plans the files of a hand-over. Each name is safe on every file system and unique within the plan. A day that was never fetched
 * has no file.
 */
export function planOf(
  reader: CacheReader,
  request: HandOver & { readonly extension: string; readonly now: number },
): PlannedFile[] {
  const known = listAccounts(reader);
  const { accountNumbers } = request;
  const accounts: Account[] =
    accountNumbers === null
      ? known
      : accountNumbers.map(
          (number) =>
            known.find(({ accountNumber }) => accountNumber === number) ?? {
              accountNumber: number,
              currency: '',
            },
        );
  const groups = request.filePerAccount ? accounts.map((account) => [account]) : [accounts];
  const files = groups.flatMap((group) =>
    request.filePerDay ? dayFiles(reader, group, request) : [periodFile(group, request)],
  );
  return withNames(files, request);
}

type NamelessFile = { readonly of: readonly Account[]; readonly parts: readonly PlannedPart[] };
type PeriodBounds = Pick<HandOver, 'from' | 'to'>;

const periodFile = (of: readonly Account[], { from, to }: PeriodBounds): NamelessFile => ({
  of,
  parts: of.map(({ accountNumber }) => ({ accountNumber, from, to })),
});

function dayFiles(
  reader: CacheReader,
  group: readonly Account[],
  period: PeriodBounds,
): NamelessFile[] {
  const byDay = new Map<IsoDate, Account[]>();
  for (const account of group)
    for (const day of fetchedDays(reader, account.accountNumber, period))
      byDay.set(day, [...(byDay.get(day) ?? []), account]);
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, of]) => periodFile(of, { from: day, to: day }));
}

function fetchedDays(reader: CacheReader, accountNumber: string, period: PeriodBounds): IsoDate[] {
  const covered = coveredRange(reader, accountNumber);
  if (covered === null) return [];
  const from = period.from ?? covered.from;
  const to = period.to ?? covered.to;
  if (from > to) return [];
  return coverage(reader, accountNumber, from, to)
    .filter(({ state }) => state !== 'missing')
    .map(({ date }) => date);
}

/** Names files like `2026-11-20_STMT_0123456789_NGN_2026-11-01--2026-11-20.csv`; with `3-accounts` if there are several. */
function withNames(
  files: readonly NamelessFile[],
  { extension, now, search }: { extension: string; now: number; search?: string | undefined },
): PlannedFile[] {
  const usedNames = new Set<string>();
  const isFound = search !== undefined;
  return files.map(({ of, parts }) => {
    const [first] = parts;
    const whose =
      of.length === 1
        ? [of[0]?.accountNumber, of[0]?.currency].map((text) => safe(text ?? '')).join('_')
        : `${String(of.length)}-accounts`;
    const { from, to } = first ?? {};
    const period = from || to ? `_${from ?? 'first'}--${to ?? 'last'}` : '';
    const stem = `${todayAt(now)}_${isFound ? 'FOUND' : 'STMT'}_${whose}${period}`;
    let name = `${stem}.${extension}`;
    // Two account numbers may become equal once unsafe characters are replaced.
    for (let twin = 2; usedNames.has(name.toLowerCase()); twin += 1)
      name = `${stem}_${String(twin)}.${extension}`;
    usedNames.add(name.toLowerCase());
    return { name, parts };
  });
}

const safe = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '-');

import {
  ShareholderForm,
  SubClientForm,
  type Shareholder,
} from '../../../../shared/bank/onboarding.ts';
import { isIsoDate } from '../../../../shared/calendar/calendar.ts';
import type { OnboardingRow } from '../../../../shared/ipc/changes/sub-clients.ts';
import { cellAt } from '../../../engines/columns/outline.ts';
import type { FileRow } from '../../../engines/files/table.ts';
import { readOwnersShare } from './entered-share.ts';
import { subjectOfNew } from './subject.ts';
import {
  onboardingFields,
  type OnboardingColumns,
  type OnboardingField,
} from './onboarding-columns.ts';

/** The known data that the rows of a file are compared with. */
export type KnownHere = {
  readonly subClients: readonly {
    readonly entityId: string;
    readonly name: string;
    readonly businessName: string;
    readonly code: string;
  }[];
  /** The owners that were read. */
  readonly ownersOf: (subClientId: string) => readonly Shareholder[];
  /** A sub-client of this name, or an owner of one, was sent and has no answer. */
  readonly isUnanswered: (subject: string) => boolean;
};

/** The share is parsed separately. */
const OwnerDetails = ShareholderForm.omit({ ownershipPercentage: true });

/** A file with shares is one of owners. */
export const holdsOwners = (columns: OnboardingColumns): boolean => columns.share !== undefined;

/** Reads each row by the columns, with its problems, or with the reason why it is not sent. */
export function onboardingRows(
  rows: readonly FileRow[],
  columns: OnboardingColumns,
  known: KnownHere,
): OnboardingRow[] {
  const lines = new Map<string, number>();
  const owners = new Map<string, Shareholder[]>();
  return rows.map((row) => {
    const read = readRow(row, columns);
    return holdsOwners(columns)
      ? ownerRow(row, read, { known, owners, lines })
      : subClientRow(row, read, { known, lines });
  });
}

type Read = {
  readonly values: Readonly<Partial<Record<OnboardingField, string>>>;
  readonly problems: string[];
};

const dayFields: ReadonlySet<OnboardingField> = new Set(['registrationDate', 'dateOfBirth']);
const countryFields: ReadonlySet<OnboardingField> = new Set([
  'countryOfRegistration',
  'nationality',
  'countryOfResidence',
]);

function readRow(row: FileRow, columns: OnboardingColumns): Read {
  const values: Partial<Record<OnboardingField, string>> = {};
  const problems: string[] = [];
  for (const [name, at] of Object.entries(columns)) {
    const field = name as OnboardingField;
    const cell = cellAt(row, at);
    const text = cell.text.trim().replace(/\s+/g, ' ');
    if (cell.problem !== undefined) problems.push(`${onboardingFields[field]}: ${cell.problem}`);
    if (text === '') continue;
    const day = dayFields.has(field) ? isoDay(text) : text;
    if (day === null) {
      problems.push(
        `${onboardingFields[field]}: “${text}” is no day that can be read in one way only; write it like 2011-03-04`,
      );
      continue;
    }
    values[field] = countryFields.has(field) ? day.toUpperCase() : day;
  }
  return { values, problems };
}

/** Parses a day: year first, or day first with dots. Ambiguous forms are not parsed. */
function isoDay(text: string): string | null {
  const points = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const day = points
    ? `${points[3] ?? ''}-${(points[2] ?? '').padStart(2, '0')}-${(points[1] ?? '').padStart(2, '0')}`
    : text;
  return isIsoDate(day) ? day : null;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function subClientRow(
  { line }: FileRow,
  { values, problems }: Read,
  { known, lines }: { readonly known: KnownHere; readonly lines: Map<string, number> },
): OnboardingRow {
  const name = values.name ?? values.subClient ?? '';
  const details = {
    name,
    ...given('businessName', values.businessName),
    ...given('businessType', values.businessType),
    ...given('countryOfRegistration', values.countryOfRegistration),
    ...given('registrationDate', values.registrationDate),
    ...given('businessAddressLine1', values.address),
    ...given('city', values.city),
    ...given('state', values.state),
    ...given('postalCode', values.postalCode),
    ...given('businessContactEmail', values.email),
    ...given('businessContactPhone', values.phone),
    ...given('tin', values.tin),
  };
  const parsed = SubClientForm.safeParse(details);
  const all = [...problems, ...issuesOf(parsed), ...twice(lines, subjectOfNew(name), line)];
  const there = known.subClients.find(
    (one) => same(one.name, name) || (one.businessName !== '' && same(one.businessName, name)),
  );
  const isKnown = there
    ? `is here already${there.code === '' ? '' : ` as ${there.code}`}`
    : known.isUnanswered(subjectOfNew(name))
      ? 'was sent, and has no answer yet'
      : null;
  const about = [values.countryOfRegistration, values.city, values.email]
    .filter(Boolean)
    .join(' · ');
  return {
    ...{ line, name, about, problems: all, known: isKnown },
    order:
      parsed.success && all.length === 0 && isKnown === null
        ? { kind: 'sub-client', details: parsed.data }
        : null,
  };
}

function ownerRow(
  { line }: FileRow,
  { values, problems }: Read,
  {
    known,
    owners,
    lines,
  }: {
    readonly known: KnownHere;
    /** Owners that earlier rows add, by their sub-client. */
    readonly owners: Map<string, Shareholder[]>;
    readonly lines: Map<string, number>;
  },
): OnboardingRow {
  const name = values.name ?? '';
  const wanted = values.subClient ?? '';
  const found = known.subClients.filter((one) =>
    [one.entityId, one.code, one.name, one.businessName].some(
      (word) => word !== '' && same(word, wanted),
    ),
  );
  const subClientId = found.length === 1 ? (found[0]?.entityId ?? '') : '';
  const whose =
    wanted === ''
      ? ['Owner of: no sub-client is named']
      : subClientId === ''
        ? [
            `Owner of: ${found.length === 0 ? 'no sub-client is' : `${String(found.length)} sub-clients are`} called “${wanted}”`,
          ]
        : [];
  const here = subClientId === '' ? [] : known.ownersOf(subClientId);
  const above = owners.get(subClientId) ?? [];
  const isHere = here.some((owner) => same(owner.name, name));
  const share = readOwnersShare(values.share ?? '', {
    known: [...here, ...above],
    changedId: null,
  });
  const type = /^(company|corporate|business|firma|legal)/i.test(values.ownerType ?? '')
    ? 'company'
    : 'individual';
  const parsed = OwnerDetails.safeParse({
    shareholderType: type,
    name,
    ...given('dateOfBirth', values.dateOfBirth),
    ...given('nationality', values.nationality),
    ...given('countryOfResidence', values.countryOfResidence),
    ...given('emailAddress', values.email),
    ...given('addressLine1', values.address),
    ...given('city', values.city),
    ...given('identificationNumber', values.identificationNumber),
  });
  const all = [
    ...problems,
    ...whose,
    ...issuesOf(parsed),
    ...(share.ok || isHere ? [] : [`Share: ${share.error}`]),
    ...twice(lines, `${subClientId} ${name.toLowerCase()}`, line),
  ];
  const isKnown = isHere
    ? 'is an owner there already'
    : subClientId !== '' && known.isUnanswered(subClientId)
      ? 'waits: a change of this sub-client has no answer yet'
      : null;
  if (share.ok && all.length === 0 && isKnown === null)
    owners.set(subClientId, [...above, { ownershipPercentage: share.value } as Shareholder]);
  return {
    ...{ line, name, problems: all, known: isKnown },
    about: [wanted, values.share === undefined ? '' : `${values.share.replace(/\s*%$/, '')} %`]
      .filter(Boolean)
      .join(' · '),
    order:
      parsed.success && share.ok && all.length === 0 && isKnown === null
        ? {
            kind: 'owner',
            subClientId,
            shareholder: { ...parsed.data, ownershipPercentage: share.value },
          }
        : null,
  };
}

const given = (field: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [field]: value };

const labels: Readonly<Record<string, string>> = {
  ...onboardingFields,
  businessContactEmail: onboardingFields.email,
  emailAddress: onboardingFields.email,
};

const issuesOf = (
  parsed: ReturnType<typeof SubClientForm.safeParse> | ReturnType<typeof OwnerDetails.safeParse>,
): string[] =>
  parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => {
        const field = String(path[0] ?? '');
        return `${labels[field] ?? field}: ${message}`;
      });

/** Reports a second row with the same name, which is a mistake: it is not sent. */
function twice(lines: Map<string, number>, key: string, line: number): string[] {
  const before = lines.get(key);
  if (before !== undefined) return [`Name: is on line ${String(before)} too`];
  lines.set(key, line);
  return [];
}

import type {
  MatchState,
  PartyKind,
  ScreenedParty,
  ScreeningList,
  ScreeningMatch,
} from '../../../shared/ipc/review/screening.ts';
import { dayCountText } from '../../../shared/calendar/calendar.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { dayText } from '../../ui/text/dates.ts';

export const stateLabels: Readonly<
  Record<MatchState, { readonly label: string; readonly tone: 'good' | 'warn' | 'bad' | 'plain' }>
> = {
  open: { label: 'To decide', tone: 'warn' },
  same: { label: 'Held back', tone: 'bad' },
  lifted: { label: 'Lifted', tone: 'plain' },
  other: { label: 'Somebody else', tone: 'good' },
};

const partyLabels: Readonly<Record<PartyKind, string>> = {
  payee: 'Payee',
  recipient: 'Recipient of a remittance',
  'sub-client': 'Sub-client',
  shareholder: 'Shareholder of a sub-client',
};

export const partyText = ({ kind, label }: ScreenedParty): string =>
  `${partyLabels[kind]} ${label}`;

export const kindLabels: Readonly<Record<ScreeningMatch['entryKind'], string>> = {
  person: 'Person',
  company: 'Company or organisation',
  vessel: 'Ship',
  aircraft: 'Aircraft',
  unknown: 'Not stated',
};

export const editionText = (edition: string | null): string =>
  edition === null ? 'not in the file' : dayText(edition);

export const ageText = ({ ageDays }: ScreeningList): string => dayCountText(ageDays);

/** The day from which the age of a list is counted. */
export const ageHint = ({ edition, isOld }: ScreeningList): string =>
  `Since ${edition === null ? 'it was added' : 'its edition'}${isOld ? '. Load the newest edition.' : ''}`;

/** The result of adding lists: `OFAC SDN list of 8 Oct: 18,204 entries. Names are being screened.` */
export const addedText = (lists: readonly ScreeningList[]): string =>
  `${lists
    .map(
      ({ title, edition, entries }) =>
        `${title}${edition === null ? '' : ` of ${dayText(edition)}`}: ${formatCount(entries)} entries.`,
    )
    .join(' ')} Names are being screened.`;

/** The list of a match, with its edition. */
export const listText = ({ list, edition }: Pick<ScreeningMatch, 'list' | 'edition'>): string =>
  edition === null ? list : `${list}, ${dayText(edition)}`;

/** The limits of screening, always shown on the page. */
export const limitsText =
  'Screening compares names with the lists that you add, and nothing else. It is no legal advice and no proof of compliance: a list that you did not add is not searched, ownership and addresses are not looked at, and a name that is written very differently is not found.';

import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers, id, nothing } from '../route.ts';

/** A list of sanctions as it is stored. */
export type ScreeningList = {
  readonly listId: string;
  readonly key: string;
  readonly publisher: 'OFAC' | 'EU' | 'UN' | 'UK';
  readonly title: string;
  /** The day of the publisher's file; null where the file does not have it. */
  readonly edition: IsoDate | null;
  readonly fileNames: readonly string[];
  readonly addedAt: Timestamp;
  readonly addedBy: string;
  readonly entries: number;
  readonly people: number;
  readonly names: number;
  /** What of the list its files lack, in sentences. */
  readonly gaps: readonly string[];
  /** Days since its edition, or since it was added. */
  readonly ageDays: number;
  readonly isOld: boolean;
};

export type PartyKind = 'payee' | 'recipient' | 'sub-client' | 'shareholder';

/** A party that the desk knows under the screened name. */
export type ScreenedParty = {
  readonly kind: PartyKind;
  readonly id: string;
  readonly label: string;
};

/**
 * open: a person has to decide · same: it is the one on the list, nothing is sent to it · other: it is somebody else · lifted: it is the
 * one on the list, and a person allowed payments to it.
 */
export type MatchState = 'open' | 'same' | 'other' | 'lifted';

export type ScreeningMatch = {
  readonly matchId: string;
  readonly parties: readonly ScreenedParty[];
  /** The name here, and the one on the list. */
  readonly name: string;
  readonly listedName: string;
  readonly list: string;
  readonly edition: IsoDate | null;
  /** By the publisher. */
  readonly entryId: string;
  readonly entryKind: 'person' | 'company' | 'vessel' | 'aircraft' | 'unknown';
  readonly programme: string;
  readonly countries: readonly string[];
  readonly birthYears: readonly string[];
  readonly otherNames: readonly string[];
  readonly score: number;
  readonly reason: string;
  readonly state: MatchState;
  readonly decision: {
    readonly by: string;
    readonly at: Timestamp;
    readonly reason: string;
  } | null;
};

export type ScreeningView = {
  readonly lists: readonly ScreeningList[];
  /** Open ones first, then those that hold payments back, then the decided ones; the best score first. */
  readonly matches: readonly ScreeningMatch[];
  readonly matchCount: number;
  readonly openCount: number;
  /** Names that were screened with the current lists. */
  readonly screened: number;
  readonly screenedAt: Timestamp | null;
  readonly isRunning: boolean;
};

export type AddedLists = {
  readonly added: readonly ScreeningList[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

/** The matches of a name that a person types. Nothing is stored. */
export type NameCheck = {
  readonly matches: readonly Omit<ScreeningMatch, 'matchId' | 'parties' | 'state' | 'decision'>[];
};

const bytes = z
  .instanceof(Uint8Array)
  .refine(({ length }) => length <= limits.screeningListBytesMax, 'is too large');

export const screeningRoutes = {
  'screening.view': answers<ScreeningView>().to(nothing),
  /** Stores lists; a newer edition takes the place of an older one. */
  'screening.add': answers<AddedLists>().to(
    z.strictObject({
      files: z
        .array(z.strictObject({ name: z.string().min(1).max(255), bytes }))
        .min(1)
        .max(limits.screeningFilesMax),
    }),
  ),
  'screening.remove': answers<{ removed: boolean }>().to(z.strictObject({ listId: id })),
  /** Screens everybody whom the desk knows, as far as that was not done with these lists. */
  'screening.run': answers<ScreeningView>().to(nothing),
  'screening.check': answers<NameCheck>().to(
    z.strictObject({ name: z.string().trim().min(1).max(limits.searchTextMax) }),
  ),
  /** Records what a person decided about a match, with their name and reason. */
  'screening.decide': answers<ScreeningView>().to(
    z.strictObject({
      matchId: id,
      decision: z.enum(['same', 'other', 'lifted', 'open']),
      reason: z.string().trim().min(1).max(limits.noteTextMax),
      by: z.string().trim().min(1).max(100),
    }),
  ),
};

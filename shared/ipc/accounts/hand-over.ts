import { z } from 'zod';

import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import { limits } from '../../limits.ts';
import { accountNumber, answers, nothing } from '../route.ts';

/** What statements can be handed over as. */
export type HandOverChoices = {
  readonly formats: readonly { readonly name: string; readonly words: string }[];
  readonly accounts: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly currency: string;
  }[];
  /** The folder of each profile's last hand-over, by its own name; its path stays in the main process. */
  readonly folders: readonly { readonly profile: string; readonly name: string }[];
};

/** The result of a hand-over; the path of what was written stays in the main process. */
export type HandedOverView = {
  readonly saved: true;
  /** Of the file, or of the folder where there are several. */
  readonly name: string;
  /** The folder it is in. */
  readonly folder: string;
  /** Whether it was opened in the system's viewer; null where that was not asked for. */
  readonly isOpened: boolean | null;
  readonly files: number;
  readonly entries: number;
  readonly leftOut: readonly { readonly accountNumber: string; readonly why: string }[];
  /** What the format could not represent as it was, and for how many entries. */
  readonly notes: readonly { readonly what: string; readonly entries: number }[];
};

export type HandOverProgress = {
  readonly files: number;
  readonly filesDone: number;
  readonly entries: number;
};

/** As a person calls it; empty for none. */
const profile = z.string().max(60);

export const handOverRoutes = {
  'handOver.choices': answers<HandOverChoices>().to(nothing),
  /**
   * Writes every entry of the period; progress comes as events. Without accounts: all of them. `kept` saves to the profile's folder, under
   * a free name; `ask` asks for a place, and remembers its folder. `print` opens one file of PDF where it was saved.
   */
  'handOver.write': answers<HandedOverView | { readonly saved: false }>().to(
    z.strictObject({
      accountNumbers: z.array(accountNumber).min(1).max(1_024).nullable(),
      from: IsoDateText.optional(),
      to: IsoDateText.optional(),
      format: z.string().min(1).max(20),
      filePerAccount: z.boolean(),
      filePerDay: z.boolean(),
      withMarks: z.boolean(),
      profile,
      place: z.enum(['ask', 'kept']),
      print: z.boolean(),
      /** Only the entries that match it, parsed as in the search box; for Excel, CSV or JSON. */
      search: z.string().max(limits.searchTextMax).optional(),
    }),
  ),
  /** Forgets the profile's folder: it is asked for again. */
  'handOver.forgetFolder': answers<{ forgotten: true }>().to(z.strictObject({ profile })),
  /** Stops the writing: no partial file is left. */
  'handOver.cancel': answers<{ stopped: boolean }>().to(nothing),
};

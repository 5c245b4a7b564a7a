import { z } from 'zod';

import { SubClientForm } from '../../../../shared/bank/onboarding.ts';

const ShareTexts = z.object({
  /** `individual` or `company`. */
  shareholderType: z.string(),
  name: z.string(),
  dateOfBirth: z.string(),
  nationality: z.string(),
  countryOfResidence: z.string(),
  emailAddress: z.string(),
  addressLine1: z.string(),
  city: z.string(),
  identificationNumber: z.string(),
  ownershipPercentage: z.string(),
});
/** A shareholder as the table shows it: all text. */
export type ShareTexts = z.output<typeof ShareTexts>;
export type ShareField = keyof ShareTexts;

const fields = SubClientForm.keyof().options;

/** The typed values of a sub-client that the bank does not have, as they are stored on this machine. */
export const JourneyRecord = z.object({
  entered: z.partialRecord(z.enum(fields), z.string()),
  /** Changes of owners at the bank, by their id. */
  changed: z.record(z.string(), z.partialRecord(ShareTexts.keyof(), z.string())),
  /** New owners. */
  added: z.array(z.object({ rowId: z.string(), texts: ShareTexts })),
  /** The submission being sent, or that was when the window ended; `part` is a step, or the row of an owner. */
  sent: z.object({ reference: z.string(), part: z.string() }).nullable(),
});
export type JourneyRecord = z.output<typeof JourneyRecord>;

export const emptyRecord: JourneyRecord = { entered: {}, changed: {}, added: [], sent: null };

/** Parses the stored record; another shape, from an older version, counts as empty. */
export async function readRecord(text: string | null): Promise<JourneyRecord> {
  if (text === null) return emptyRecord;
  const json = await new Promise<unknown>((resolve) => resolve(JSON.parse(text))).catch(() => null);
  const parsed = JourneyRecord.safeParse(json);
  return parsed.success ? parsed.data : emptyRecord;
}

export const isEmptyRecord = ({ entered, changed, added, sent }: JourneyRecord): boolean =>
  Object.keys(entered).length === 0 &&
  Object.keys(changed).length === 0 &&
  added.length === 0 &&
  sent === null;

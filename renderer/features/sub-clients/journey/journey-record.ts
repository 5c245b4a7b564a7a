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

/** What was typed of a sub-client and is not at the bank, as it is kept on this machine. */
export const JourneyRecord = z.object({
  entered: z.partialRecord(z.enum(fields), z.string()),
  /** Changes of owners whom the bank has, by their id. */
  changed: z.record(z.string(), z.partialRecord(ShareTexts.keyof(), z.string())),
  /** Owners whom the bank does not have. */
  added: z.array(z.object({ rowId: z.string(), texts: ShareTexts })),
  /** What is on its way, or was when the window ended; `part` is a step, or the row of an owner. */
  sent: z.object({ reference: z.string(), part: z.string() }).nullable(),
});
export type JourneyRecord = z.output<typeof JourneyRecord>;

export const emptyRecord: JourneyRecord = { entered: {}, changed: {}, added: [], sent: null };

/** Reads what was kept; what an older desk wrote otherwise counts as nothing. */
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

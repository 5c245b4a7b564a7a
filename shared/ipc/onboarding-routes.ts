import { z } from 'zod';

import {
  ShareholderChange,
  ShareholderForm,
  SubClientChange,
  SubClientForm,
} from '../bank/onboarding.ts';
import { Reference } from '../bank/operation.ts';
import { limits } from '../limits.ts';
import type { Cure, Expiry } from './onboarding-records.ts';
import type { UploadItem } from './records.ts';
import { answers, id, nothing } from './route.ts';
import type { SubmissionView } from './submission-records.ts';

/** A share as it is entered: the main process reads it. */
const share = z.string().min(1).max(20);

/** The journey of a sub-client from its first line to its approval. */
export const onboardingRoutes = {
  'subClients.create': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, details: SubClientForm.strict() }),
  ),
  'subClients.update': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, change: SubClientChange.strict() }),
  ),
  'shareholders.create': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      subClientId: id,
      shareholder: ShareholderForm.extend({ ownershipPercentage: share }).strict(),
    }),
  ),
  'shareholders.update': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      subClientId: id,
      shareholderId: id,
      change: ShareholderChange.extend({ ownershipPercentage: share.optional() }).strict(),
    }),
  ),
  /** What to do next, for whom, by when: over all sub-clients, the most urgent first. */
  'onboarding.cures': answers<{ rows: readonly Cure[] }>().to(nothing),
  /** Documents that have run out or do so within 90 days, the oldest first. */
  'onboarding.expiries': answers<{ rows: readonly Expiry[] }>().to(nothing),
  /** Gives a queued file to another sub-client. */
  'documents.move': answers<UploadItem>().to(z.strictObject({ itemId: id, subClientId: id })),

  /** What was typed and not sent, kept encrypted on this machine until it is; `text` is the window's own JSON. */
  'drafts.read': answers<{ text: string | null }>().to(z.strictObject({ key: id })),
  'drafts.keep': answers<{ kept: true }>().to(
    z.strictObject({ key: id, text: z.string().max(limits.draftTextMax) }),
  ),
  'drafts.forget': answers<{ forgotten: true }>().to(z.strictObject({ key: id })),
};

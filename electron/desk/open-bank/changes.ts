import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { accountChanges } from '../../nouns/accounts/changes.ts';
import { beneficiaryChanges } from '../../nouns/beneficiaries/changes.ts';
import { conversionChanges } from '../../nouns/conversions/changes.ts';
import { orderChanges } from '../../nouns/orders/changes.ts';
import { paymentChanges } from '../../nouns/payments/changes.ts';
import type { ChangeRegistry, WritingParts } from '../../engines/submissions/change.ts';
import { subClientChanges } from '../../nouns/sub-clients/changes.ts';
import { webhookChanges } from '../../nouns/webhooks/changes.ts';
import type { CacheWriter } from './writer-methods.ts';

type Writing = {
  readonly cache: CacheWriter;
  /** Called for an upload with a final result. */
  readonly announceUpload: (item: UploadItem) => void;
};

/** Every operation with an effect, at one bank: a missing one does not compile. */
export const changesAt = ({ cache, announceUpload }: Writing): ChangeRegistry => ({
  ...beneficiaryChanges(cache),
  ...subClientChanges({ cache, announceUpload }),
  ...conversionChanges(cache),
  ...paymentChanges(cache),
  ...orderChanges,
  ...accountChanges(cache),
  ...webhookChanges(cache),
});

/** The parts with which any change is carried out. */
export type DeskParts = WritingParts<CacheWriter> & Pick<Writing, 'announceUpload'>;

/** The registry where nothing is sent, to know which operations are claimed. */
export const registryOf = (cache: Writing['cache']): ChangeRegistry =>
  changesAt({ cache, announceUpload: () => undefined });

import type { UploadItem } from '../../shared/ipc/documents.ts';
import { accountChanges } from '../accounts/changes.ts';
import { beneficiaryChanges } from '../beneficiaries/changes.ts';
import { conversionChanges } from '../conversions/changes.ts';
import { orderChanges } from '../orders/changes.ts';
import { paymentChanges } from '../payments/changes.ts';
import type { ChangeRegistry, WritingParts } from '../submissions/change.ts';
import { subClientChanges } from '../sub-clients/changes.ts';
import { webhookChanges } from '../webhooks/changes.ts';
import type { CacheWriter } from './writer-methods.ts';

type Writing = {
  readonly cache: CacheWriter;
  /** Hears of an upload that was settled. */
  readonly announceUpload: (item: UploadItem) => void;
};

/** Every operation with an effect, at one bank: leave one out and this does not compile. */
export const changesAt = ({ cache, announceUpload }: Writing): ChangeRegistry => ({
  ...beneficiaryChanges(cache),
  ...subClientChanges({ cache, announceUpload }),
  ...conversionChanges(cache),
  ...paymentChanges(cache),
  ...orderChanges,
  ...accountChanges(cache),
  ...webhookChanges(cache),
});

/** What any change is carried out with. */
export type DeskParts = WritingParts<CacheWriter> & Pick<Writing, 'announceUpload'>;

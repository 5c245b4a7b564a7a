import type { SubClient, SubClientDocument } from '../../../../shared/bank/onboarding.ts';

/** The specification shows few statuses and promises none: only these words are interpreted, all others are only shown. */

type StatusFields = Pick<SubClient, 'status' | 'approvalStatus'>;

export const isDeleted = ({ status }: Pick<SubClient, 'status'>): boolean =>
  /^deleted$/i.test(status);

export const isDraft = ({ status }: Pick<StatusFields, 'status'>): boolean =>
  /^draft$/i.test(status);

export const isApproved = ({ approvalStatus }: StatusFields): boolean =>
  /^(approved|accepted|verified)$/i.test(approvalStatus);

export const isRejected = ({ approvalStatus }: Pick<StatusFields, 'approvalStatus'>): boolean =>
  isNo(approvalStatus);

export const isRefusedDocument = ({
  approvalStatus,
}: Pick<SubClientDocument, 'approvalStatus'>): boolean => isNo(approvalStatus ?? '');

/** Submitted and not decided. */
export const isPending = ({ approvalStatus }: StatusFields): boolean =>
  /^(pending|submitted|in.?review|under.?review)$/i.test(approvalStatus);

const isNo = (status: string): boolean => /^(rejected|refused|declined|returned)$/i.test(status);

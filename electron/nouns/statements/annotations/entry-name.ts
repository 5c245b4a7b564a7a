/** Names an entry in the log of a team. */
export const entryName = ({
  accountNumber,
  entryId,
}: {
  readonly accountNumber: string;
  readonly entryId: string;
}): string => `Entry ${entryId} of account ${accountNumber}`;

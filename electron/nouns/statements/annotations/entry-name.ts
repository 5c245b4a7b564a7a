/** How the log of a team names an entry. */
export const entryName = ({
  accountNumber,
  entryId,
}: {
  readonly accountNumber: string;
  readonly entryId: string;
}): string => `Entry ${entryId} of account ${accountNumber}`;

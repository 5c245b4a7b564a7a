/** An account's last four letters or digits after two dots, as people know it; a shorter number is shown whole. */
export function lastFour(accountNumber: string): string {
  const bare = accountNumber.replaceAll(/\s/g, '');
  return bare.length > 4 ? `··${bare.slice(-4)}` : bare;
}

/** An account number without blanks, points and dashes, in capitals: equal for two spellings of one number. */
export const compactAccount = (number: string): string =>
  number.replaceAll(/[\s.-]+/g, '').toUpperCase();

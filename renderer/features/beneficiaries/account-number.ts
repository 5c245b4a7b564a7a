/** The last four characters behind two dots; a short number is shown whole. */
export function shortened(accountNumber: string): string {
  const bare = accountNumber.replace(/\s/g, '');
  return bare.length > 4 ? `··${bare.slice(-4)}` : bare;
}

/** Groups of four from the left, as numbers are read aloud. */
export function groupsOf(accountNumber: string): string[] {
  return accountNumber.replace(/\s/g, '').match(/.{1,4}/gu) ?? [];
}

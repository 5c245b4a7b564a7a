/** Groups of four from the left, as numbers are read aloud. */
export function groupsOf(accountNumber: string): string[] {
  return accountNumber.replace(/\s/g, '').match(/.{1,4}/gu) ?? [];
}

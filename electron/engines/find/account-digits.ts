/** An account's number, or a part of one as a person typed it, without what only groups its digits. */
export const bareNumber = (text: string): string => text.replaceAll(/[\s·.-]/g, '').toUpperCase();

/** Does an account's number end so? `digits` is a {@link bareNumber}. */
export const endsSo = (accountNumber: string, digits: string): boolean =>
  bareNumber(accountNumber).endsWith(digits);

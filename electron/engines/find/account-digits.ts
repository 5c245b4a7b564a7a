/** Returns an account's number, or a typed part of one, without the characters that only group its digits. */
export const bareNumber = (text: string): string => text.replaceAll(/[\s·.-]/g, '').toUpperCase();

/** Does an account's number end in these digits? `digits` is a {@link bareNumber}. */
export const endsSo = (accountNumber: string, digits: string): boolean =>
  bareNumber(accountNumber).endsWith(digits);

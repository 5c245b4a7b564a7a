/** A number that no account can have: no digits, and a text that names its purpose. */
export const noSuchAccount = 'NO-SUCH-ACCOUNT';

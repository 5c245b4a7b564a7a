/** A number that no account can have: no digits, and a word that says what it is for. */
export const noSuchAccount = 'NO-SUCH-ACCOUNT';

/** Warns a person who changes a beneficiary whose contents the bank never returned. */
export const blindWords =
  'Nostro does not know what the bank has under this ID. Only the fields that you fill in are sent; those left empty are not. Whether the bank keeps or empties what is not sent is up to the bank.';

/** An ABA routing number: nine digits, weights 3 7 1, the sum a multiple of ten. */
export function isAbaNumber(code: string): boolean {
  if (!/^\d{9}$/.test(code) || /^0+$/.test(code)) return false;
  return weighted(code, [3, 7, 1]) % 10 === 0;
}

/** A Mexican CLABE: eighteen digits, each of the first seventeen weighed 3 7 1 modulo ten. */
export function isClabe(number: string): boolean {
  if (!/^\d{18}$/.test(number)) return false;
  const sum = Array.from(number.slice(0, 17), Number).reduce(
    (total, digit, index) => total + ((digit * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(number[17]);
}

/**
 * Does a Nigerian account number's last digit follow from bank code and serial (Central Bank of Nigeria: weights 3 7 3,
 * repeated)? Banks have three digits, or `000` and three; other institutions `9` and five. Null where code or number
 * cannot be checked. A mismatch proves nothing: a person must look, and the bank can be asked for the name.
 */
export function nubanFits(bankCode: string, number: string): boolean | null {
  if (!/^\d{10}$/.test(number) || !/^(\d{3}|000\d{3}|9\d{5})$/.test(bankCode)) return null;
  const sum = weighted(`${bankCode.padStart(6, '0')}${number.slice(0, 9)}`, [3, 7, 3]);
  return (10 - (sum % 10)) % 10 === Number(number[9]);
}

const weighted = (digits: string, weights: readonly number[]): number =>
  Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (weights[index % weights.length] ?? 0),
    0,
  );

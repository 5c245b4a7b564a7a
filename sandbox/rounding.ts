/** A quotient of two whole numbers above zero, rounded half to even. */
export function dividedHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice === divisor) return quotient + (quotient % 2n);
  return twice < divisor ? quotient : quotient + 1n;
}

/** Claims from short texts: a reference, a likeness after a slash, another payload after a plus sign, named twins after an equals sign. */
export const claimsOf = (...texts: readonly string[]) => ({ claims: texts.map(claimOf) });

function claimOf(text: string) {
  const [payment = '', twins] = text.split('=');
  const [place = '', p = 'payload'] = payment.split('+');
  const [r = '', l = ''] = place.split('/');
  return { r, l, p, ...(twins !== undefined && { t: twins.split(',') }) };
}

export const outcomeOf = (r: string, is: string) => ({ outcomes: [{ r, is }] });

/** Each row of an answer to a claim as a short text: `INV-1 taken accepted`, `B-1 twin of INV-1`. */
export const statesOf = (rows: readonly Readonly<Record<string, unknown>>[]): string[] =>
  rows.map(({ reference, state, other, outcome }) =>
    [reference, state, ...(other === null ? [] : ['of', other]), outcome ?? ''].join(' ').trim(),
  );

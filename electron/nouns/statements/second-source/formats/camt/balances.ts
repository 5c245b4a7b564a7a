import type { Part, Texts } from './elements.ts';

type Balances = {
  readonly opening?: string | undefined;
  readonly closing?: string | undefined;
  readonly currency: string | undefined;
  readonly notes: readonly string[];
};

/** Returns the booked balances of a statement. Leaves out a balance that occurs twice with different figures; a note names it. */
export function balancesOf(balances: readonly Part[]): Balances {
  const opening = figureOf(balances, 'OPBD') ?? figureOf(balances, 'PRCD');
  const closing = figureOf(balances, 'CLBD');
  return {
    ...{ opening: opening?.figure, closing: closing?.figure },
    currency: balances[0]?.texts.get('Amt@Ccy'),
    notes: [
      ...(opening?.isDoubtful ? [leftOut('opening')] : []),
      ...(closing?.isDoubtful ? [leftOut('closing')] : []),
    ],
  };
}

const leftOut = (name: string): string =>
  `Its ${name} balance is there twice with other figures and is left out.`;

/** Returns the day of the balance of a kind, as the message writes it. */
export function dayOfBalance(balances: readonly Part[], kind: string): string | undefined {
  const texts = ofKind(balances, kind)[0];
  return (texts?.get('Dt/Dt') ?? texts?.get('Dt/DtTm'))?.slice(0, 10);
}

const ofKind = (balances: readonly Part[], kind: string): Texts[] =>
  balances.filter(({ texts }) => texts.get('Tp/CdOrPrtry/Cd') === kind).map(({ texts }) => texts);

type Figure = { readonly figure?: string; readonly isDoubtful: boolean };

/** Returns the figure of a kind of balance; undefined if there is no such balance. */
function figureOf(balances: readonly Part[], kind: string): Figure | undefined {
  const figures = ofKind(balances, kind).flatMap((texts) => signed(texts) ?? []);
  const [figure] = figures;
  if (figure === undefined) return undefined;
  return new Set(figures).size > 1 ? { isDoubtful: true } : { figure, isDoubtful: false };
}

const signs: Readonly<Record<string, string>> = { CRDT: '', DBIT: '-' };

function signed(texts: Texts): string | undefined {
  const amount = texts.get('Amt');
  const sign = signs[texts.get('CdtDbtInd') ?? ''];
  return amount === undefined || sign === undefined ? undefined : `${sign}${amount}`;
}

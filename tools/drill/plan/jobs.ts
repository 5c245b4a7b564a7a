/** The kinds of fraud that the drill tries, in the order of its table. */
export const schemeKinds = [
  'changed IBAN',
  'twin invoice',
  'look-alike payee',
  'split under the limit',
  'rushed price',
  'payment past the desk',
] as const;
export type SchemeKind = (typeof schemeKinds)[number];

/** How a fraud of a kind goes about it. */
export type Scheme = { readonly kind: SchemeKind; readonly variant: string };

/**
 * What papers and calls outside of the desk show of a step: the payee is whom the team owes, the invoice is due and not paid yet, a sum is
 * no invoice in pieces, the price is that of the market. A person finds it by looking it up; a desk does not know it.
 */
export type Papers = {
  readonly payee: boolean;
  readonly invoice: boolean;
  readonly sum: boolean;
  readonly price: boolean;
};
export type Matter = keyof Papers;

export const inOrder: Papers = { payee: true, invoice: true, sum: true, price: true };

/**
 * honest: looks up what is marked, and stops at what is wrong · deceived: the same, but trusts the letter by which the payee was entered ·
 * insider: confirms everything that one person alone can confirm.
 */
export type Stance = 'honest' | 'deceived' | 'insider';

/** A payee of the plan; the bank's identifier follows once it has it. */
export type PlannedPayee = {
  readonly key: string;
  readonly name: string;
  readonly accountNumber: string;
};

export type Action =
  | {
      readonly do: 'pay';
      readonly payee: string;
      /** Decimal text. */
      readonly amount: string;
      readonly by: 'maker' | 'lead';
    }
  | { readonly do: 'create payee'; readonly payee: PlannedPayee }
  | {
      readonly do: 'change payee';
      readonly payee: string;
      readonly accountNumber: string;
      /** Past the desk: with the bank's own password. */
      readonly at: 'desk' | 'bank';
    }
  | {
      readonly do: 'convert';
      readonly amount: string;
      /** poor: the bank quotes far under the market for so many minutes · slipped: it trades at another price than it quoted. */
      readonly price: 'fair' | { readonly poorMinutes: number } | 'slipped';
    }
  | {
      readonly do: 'go past the desk';
      /** again: a second order under the reference of the step before. */
      readonly with: 'payment' | 'again' | 'conversion';
      readonly payee: string;
      readonly amount: string;
    };

/** Something that is done at a time, after all steps before it. */
export type Step = Action & {
  /** Working day of the drill, from 0. */
  readonly day: number;
  /** Since midnight. */
  readonly minute: number;
  readonly papers: Papers;
  /** It does the harm of the scheme. */
  readonly isHarm: boolean;
};

/** A piece of work of the team, or a fraud. */
export type Job = {
  readonly name: string;
  /** Null for ordinary work. */
  readonly scheme: Scheme | null;
  readonly stance: Stance;
  readonly steps: readonly Step[];
};

export type Plan = {
  readonly days: number;
  /** Payees that the team has paid before. */
  readonly known: readonly PlannedPayee[];
  readonly jobs: readonly Job[];
};

import { dateOfDayNumber, dayNumber } from '../../shared/calendar/calendar.ts';
import type { Line, Match, Matched } from '../../electron/engines/matching/line.ts';
import { randoms } from '../../test/support/randoms.ts';

/**
 * A generated year of an account in the books and at the bank, with the true matches. It is awkward on purpose: equal amounts on one day,
 * payments that came back, parts, fees, weekends, references that were cut or mistyped, and lines that look like a match and are none.
 */
export type Year = {
  readonly left: readonly Line[];
  readonly right: readonly Line[];
  /** Lines of both sides that are one matter, by their ids; a line that is in none is on its side alone. */
  readonly truth: readonly Matter[];
  readonly accountNumber: string;
};

type Matter = { readonly left: readonly string[]; readonly right: readonly string[] };

type Transaction = {
  readonly day: number;
  readonly units: bigint;
  readonly reference: string;
  readonly text: string;
};

const cents = 100n;
const firstDay = dayNumber('2025-01-01');
const accountNumber = '0123456789';

const names = [
  ...[
    'KESTREL FOODS LTD',
    'ADEYEMI AND SONS',
    'HARBOUR FREIGHT BV',
    'OSEI TEXTILES',
    'MERLIN PAPER',
  ],
  ...['NORTHWIND GMBH', 'BLUE NILE TRADING', 'TAMARIND HOTELS', 'SKERRY FISHERIES', 'ORION POWER'],
];

/** Some `lines` lines on each side, the same again for the same seed. */
export function generatedYear(seed: number, lines: number): Year {
  const year = new YearInTheMaking(randoms(seed));
  while (year.size < lines) year.add();
  return year.whole();
}

class YearInTheMaking {
  readonly #random: () => number;
  readonly #left: Line[] = [];
  readonly #right: Line[] = [];
  readonly #truth: Matter[] = [];
  #invoice = 100_000;

  constructor(random: () => number) {
    this.#random = random;
    this.#invoice += this.#whole(800_000);
  }

  get size(): number {
    return Math.min(this.#left.length, this.#right.length);
  }

  whole(): Year {
    const byDay = (a: Line, b: Line): number => a.day - b.day;
    return {
      left: this.#left.toSorted(byDay),
      right: this.#right.toSorted(byDay),
      truth: this.#truth,
      accountNumber,
    };
  }

  add(): void {
    const kinds: readonly (readonly [number, () => void])[] = [
      [
        50,
        () => {
          this.#plain();
        },
      ],
      [
        6,
        () => {
          this.#equalOnOneDay();
        },
      ],
      [
        3,
        () => {
          this.#cameBack();
        },
      ],
      [
        3,
        () => {
          this.#inParts();
        },
      ],
      [
        3,
        () => {
          this.#together();
        },
      ],
      [
        4,
        () => {
          this.#withFee();
        },
      ],
      [
        5,
        () => {
          this.#mistyped();
        },
      ],
      [
        3,
        () => {
          this.#nameless();
        },
      ],
      [
        3,
        () => {
          this.#alone();
        },
      ],
      [
        3,
        () => {
          this.#alikeAndStrange();
        },
      ],
      [
        1,
        () => {
          this.#standingOrder();
        },
      ],
    ];
    const weights = kinds.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#random() * weights;
    for (const [weight, make] of kinds) {
      at -= weight;
      if (at >= 0) continue;
      make();
      return;
    }
  }

  /** Adds one line on both sides; one on a weekend is booked at the bank after it. */
  #plain(): void {
    const transaction = this.#transaction();
    this.#pair(transaction, { ...transaction, day: this.#booked(transaction.day) });
  }

  /** Now and then one of them is in the books alone, and another at the bank alone. */
  #equalOnOneDay(): void {
    const first = this.#transaction();
    const count = 2 + this.#whole(5);
    for (let at = 0; at < count; at += 1) {
      const transaction = { ...first, ...this.#named(this.#one(0.3) ? first : undefined) };
      if (this.#one(0.15)) this.#left.push(this.#inBooks(transaction));
      else if (this.#one(0.15)) this.#right.push(this.#atBank(transaction));
      else this.#pair(transaction, { ...transaction, day: this.#booked(transaction.day) });
    }
  }

  #cameBack(): void {
    const transaction = this.#transaction(-1n);
    const variant = this.#whole(3);
    const back = {
      ...transaction,
      units: -transaction.units,
      day: transaction.day + 1 + this.#whole(2),
    };
    const again = { ...transaction, day: back.day + this.#whole(2) };
    if (variant === 0) this.#group([transaction], [transaction, back, again]);
    else if (variant === 1) this.#group([transaction, back, again], [transaction]);
    else {
      this.#pair(transaction, transaction);
      this.#pair(back, { ...back, text: `RETURN ${back.text}` });
    }
  }

  #inParts(): void {
    const transaction = this.#transaction();
    const parts = this.#partsOf(transaction.units, 2 + this.#whole(3));
    const isSlip = this.#one(0.2);
    this.#group(
      [transaction],
      parts.map((units, at) => ({
        ...transaction,
        units,
        day: transaction.day + at * this.#whole(8),
        ...(isSlip && at === 1 ? { reference: this.#slip(transaction.reference), text: '' } : {}),
      })),
    );
  }

  /** One payment for several invoices, which it names; or for a batch, whose name they have. */
  #together(): void {
    const first = this.#transaction();
    const count = 2 + this.#whole(6);
    const parts = Array.from({ length: count }, () => ({
      ...first,
      ...this.#named(first),
      units: this.#amount(first.units < 0n ? -1n : 1n),
    }));
    const units = parts.reduce((sum, part) => sum + part.units, 0n);
    const batch = `BATCH${String(this.#nextNumber())}`;
    const isBatch = this.#one(0.5);
    this.#group(
      parts.map((part) => (isBatch ? { ...part, text: `${part.text} ${batch}` } : part)),
      [
        {
          ...first,
          units,
          day: this.#booked(first.day),
          reference: isBatch ? batch : '',
          text: isBatch ? 'BULK PAYMENT' : parts.map(({ reference }) => reference).join(' '),
        },
      ],
    );
  }

  #withFee(): void {
    const transaction = {
      ...this.#transaction(),
      units: this.#amount(this.#one(0.5) ? 1n : -1n, 200_000),
    };
    const fee = BigInt(500 + this.#whole(3_500)) * cents;
    this.#pair(transaction, {
      ...transaction,
      units: transaction.units - fee,
      day: this.#booked(transaction.day),
    });
  }

  /** Sometimes the invoice that the mistyped number names is there as well, of the same amount. */
  #mistyped(): void {
    const transaction = this.#transaction();
    const slip = this.#slip(transaction.reference);
    this.#pair(transaction, {
      ...transaction,
      reference: slip,
      text: '',
      day: this.#booked(transaction.day),
    });
    if (this.#one(0.2)) {
      const twin = { ...transaction, reference: slip, text: this.#name() };
      if (this.#one(0.5)) this.#left.push(this.#inBooks(twin));
      else this.#pair(twin, twin);
    }
  }

  /** The bank sends a name and nothing else. */
  #nameless(): void {
    const transaction = this.#transaction();
    this.#pair(transaction, {
      ...transaction,
      reference: '',
      text: transaction.text.replace(/ \d+$/, ''),
    });
  }

  #alone(): void {
    const transaction = this.#transaction();
    if (this.#one(0.5)) this.#left.push(this.#inBooks(transaction));
    else this.#right.push(this.#atBank(transaction));
  }

  /** Adds two different matters of the same amount, payee and days. */
  #alikeAndStrange(): void {
    const transaction = this.#transaction();
    this.#left.push(this.#inBooks(transaction));
    const other = {
      ...transaction,
      ...this.#named(transaction),
      day: this.#booked(transaction.day),
    };
    const isSilent = this.#one(0.4);
    this.#right.push(this.#atBank(isSilent ? { ...other, reference: '' } : other));
  }

  /** The same reference and amount every month or week; one of them may be on one side alone. */
  #standingOrder(): void {
    const transaction = this.#transaction(-1n);
    const [every, times] = this.#one(0.5) ? [30, 6] : [7, 8];
    const gap = this.#one(0.5) ? this.#whole(times) : -1;
    for (let at = 0; at < times; at += 1) {
      const day = transaction.day + at * every;
      const one = { ...transaction, day };
      if (at !== gap) this.#pair(one, { ...one, day: this.#booked(day) });
      else if (this.#one(0.5)) this.#left.push(this.#inBooks(one));
      else this.#right.push(this.#atBank(one));
    }
  }

  #pair(left: Transaction, right: Transaction): void {
    this.#group([left], [right]);
  }

  #group(left: readonly Transaction[], right: readonly Transaction[]): void {
    const [ours, theirs] = [
      left.map((transaction) => this.#inBooks(transaction)),
      right.map((transaction) => this.#atBank(transaction)),
    ];
    this.#left.push(...ours);
    this.#right.push(...theirs);
    this.#truth.push({ left: ours.map(({ id }) => id), right: theirs.map(({ id }) => id) });
  }

  #inBooks({ day, units, reference, text }: Transaction): Line {
    return {
      id: `L${String(this.#left.length)}-${String(this.#nextNumber())}`,
      ...{ day, units, text },
      references: [reference].filter((one) => one !== ''),
    };
  }

  /** A bank writes the day, its own number and the account into the words, and the reference now in a field, now in the words. */
  #atBank({ day, units, reference, text }: Transaction): Line {
    const date = dateOfDayNumber(day).replaceAll('-', '');
    const isInWords = this.#one(0.5);
    const written = this.#one(0.3) ? reference.replaceAll('-', '') : reference;
    return {
      id: `R${String(this.#right.length)}-${String(this.#nextNumber())}`,
      ...{ day, units },
      references: isInWords || written === '' ? [] : [written],
      text: `TRF ${date} ${isInWords ? written : ''} ${text} ${accountNumber} FT${String(this.#nextNumber())}`,
    };
  }

  #transaction(sign?: bigint): Transaction {
    return {
      day: firstDay + this.#whole(330),
      units: this.#amount(sign ?? (this.#one(0.5) ? 1n : -1n)),
      ...this.#named(),
    };
  }

  #named(like?: Pick<Transaction, 'text'>): Pick<Transaction, 'reference' | 'text'> {
    const text = like?.text ?? this.#name();
    const number = String(this.#nextNumber());
    const forms = [`INV-${number}`, `INV-2025-${number}`, `45${number}12`, `PO${number}`];
    return { reference: forms[this.#whole(forms.length)] ?? number, text };
  }

  /** A customer's name with the customer's number, which is in many lines. */
  #name(): string {
    const at = this.#whole(names.length);
    return `${names[at] ?? ''} ${String(70_010 + at)}`;
  }

  #amount(sign: bigint, least = 500): bigint {
    const round = [10_000, 25_000, 99_00, 100_000, 50_000].filter((one) => one >= least);
    const cent =
      round.length > 0 && this.#one(0.2)
        ? (round[this.#whole(round.length)] ?? least)
        : least + this.#whole(5_000_000);
    return sign * BigInt(cent) * cents;
  }

  #partsOf(units: bigint, count: number): bigint[] {
    const each = units / cents / BigInt(count + 1);
    const parts = Array.from({ length: count - 1 }, (_, at) => (each + BigInt(at)) * cents);
    return [...parts, units - parts.reduce((sum, part) => sum + part, 0n)];
  }

  /** Cut at one end, or with two neighbours the other way round. */
  #slip(reference: string): string {
    if (this.#one(0.5))
      return this.#one(0.5) ? reference.slice(0, -1 - this.#whole(2)) : reference.slice(-6);
    const at = reference.length - 2 - this.#whole(3);
    return (
      reference.slice(0, at) +
      (reference[at + 1] ?? '') +
      (reference[at] ?? '') +
      reference.slice(at + 2)
    );
  }

  #booked(day: number): number {
    const weekday = new Date(dateOfDayNumber(day)).getUTCDay();
    const late = this.#one(0.3) ? 1 : 0;
    const weekend = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
    return day + weekend + late;
  }

  #nextNumber(): number {
    this.#invoice += 1;
    return this.#invoice;
  }

  #whole(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #one(chance: number): boolean {
    return this.#random() < chance;
  }
}

/** The result of matching a year, compared with its truth. */
export type MatchScore = {
  readonly matches: number;
  /** Matches that are not exactly one matter, or several as a whole. */
  readonly falseMatches: readonly Match[];
  /** Lines of matters, and those of them that were matched rightly. */
  readonly lines: number;
  readonly found: number;
  /** Proposed likely matches, and how many of them are right. */
  readonly likely: number;
  readonly likelyRight: number;
};

export function scoreMatches({ truth }: Year, matched: Matched): MatchScore {
  const matterOf = new Map<string, Matter>();
  for (const matter of truth)
    for (const id of [...matter.left, ...matter.right]) matterOf.set(id, matter);
  const idsOf = ({ left, right }: Match): string[] => [...left, ...right].map(({ id }) => id);
  const isTrue = (match: Match): boolean => {
    const ids = idsOf(match);
    const matters = new Set(ids.map((id) => matterOf.get(id)));
    const whole = [...matters].flatMap((matter) => [
      ...(matter?.left ?? []),
      ...(matter?.right ?? []),
    ]);
    return !matters.has(undefined) && whole.length === ids.length;
  };
  const rightly = matched.matches.filter(isTrue);
  return {
    matches: matched.matches.length,
    falseMatches: matched.matches.filter((match) => !isTrue(match)),
    lines: matterOf.size,
    found: rightly.flatMap(idsOf).length,
    likely: matched.likely.length,
    likelyRight: matched.likely.filter(({ left, right }) => {
      const matter = matterOf.get(left.id);
      return matter !== undefined && matter === matterOf.get(right.id);
    }).length,
  };
}

import { z } from 'zod';

import { addDays, type IsoDate } from '../../../shared/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type {
  HandedOverView,
  HandOverChoices,
  HandOverProgress,
} from '../../../shared/ipc/hand-over.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/resource.svelte.ts';

const periods = ['this-month', 'last-month', 'yesterday', 'all', 'days'] as const;

/** What is chosen of what, in words that stay true tomorrow: a profile of last month is next month another month's. */
const Chosen = z.object({
  whose: z.enum(['all', 'this', 'some']),
  accounts: z.array(z.string()),
  period: z.enum(periods),
  from: z.string(),
  to: z.string(),
  format: z.string(),
  filePerAccount: z.boolean(),
  filePerDay: z.boolean(),
  withMarks: z.boolean(),
});
type Chosen = z.infer<typeof Chosen>;

const Kept = z.object({
  last: Chosen.nullable(),
  profiles: z.array(z.object({ name: z.string(), chosen: Chosen })),
});
type Kept = z.infer<typeof Kept>;

/** Under this the profiles are kept beside the drafts, encrypted, for whoever opens this bank here. */
const key = 'hand-over profiles';

const atFirst: Chosen = {
  whose: 'all',
  accounts: [],
  period: 'this-month',
  from: '',
  to: '',
  format: 'camt053',
  filePerAccount: false,
  filePerDay: false,
  withMarks: false,
};

/** The days of a period by its name, counted from today; both ends included. */
export function daysOf(
  { period, from, to }: Pick<Chosen, 'period' | 'from' | 'to'>,
  today: IsoDate,
): { from?: IsoDate; to?: IsoDate } {
  const monthStart = `${today.slice(0, 8)}01`;
  if (period === 'this-month') return { from: monthStart, to: today };
  if (period === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (period === 'last-month') {
    const to = addDays(monthStart, -1);
    return { from: `${to.slice(0, 8)}01`, to };
  }
  if (period === 'all') return {};
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** Statements being handed over: what is chosen, what of it is kept, and how far the writing is. */
export class HandingOver {
  readonly choices = new Resource<HandOverChoices>(() => request('handOver.choices', {}));
  chosen = $state<Chosen>(atFirst);
  profiles = $state.raw<Kept['profiles']>([]);
  /** The name of the profile that is chosen; empty for none. */
  profile = $state('');
  progress = $state.raw<HandOverProgress | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #accountNumber: string;

  constructor(accountNumber: string) {
    this.#accountNumber = accountNumber;
  }

  get isWriting(): boolean {
    return this.progress !== null;
  }

  /** What was chosen last stands there again. */
  async begin(): Promise<void> {
    this.error = null;
    void this.choices.refresh();
    const outcome = await request('drafts.read', { key });
    const kept = outcome.ok ? keptIn(outcome.value.text) : null;
    this.profiles = kept?.profiles ?? [];
    if (kept?.last) this.#choose(kept.last);
  }

  pick(name: string): void {
    const found = this.profiles.find((one) => one.name === name);
    this.profile = found ? name : '';
    if (found) this.#choose(found.chosen);
  }

  async saveAs(name: string): Promise<void> {
    const others = this.profiles.filter((one) => one.name !== name);
    const chosen = $state.snapshot(this.chosen);
    this.profiles = [...others, { name, chosen }].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.profile = name;
    await this.#keep(chosen);
  }

  async forget(): Promise<void> {
    this.profiles = this.profiles.filter(({ name }) => name !== this.profile);
    this.profile = '';
    await this.#keep($state.snapshot(this.chosen));
  }

  /** Null where a person thought better of it, stopped it, or it failed; `error` tells why. */
  async write(today: IsoDate): Promise<HandedOverView | null> {
    const chosen = $state.snapshot(this.chosen);
    const { whose, accounts, format, filePerAccount, filePerDay, withMarks } = chosen;
    const named = { all: null, this: [this.#accountNumber], some: accounts };
    this.error = null;
    this.progress = { files: 0, filesDone: 0, entries: 0 };
    await this.#keep(chosen);
    const outcome = await request('handOver.write', {
      accountNumbers: named[whose],
      ...daysOf(chosen, today),
      ...{ format, filePerAccount, filePerDay, withMarks },
    });
    this.progress = null;
    if (outcome.ok) return outcome.value.saved ? outcome.value : null;
    if (outcome.error.code !== 'cancelled') this.error = outcome.error;
    return null;
  }

  readonly take = (progress: HandOverProgress): void => {
    if (this.isWriting) this.progress = progress;
  };

  readonly cancel = async (): Promise<void> => {
    const outcome = await request('handOver.cancel', {});
    if (!outcome.ok) this.error = outcome.error;
  };

  #choose(chosen: Chosen): void {
    this.chosen = structuredClone(chosen);
  }

  async #keep(last: Chosen): Promise<void> {
    const text = JSON.stringify({ last, profiles: this.profiles } satisfies Kept);
    const outcome = await request('drafts.keep', { key, text });
    if (!outcome.ok) this.error = outcome.error;
  }
}

/** What an older window kept otherwise is begun anew. */
function keptIn(text: string | null): Kept | null {
  if (text === null) return null;
  const read = z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(Kept)
    .safeParse(text);
  return read.success ? read.data : null;
}

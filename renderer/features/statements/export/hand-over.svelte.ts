import { z } from 'zod';

import { addDays, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { windowError } from '../../../../shared/window-error.ts';
import type {
  HandedOverView,
  HandOverChoices,
  HandOverProgress,
} from '../../../../shared/ipc/accounts/hand-over.ts';
import { request } from '../../../state/desk.ts';
import type { HandOverRequest } from '../../../state/files/hand-over-request.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { WritingOut } from '../../../state/files/export-progress.svelte.ts';

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
  /** One file of PDF is opened where it was saved. */
  print: z.boolean().default(false),
});
type Chosen = z.infer<typeof Chosen>;

const SavedChoices = z.object({
  last: Chosen.nullable(),
  /** The profile that was used last; empty for none. */
  profile: z.string().default(''),
  profiles: z.array(z.object({ name: z.string(), chosen: Chosen })),
});
type SavedChoices = z.infer<typeof SavedChoices>;

/** The key of the profiles; they are stored with the drafts, encrypted, for this bank. */
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
  print: false,
};

/** What is printed has a folder of its own. No profile can be called so: their names have no blank at an end. */
const printing = ' printing';

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
  profiles = $state.raw<SavedChoices['profiles']>([]);
  /** The name of the profile that is chosen; empty for none. */
  profile = $state('');
  readonly writing = new WritingOut();
  error = $state.raw<AppError | null>(null);
  /** A person wants to be asked where to, although a folder is kept. */
  mustChoosePlace = $state(false);
  readonly #requested: HandOverRequest;
  #last: SavedChoices['last'] = null;
  #lastProfile = '';

  constructor(requested: HandOverRequest) {
    this.#requested = requested;
  }

  /** The folder's own name to which it goes without a question; null where a place is asked for. */
  get folder(): string | null {
    if (this.mustChoosePlace) return null;
    const saved = this.choices.value?.folders.find(({ profile }) => profile === this.#place);
    return saved?.name ?? null;
  }

  /** What is printed is one file of PDF. */
  get canPrint(): boolean {
    const { format, filePerAccount, filePerDay } = this.chosen;
    return format === 'pdf' && !filePerAccount && !filePerDay;
  }

  get isPrinting(): boolean {
    return this.canPrint && this.chosen.print;
  }

  /** Under which its folder is kept. */
  get #place(): string {
    return this.isPrinting ? printing : this.profile;
  }

  get progress(): HandOverProgress | null {
    return this.writing.progress;
  }

  get isWriting(): boolean {
    return this.writing.isRunning;
  }

  /** What was chosen last stands there again. */
  async begin(): Promise<void> {
    this.error = null;
    const [outcome] = await Promise.all([request('drafts.read', { key }), this.choices.refresh()]);
    const saved = outcome.ok ? parseSaved(outcome.value.text) : null;
    this.profiles = saved?.profiles ?? [];
    this.#last = saved?.last ?? null;
    this.#lastProfile = saved?.profile ?? '';
    const { accountNumber, how } = this.#requested;
    if (how === 'print') {
      const whose = accountNumber === null ? 'all' : 'this';
      this.#choose({ ...atFirst, whose, format: 'pdf', print: true });
      return;
    }
    if (!saved?.last) return;
    this.#choose(saved.last);
    if (this.profiles.some(({ name }) => name === saved.profile)) this.profile = saved.profile;
  }

  /** Whether “as last time” needs no dialog: there was a last time, and its folder is known. */
  get isAsLastTime(): boolean {
    return this.#last !== null && this.folder !== null;
  }

  pick(name: string): void {
    const found = this.profiles.find((one) => one.name === name);
    this.profile = found ? name : '';
    this.mustChoosePlace = false;
    if (found) this.#choose(found.chosen);
  }

  async saveAs(name: string): Promise<void> {
    const others = this.profiles.filter((one) => one.name !== name);
    const chosen = $state.snapshot(this.chosen);
    this.profiles = [...others, { name, chosen }].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.profile = name;
    await this.#keep(chosen);
  }

  /** The profile stays where its folder could not be forgotten: another of its name would write there. */
  async forget(): Promise<void> {
    const { profile } = this;
    const outcome = await request('handOver.forgetFolder', { profile });
    if (!outcome.ok) {
      this.error = outcome.error;
      return;
    }
    this.profiles = this.profiles.filter(({ name }) => name !== profile);
    this.profile = '';
    await this.#keep($state.snapshot(this.chosen));
  }

  /** Null where it was cancelled, stopped or failed; `error` has the reason. */
  async write(today: IsoDate): Promise<HandedOverView | null> {
    const chosen = $state.snapshot(this.chosen);
    const { whose, accounts, format, filePerAccount, filePerDay, withMarks } = chosen;
    const { accountNumber } = this.#requested;
    const named = {
      all: null,
      this: accountNumber === null ? [] : [accountNumber],
      some: accounts,
    };
    const accountNumbers = named[whose];
    if (accountNumbers?.length === 0) {
      const message = 'No account is chosen.';
      this.error = windowError('input.invalid', 'window', { message });
      return null;
    }
    this.error = null;
    const saved = this.#keep(chosen);
    const outcome = await this.writing.write({
      accountNumbers,
      ...daysOf(chosen, today),
      ...{ format, filePerAccount, filePerDay, withMarks },
      profile: this.#place,
      place: this.folder === null ? 'ask' : 'kept',
      print: this.isPrinting,
    });
    await saved;
    // Whose folder is gone or full says where to.
    if (!outcome.ok && outcome.error.code === 'file.unwritable') this.mustChoosePlace = true;
    if (outcome.ok) return outcome.value.saved ? outcome.value : null;
    if (outcome.error.code !== 'cancelled') this.error = outcome.error;
    return null;
  }

  readonly cancel = async (): Promise<void> => {
    const outcome = await this.writing.cancel();
    if (!outcome.ok) this.error = outcome.error;
  };

  #choose(chosen: Chosen): void {
    const { accountNumber } = this.#requested;
    const { whose } = chosen;
    // Where no account is looked at there is no “only this one”.
    this.chosen = {
      ...structuredClone(chosen),
      whose: whose === 'this' && accountNumber === null ? 'some' : whose,
    };
  }

  /** What was printed is no last time of what is handed over. */
  async #keep(chosen: Chosen): Promise<void> {
    const isLast = this.#requested.how !== 'print';
    const last = isLast ? chosen : this.#last;
    const profile = isLast ? this.profile : this.#lastProfile;
    const text = JSON.stringify({ last, profile, profiles: this.profiles } satisfies SavedChoices);
    const outcome = await request('drafts.keep', { key, text });
    if (!outcome.ok) this.error = outcome.error;
  }
}

/** What an older window kept otherwise is begun anew. */
function parseSaved(text: string | null): SavedChoices | null {
  if (text === null) return null;
  const read = z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(SavedChoices)
    .safeParse(text);
  return read.success ? read.data : null;
}

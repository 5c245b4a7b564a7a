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

/** A stored choice. Periods are stored by name, so that “last month” is another month next month. */
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
  /** A single PDF is opened after it is saved. */
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

/** The folder key of prints. No profile has this name: names have no space at an end. */
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

/** The hand-over of statements: the choice, its stored part, and the progress of the writing. */
export class HandingOver {
  readonly choices = new Resource<HandOverChoices>(() => request('handOver.choices', {}));
  chosen = $state<Chosen>(atFirst);
  profiles = $state.raw<SavedChoices['profiles']>([]);
  /** The name of the profile that is chosen; empty for none. */
  profile = $state('');
  readonly writing = new WritingOut();
  error = $state.raw<AppError | null>(null);
  /** The person wants to choose a place, although a folder is stored. */
  mustChoosePlace = $state(false);
  readonly #requested: HandOverRequest;
  #last: SavedChoices['last'] = null;
  #lastProfile = '';

  constructor(requested: HandOverRequest) {
    this.#requested = requested;
  }

  /** The name of the folder that is used without a question; null if a place is asked for. */
  get folder(): string | null {
    if (this.mustChoosePlace) return null;
    const saved = this.choices.value?.folders.find(({ profile }) => profile === this.#place);
    return saved?.name ?? null;
  }

  /** Only a single PDF can be printed. */
  get canPrint(): boolean {
    const { format, filePerAccount, filePerDay } = this.chosen;
    return format === 'pdf' && !filePerAccount && !filePerDay;
  }

  get isPrinting(): boolean {
    return this.canPrint && this.chosen.print;
  }

  /** The key under which the folder is stored. */
  get #place(): string {
    return this.isPrinting ? printing : this.profile;
  }

  get progress(): HandOverProgress | null {
    return this.writing.progress;
  }

  get isWriting(): boolean {
    return this.writing.isRunning;
  }

  /** Restores the last choice. */
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
    // If the folder is gone or full, the person is asked for another.
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
    // Without an open account there is no “only this one”.
    this.chosen = {
      ...structuredClone(chosen),
      whose: whose === 'this' && accountNumber === null ? 'some' : whose,
    };
  }

  /** Stores the last choice. A print does not count as one. */
  async #keep(chosen: Chosen): Promise<void> {
    const isLast = this.#requested.how !== 'print';
    const last = isLast ? chosen : this.#last;
    const profile = isLast ? this.profile : this.#lastProfile;
    const text = JSON.stringify({ last, profile, profiles: this.profiles } satisfies SavedChoices);
    const outcome = await request('drafts.keep', { key, text });
    if (!outcome.ok) this.error = outcome.error;
  }
}

/** The stored choices; null if an older version stored them in another shape. */
function parseSaved(text: string | null): SavedChoices | null {
  if (text === null) return null;
  const read = z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(SavedChoices)
    .safeParse(text);
  return read.success ? read.data : null;
}

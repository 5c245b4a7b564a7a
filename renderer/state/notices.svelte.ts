import type { Timestamp } from '../../shared/calendar/calendar.ts';
import { trueEvents, withoutEnded, type EventTruth, type Situation } from './foot-line.ts';
import type { Place, Router } from './router.svelte.ts';

/** The action of a notice: opens the place of what happened, or undoes it. */
export type NoticeAction = {
  readonly label: 'Open' | 'Show' | 'Undo' | 'Copy digest';
  /** `isOpen`: the view in which it was done is still the one that is open, so that its lists can be refreshed. */
  readonly run: (isOpen: boolean) => void | Promise<void>;
};

export type Notice = EventTruth & {
  readonly id: number;
  readonly at: Timestamp;
  readonly text: string;
  readonly action: NoticeAction | null;
  /** The view that was open; null outside the desk. */
  readonly place: Place | null;
};

/** The navigation back to the view of an act. */
type Places = Pick<Router, 'go' | 'place'>;

/** New rows that wait above the open list, in a sentence, and the function that shows them. */
export type WaitingAbove = { readonly text: string; readonly show: () => void };

/** The one statement or ledger that a view shows; empty for views of many things. */
function subjectOf({ view, params }: Place): string {
  if (view === 'statements') return params.accountNumber ?? '';
  return view === 'books' ? (params.ledgerId ?? '') : '';
}

const noticesMax = 20;
/** The maximum number of acts that can be undone, also those whose notices are gone. */
const actsMax = 50;

/** Events of the line at the foot, a sentence each: the newest that is still true is the line. Never the only place of a failure. */
export class Notices {
  #next = 0;
  /** The acts that can be undone, oldest first. */
  #acts: readonly Notice[] = [];
  /** Undos run one after the other: the second sees the result of the first. */
  #undoing: Promise<void> = Promise.resolve();
  #profileId: string | null = null;
  readonly #places: Places | null;
  readonly #situation: () => Situation;
  /** Oldest first; some may no longer be true. */
  list = $state.raw<readonly Notice[]>([]);
  readonly #true: readonly Notice[] = $derived.by(() => trueEvents(this.list, this.#situation()));
  /** Newest first. */
  readonly earlier: readonly Notice[] = $derived(this.#true.slice(0, -1).toReversed());

  /** Shown at the other end of the line; its view removes it. */
  above = $state.raw<WaitingAbove | null>(null);

  constructor(
    places: Places | null = null,
    situation: () => Situation = () => ({ isOffline: false }),
  ) {
    this.#places = places;
    this.#situation = situation;
  }

  get last(): Notice | null {
    return this.#true.at(-1) ?? null;
  }

  /** Shows an event, with amount and name if there are any. `truth`: how long it is true, for a state. */
  show(text: string, action: NoticeAction | null = null, truth: EventTruth = {}): void {
    const at = new Date().toISOString();
    const place = this.#places?.place ?? null;
    const notice = { ...truth, id: ++this.#next, at, text, action, place };
    this.list = [...withoutEnded(this.list, truth), notice].slice(-noticesMax);
    if (action?.label === 'Undo') this.#acts = [...this.#acts, notice].slice(-actsMax);
  }

  /** Runs the action of a notice. An undo runs only once: the action is removed then. */
  follow({ id, action, place }: Notice): void {
    if (action?.label !== 'Undo') {
      void action?.run(false);
      return;
    }
    if (!this.#acts.some((act) => act.id === id)) return;
    this.#acts = this.#acts.filter((act) => act.id !== id);
    this.list = this.list.map((notice) =>
      notice.id === id ? { ...notice, action: null } : notice,
    );
    const run = async (): Promise<void> => {
      const isOpen = this.#isOpen(place);
      await action.run(isOpen);
      // The view was left and opened again: it must reload the undone data.
      if (!isOpen && this.#places?.place.view === place?.view) this.#reopen();
    };
    this.#undoing = this.#undoing.then(run, run);
  }

  /** Undoes the last act that still can be. For one of another view, only opens that view. `otherwise` runs if there is none. */
  undo = (otherwise = (): void => this.show('There is nothing to undo.')): void => {
    const act = this.#acts.at(-1);
    if (!act) otherwise();
    else if (this.#isOfOtherPlace(act)) this.#leadTo(act);
    else this.follow(act);
  };

  /** True while the same view of an act is still open. */
  #isOpen(place: Place | null): boolean {
    const here = this.#places?.place;
    if (!here || place === null) return true;
    return here.visit === place.visit && subjectOf(here) === subjectOf(place);
  }

  /** Of another view, or of another statement or ledger in the same one. */
  #isOfOtherPlace({ place }: Notice): boolean {
    const here = this.#places?.place;
    if (!here || place === null) return false;
    return here.view !== place.view || subjectOf(here) !== subjectOf(place);
  }

  #leadTo({ place, text }: Notice): void {
    if (place === null) return;
    this.#places?.go(place.view, place.params);
    this.show(`Not undone yet. Ctrl Z again undoes: ${text}`);
  }

  #reopen(): void {
    const here = this.#places?.place;
    if (here) this.#places.go(here.view, here.params);
  }

  /** Ends the state of a subject, such as a file that is being sent now. */
  end(subject: string): void {
    this.list = withoutEnded(this.list, { ends: subject });
  }

  /** Drops the acts of another bank, which cannot be shown or undone here. */
  belongTo(profileId: string | null): void {
    if (this.#profileId !== null && this.#profileId !== profileId) {
      this.#acts = [];
      this.list = this.list.map((notice) => ({ ...notice, action: null }));
    }
    this.#profileId = profileId;
  }

  /** Drops everything: behind a lock nothing may be read, or undone. */
  clear(): void {
    this.above = null;
    this.list = [];
    this.#acts = [];
  }
}

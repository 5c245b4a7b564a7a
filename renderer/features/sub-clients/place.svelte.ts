import type { RequirementPlace } from '../../../shared/ipc/changes/sub-clients.ts';
import type { Router, ViewParams } from '../../state/router.svelte.ts';
import type { Band } from './expiry-bands.ts';
import { Journey } from './journey/journey.svelte.ts';
import { isUnderway, nextStep, stepAt } from './journey/journey-labels.ts';
import type { SubClientsState } from './sub-clients.svelte.ts';
import type { TabId } from './tab-labels.ts';

/** The place in the sub-clients: a tab, one sub-client, a part of it, or the steps in which it is entered. */
export class Place {
  tab = $state<TabId>('list');
  /** The requested part of the selected sub-client. */
  part = $state<RequirementPlace | undefined>();
  band = $state.raw<Band | null>(null);
  journey = $state.raw<Journey | null>(null);
  /** The initial place is in the history already; noting it during the mount would mount the view again. */
  #isStarting = true;
  readonly #subClients: SubClientsState;
  readonly #router: Router;
  /** Whether the bank accepts what the steps enter. */
  readonly #mayEnter: () => boolean;

  constructor(subClients: SubClientsState, router: Router, mayEnter: () => boolean) {
    this.#subClients = subClients;
    this.#router = router;
    this.#mayEnter = mayEnter;
  }

  start({ entityId, tab = 'list', place }: ViewParams['sub-clients']): void {
    this.tab = tab;
    if (entityId === undefined && place === 'details') this.beginNew();
    else if (entityId !== undefined && place) void this.open(entityId, place);
    else if (entityId !== undefined) this.#subClients.select(entityId);
    this.#isStarting = false;
  }

  select(entityId: string): void {
    this.part = undefined;
    this.#subClients.select(entityId);
    this.#note();
  }

  show(tab: TabId): void {
    this.journey = null;
    this.tab = tab;
    this.#note();
  }

  /** Opens the steps for a new sub-client, with the values typed before. */
  beginNew(): void {
    this.journey = new Journey(null);
    this.#note();
  }

  /** Opens the place of a task: in the steps while the sub-client is being entered, else beside the list. */
  async open(entityId: string, at?: RequirementPlace): Promise<void> {
    this.tab = 'list';
    this.select(entityId);
    await this.#subClients.detail.refresh();
    const { shown } = this.#subClients;
    if (shown && (isUnderway(shown) || at === 'details' || at === 'shareholders')) this.go(at);
    else this.part = at;
    this.#note();
  }

  /** Opens the steps of the selected sub-client; where the bank takes none of them in, its part beside the list is shown. */
  go(at?: RequirementPlace): void {
    const { shown } = this.#subClients;
    if (shown?.goneAt !== null) return;
    if (!this.#mayEnter()) {
      this.part = at;
      return;
    }
    const opened = new Journey(shown.subClient.entityId);
    opened.step = at ? stepAt(at, shown) : nextStep(shown, shown.requirements);
    this.journey = opened;
    this.#note();
  }

  /** Returns to the list, at the sub-client of the journey. */
  async leaveJourney(): Promise<void> {
    const left = this.journey;
    this.journey = null;
    await left?.saved.flush();
    const made = left?.entityId ?? null;
    if (made !== null) this.#subClients.select(made);
    this.#note();
    await this.#subClients.reread();
  }

  #note(): void {
    if (this.#isStarting) return;
    const chosen = this.journey ? this.journey.entityId : this.#subClients.selectedKey;
    this.#router.note('sub-clients', {
      tab: this.tab,
      ...(chosen === null ? {} : { entityId: chosen }),
      ...(this.journey ? { place: placeOf(this.journey) } : {}),
    });
  }
}

const placeOf = ({ step }: Journey): RequirementPlace =>
  step === 'business' || step === 'address' ? 'details' : step;

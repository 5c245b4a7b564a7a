import { deskEvents, type DeskEvents, type StoreTopic } from '../../shared/ipc/events.ts';
import { desk } from './desk.ts';

type StoreFact = Omit<DeskEvents['store.changed'], 'topic'>;
type LiveFacts = Record<StoreTopic, StoreFact> & Omit<DeskEvents, 'store.changed'>;
type Name = keyof LiveFacts;
type Listener<N extends Name> = (fact: LiveFacts[N]) => void;

/** The window's only subscription to announcements of the main process; created once, by the shell. */
export class Live {
  readonly #listeners = new Map<Name, Set<(fact: never) => void>>();

  /** Listens to a topic of the store, or to another event by its name. Returns the function that stops. */
  on<N extends Name>(name: N, listener: Listener<N>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Listens for the end of a sync, however it ended. Returns the function that stops. */
  onSynced(listener: () => void): () => void {
    return this.on('sync.progressed', ({ running }) => {
      if (!running) listener();
    });
  }

  /** Begins to listen to the main process. Returns the function that stops. */
  start(): () => void {
    const stops = deskEvents.map((event) =>
      event === 'store.changed'
        ? desk.on(event, ({ topic, ...fact }) => this.#announce(topic, fact))
        : desk.on(event, (fact) => this.#announce(event, fact)),
    );
    return () => {
      stops.forEach((stop) => stop());
    };
  }

  #announce<N extends Name>(name: N, fact: LiveFacts[N]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<N>)(fact);
  }
}

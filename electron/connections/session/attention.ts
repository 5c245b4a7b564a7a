import { z } from 'zod';

import type { Needs } from '../../../shared/ipc/desk/desk.ts';
import { isQuietHour, type QuietHours } from '../../../shared/quiet-hours.ts';
import type { Signs } from '../../../shared/signs.ts';
import { StoredChoice } from './bank-choice.ts';

type Ports = {
  readonly dataDir: string;
  readonly signs: Signs;
  readonly quiet: () => QuietHours;
  /** The local hour of the day, 0 to 23. */
  readonly hour: () => number;
};

/** The team's requests that wait for this person: how many, how many of them are new, and how many end soon. */
export type WaitingRequests = {
  readonly waiting: number;
  readonly fresh: number;
  readonly ending: number;
};

const Choice = z.strictObject({ notifies: z.boolean() });

/**
 * Shows outside the window that something needs a person: a count at the program's icon, and a sentence about new things. It names no
 * amount, account, bank or person, since anybody near the screen may read it. Quiet hours hold sentences back; what happened in them is
 * announced with the first item after them.
 */
export class Attention {
  readonly #ports: Ports;
  readonly #stored: StoredChoice<z.infer<typeof Choice>>;
  /** Exceptions that need a person. */
  #needing = 0;
  /** New exceptions that were not announced yet. */
  #unannounced = 0;
  #requests: WaitingRequests = noRequests;
  /** Planned runs that were sent and not announced yet. */
  #runs = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    const { dataDir } = ports;
    const otherwise = { notifies: true };
    this.#stored = new StoredChoice({ dataDir, file: 'attention.json', schema: Choice, otherwise });
  }

  /** Whether it shows sentences. The number at the icon is shown in any case. */
  get notifies(): boolean {
    return this.#stored.choice.notifies;
  }

  /** Throws `store.full` or `store.readonly`; the former choice remains then. */
  choose(notifies: boolean): void {
    this.#stored.save({ notifies });
  }

  countExceptions({ needing, fresh }: Needs): void {
    this.#needing = needing;
    this.#unannounced = Math.min(this.#unannounced + fresh, needing);
    this.#show();
  }

  /** `fresh` and `ending` count requests that were not reported as such before. */
  countRequests({ waiting, fresh, ending }: WaitingRequests): void {
    const before = this.#requests;
    this.#requests = {
      waiting,
      fresh: Math.min(before.fresh + fresh, waiting),
      ending: Math.min(before.ending + ending, waiting),
    };
    this.#show();
  }

  /** Counts a planned run that ended. One that stopped is among the exceptions. */
  countRun(): void {
    this.#runs += 1;
    this.#show();
  }

  /** The open bank has no team. */
  forgetRequests(): void {
    if (this.#requests.waiting > 0) this.countRequests(noRequests);
  }

  #show(): void {
    const { signs, quiet, hour } = this.#ports;
    const { waiting, fresh, ending } = this.#requests;
    signs.badge(this.#needing + waiting);
    const sentences = [
      ...(this.#unannounced > 0 ? [sentenceOf(this.#unannounced)] : []),
      ...(fresh > 0 ? [requestSentence(fresh)] : []),
      ...(ending > 0 ? [endingSentence(ending)] : []),
      ...(this.#runs > 0 ? ['The due payments that were planned are sent.'] : []),
    ];
    if (sentences.length === 0 || isQuietHour(quiet(), hour())) return;
    const otherwise = fresh + ending > 0 ? 'approvals' : 'due';
    const place = this.#unannounced > 0 ? 'exceptions' : otherwise;
    if (this.notifies) signs.notify(sentences.join(' '), place);
    this.#unannounced = 0;
    this.#runs = 0;
    this.#requests = { waiting, fresh: 0, ending: 0 };
  }
}

const noRequests: WaitingRequests = { waiting: 0, fresh: 0, ending: 0 };

const sentenceOf = (fresh: number): string =>
  fresh === 1 ? 'One thing more needs a person.' : `${String(fresh)} things more need a person.`;

const requestSentence = (fresh: number): string =>
  fresh === 1
    ? 'One request more waits for your approval.'
    : `${String(fresh)} requests more wait for your approval.`;

const endingSentence = (ending: number): string =>
  ending === 1
    ? 'A request that waits for your approval ends soon.'
    : `${String(ending)} requests that wait for your approval end soon.`;

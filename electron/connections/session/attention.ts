import { z } from 'zod';

import type { Needs } from '../../../shared/ipc/desk/desk.ts';
import { isQuietHour, type QuietHours } from '../../../shared/quiet-hours.ts';
import type { Signs } from '../../../shared/signs.ts';
import { StoredChoice } from './bank-choice.ts';

type Ports = {
  readonly dataDir: string;
  readonly signs: Signs;
  readonly quiet: () => QuietHours;
  /** The hour of the day where this machine stands, 0 to 23. */
  readonly hour: () => number;
};

const Choice = z.strictObject({ notifies: z.boolean() });

/**
 * Tells outside the window that something needs a person: how much at the program's icon, and what came anew in a sentence. It names no
 * amount, no account, no bank and no person: whoever passes the screen may read it. Quiet hours hold sentences back; what came in them is
 * announced with the first item after them.
 */
export class Attention {
  readonly #ports: Ports;
  readonly #stored: StoredChoice<z.infer<typeof Choice>>;
  /** New items that were not announced yet. */
  #unannounced = 0;

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

  /** Throws `store.full` or `store.readonly`; what was chosen before stays then. */
  choose(notifies: boolean): void {
    this.#stored.save({ notifies });
  }

  hear({ needing, fresh }: Needs): void {
    const { signs, quiet, hour } = this.#ports;
    signs.badge(needing);
    this.#unannounced = Math.min(this.#unannounced + fresh, needing);
    if (this.#unannounced === 0 || isQuietHour(quiet(), hour())) return;
    if (this.notifies) signs.notify(sentenceOf(this.#unannounced));
    this.#unannounced = 0;
  }
}

const sentenceOf = (fresh: number): string =>
  fresh === 1 ? 'One thing more needs a person.' : `${String(fresh)} things more need a person.`;

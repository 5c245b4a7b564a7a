import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { PartResult } from './aggregates/aggregate-verifier.ts';
import type { StatementQuestions } from './reads.ts';
import type { StatementWrites } from './writes.ts';

/** How many entries the reader thread verifies at a time: some tens of milliseconds. */
const entriesAtOnce = 20_000;

type Ports = {
  readonly accounts: () => readonly string[];
  readonly questions: StatementQuestions;
  readonly writer: Pick<StatementWrites, 'repairAggregates'>;
  /** Is a read or a submission with a higher priority running? */
  readonly isBusy: () => boolean;
  /** A stored aggregate was wrong and is repaired. `sentence` describes it. */
  readonly onRepaired: (accountNumber: string, sentence: string) => void;
  /** The local copy could not be read or written: verification stops. */
  readonly onFault: (fault: DeskFault) => void;
};

/** A day; undefined for the newest day of the account. */
type Place = { readonly to: number | undefined };
const newest = (): Place => ({ to: undefined });

/**
 * Verifies the stored aggregates against the entries, one part at a time while the machine is idle: every account once after the
 * opening, and again after each of its syncs. Repairs what differs from the entries and reports it.
 */
export class AggregateMonitor {
  readonly #ports: Ports;
  /** The accounts still to verify, each with the day where its next part begins; null before the first check. */
  #due: Map<string, Place> | null = null;
  readonly #closing = new AbortController();
  #checking: Promise<void> | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Schedules a synced account for another check, from its newest day on. */
  recheck(accountNumber: string): void {
    this.#due?.set(accountNumber, newest());
  }

  /** Verifies one part if one is due and nothing else is running. Returns false once all parts are verified. */
  async checkNext(): Promise<boolean> {
    const { accounts, isBusy, onFault } = this.#ports;
    if (this.#closing.signal.aborted) return false;
    this.#due ??= new Map(accounts().map((accountNumber) => [accountNumber, newest()]));
    const [next] = this.#due;
    if (next === undefined) return false;
    if (this.#checking !== null || isBusy()) return true;
    this.#checking = this.#compare(...next)
      .catch((cause: unknown) => {
        this.close();
        if (!(cause instanceof DeskFault)) throw cause;
        if (cause.code !== 'cancelled') onFault(cause);
      })
      .finally(() => (this.#checking = null));
    await this.#checking;
    return this.#due.size > 0;
  }

  /** Stops the check that is running. Nothing is repaired afterwards. */
  close(): void {
    this.#closing.abort();
  }

  async #compare(accountNumber: string, place: Place): Promise<void> {
    const { questions, writer, onRepaired } = this.#ports;
    const part = { accountNumber, to: place.to, entriesMax: entriesAtOnce };
    const { signal } = this.#closing;
    const options = { urgency: 'background', signal } as const;
    let checked = await questions.ask('verifyAggregates', [part], options);
    if (isWrong(checked)) {
      checked = await writer.repairAggregates(part);
      if (isWrong(checked)) onRepaired(accountNumber, repairMessage(accountNumber, checked));
    }
    // If the account was synced during the check, its check starts over.
    if (this.#due?.get(accountNumber) !== place) return;
    this.#due.delete(accountNumber);
    if (checked.next !== null) this.#due.set(accountNumber, { to: checked.next });
  }
}

const isWrong = ({ wrong, isWholeWrong }: PartResult): boolean => wrong.length > 0 || isWholeWrong;

function repairMessage(accountNumber: string, { wrong }: PartResult): string {
  const [first, last] = [wrong[0], wrong.at(-1)];
  const when =
    first === undefined || last === undefined
      ? 'over all its days'
      : first === last
        ? `of ${dateOfDayNumber(first)}`
        : `between ${dateOfDayNumber(first)} and ${dateOfDayNumber(last)}`;
  return `The stored totals of account ${accountNumber} ${when} did not match its entries and were recalculated. No entry was changed.`;
}

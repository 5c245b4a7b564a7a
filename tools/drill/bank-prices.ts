import type { FaultRule } from '../../sandbox/server/faults/faults.ts';
import type { Sandbox } from '../../sandbox/bank/sandbox.ts';
import type { DrillTime } from './drill-time.ts';

/** Three percent: more than a market moves while somebody reads a request. */
const basisPoints = 300;

/** Sets the sandbox's prices, through its own desk for faults. */
export class BankPrices {
  readonly #sandbox: Sandbox;
  readonly #time: DrillTime;
  #poorUntilMs: number | null = null;

  constructor(sandbox: Sandbox, time: DrillTime) {
    this.#sandbox = sandbox;
    this.#time = time;
  }

  /** Every quote is under the market for so long. */
  async makePoor(minutes: number): Promise<void> {
    this.#poorUntilMs = this.#time.nowMs + minutes * 60_000;
    await this.#set([{ operation: 'getQuote', fault: { kind: 'poor-price', basisPoints } }]);
  }

  /** The next conversion is traded under its quote. */
  slip(): Promise<void> {
    const fault = { kind: 'poor-price', basisPoints } as const;
    return this.#set([{ operation: 'lockRate', times: 1, fault }]);
  }

  /** Ends a poor price whose time is over. */
  async refresh(): Promise<void> {
    if (this.#poorUntilMs !== null && this.#time.nowMs >= this.#poorUntilMs) await this.makeFair();
  }

  async makeFair(): Promise<void> {
    this.#poorUntilMs = null;
    await this.#set([]);
  }

  async #set(rules: readonly FaultRule[]): Promise<void> {
    const answer = await fetch(`${this.#sandbox.baseUrl}/sandbox/faults`, {
      method: 'PUT',
      body: JSON.stringify({ rules }),
    });
    if (!answer.ok) throw new Error(`the sandbox took no prices: ${await answer.text()}`);
  }
}

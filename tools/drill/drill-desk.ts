import { createDesk, type Desk, type DeskPorts } from '../../electron/desk/desk.ts';
import type { CopyPorts } from '../../electron/connections/local-copy/local-copy.ts';
import type { Outcome } from '../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../shared/ipc/contract.ts';
import type { Route } from '../../shared/ipc/routes.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';

type Opening = Omit<CopyPorts, 'program' | 'storeWorker'> & Pick<DeskPorts, 'programs'>;

/** What is called when a sync is over. */
type Listening = { onEnd: () => void };

/** A desk of the product over files of its own, requested as the window requests it. */
export class DrillDesk {
  readonly #desk: Desk;
  readonly #sync: Listening;

  private constructor(desk: Desk, sync: Listening) {
    this.#desk = desk;
    this.#sync = sync;
  }

  /** Opens the desk at the sandbox that the data folder names. */
  static async open(opening: Opening): Promise<DrillDesk> {
    const sync: Listening = { onEnd: () => undefined };
    const desk = new DrillDesk(
      await createDesk({
        ...opening,
        program: 'window',
        announce: (event, fact) => {
          if (event === 'sync.progressed' && 'running' in fact && !fact.running) sync.onEnd();
        },
        // The desk never counts as idle: if it locked itself, it would only be unlocked again.
        idleClock: () => 0,
        saveAs: () => Promise.resolve(undefined),
        openFile: () => Promise.resolve(undefined),
        openFolder: () => Promise.resolve(undefined),
        // What a person decided is confirmed outside the window.
        confirm: () => Promise.resolve(true),
        openSaved: () => Promise.resolve(false),
        copyText: () => Promise.resolve(true),
        signs: { badge: () => undefined, notify: () => undefined },
      }),
      sync,
    );
    await desk.get('desk.openSandbox', {});
    return desk;
  }

  request<R extends Route>(route: R, input: RouteInput<R>): Promise<Outcome<RouteOutput<R>>> {
    return this.#desk.handle(route, input) as Promise<Outcome<RouteOutput<R>>>;
  }

  /** Throws where the desk refuses: a drill cannot go on then. */
  async get<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
    const outcome = await this.request(route, input);
    if (outcome.ok) return outcome.value;
    const { code, message, fields } = outcome.error;
    throw new Error(`${route}: ${code} ${message} ${JSON.stringify(fields ?? {})}`);
  }

  /** A sign-in ends where a desk rests for half a day. */
  async signIn(): Promise<void> {
    await this.get('session.signIn', { credentials: sandboxSignIn, remember: false });
  }

  /** Reads from the bank what the desk reads automatically while it is idle. Throws where that fails. */
  async sync(): Promise<void> {
    const end = new Promise<void>((resolve) => (this.#sync.onEnd = resolve));
    await this.get('sync.start', {});
    await end;
    const { error, accounts } = await this.get('sync.progress', {});
    const failed = error ?? accounts.find((account) => account.error !== null)?.error;
    if (failed) throw new Error(`the sync failed: ${failed.message}`);
  }

  close(): Promise<void> {
    return this.#desk.close();
  }
}

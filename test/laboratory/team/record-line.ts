import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The moments of a claim and of its outcome on the line between a desk and the record. */
export const lineMoments = [
  'claim on its way',
  'claim at the record',
  'outcome on its way',
  'outcome at the record',
] as const;
export type LineMoment = (typeof lineMoments)[number];

/** The connection breaks at that moment, once. */
export type LineFault = {
  readonly at: LineMoment;
  /** The line stays cut, until somebody mends it. */
  readonly staysCut: boolean;
};

/** Is asked at each moment; false where the desk is dead by then, and nothing goes on. */
type Watch = (moment: LineMoment) => Promise<boolean>;

const names: Readonly<Record<string, 'claim' | 'outcome'>> = {
  'nostro.claim(': 'claim',
  'nostro.settle(': 'outcome',
};

/** ReadyForQuery: the server has done what it was sent, and committed it. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/** The databases of the record have names of one length, so a line can turn a connection to another one. */
export const mainDatabase = 'lab_main';
export type LabDatabase = 'lab_main' | 'lab_fork';

/** The line of one desk to the record, over all its lives. */
export class RecordLine {
  readonly #listener: Server;
  readonly #serverPort: number;
  readonly #open = new Set<Socket>();
  #watch: Watch | null = null;
  #isDead = false;
  #isCut = false;
  /** Where connections go that are made from now on. */
  #database: LabDatabase = mainDatabase;
  fault: LineFault | null = null;

  private constructor(listener: Server, serverPort: number) {
    this.#listener = listener;
    this.#serverPort = serverPort;
    listener.on('connection', (near) => {
      this.#accept(near);
    });
  }

  static async open(serverPort: number): Promise<RecordLine> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new RecordLine(listener, serverPort);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** The database to which new connections go. */
  get database(): LabDatabase {
    return this.#database;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** As new, for the next history. */
  reset(): void {
    this.#break();
    this.#watch = null;
    this.fault = null;
    this.#isDead = this.#isCut = false;
    this.#database = mainDatabase;
  }

  serve(watch: Watch): void {
    this.#watch = watch;
  }

  cut(): void {
    this.#isCut = true;
    this.#break();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Its desk is dead: nothing of it arrives any more. */
  die(): void {
    this.#isDead = true;
    this.#break();
  }

  revive(): void {
    this.#break();
    this.#isDead = false;
  }

  turnTo(database: LabDatabase): void {
    this.#database = database;
    this.#break();
  }

  close(): void {
    this.#break();
    this.#listener.close();
  }

  #break(): void {
    for (const socket of [...this.#open]) socket.destroy();
  }

  #accept(near: Socket): void {
    if (this.#isCut || this.#isDead) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.#serverPort, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
    this.#carry(near, far);
  }

  /** Carries both ways, in order. */
  #carry(near: Socket, far: Socket): void {
    let isFirst = true;
    let call: 'claim' | 'outcome' | null = null;
    let answer = Buffer.alloc(0);
    let outward: Promise<unknown> = Promise.resolve();
    let homeward: Promise<unknown> = Promise.resolve();
    near.on('data', (bytes: Buffer) => {
      const sent = isFirst ? this.#turned(bytes) : bytes;
      isFirst = false;
      const called = Object.entries(names).find(([text]) => sent.includes(text))?.[1] ?? null;
      if (called !== null) {
        call = called;
        answer = Buffer.alloc(0);
      }
      outward = outward.then(async () => {
        if (called === null || (await this.#passes(`${called} on its way`))) far.write(sent);
        else near.destroy();
      });
    });
    far.on('data', (bytes: Buffer) => {
      if (call === null) {
        near.write(bytes);
        return;
      }
      answer = Buffer.concat([answer, bytes]);
      if (!answer.includes(ready)) return;
      const [whole, of] = [answer, call];
      call = null;
      homeward = homeward.then(async () => {
        if (await this.#passes(`${of} at the record`)) near.write(whole);
        else near.destroy();
      });
    });
  }

  async #passes(moment: LineMoment): Promise<boolean> {
    if (this.#watch !== null && !(await this.#watch(moment))) return false;
    if (this.fault?.at !== moment) return true;
    if (this.fault.staysCut) this.cut();
    this.fault = null;
    return false;
  }

  /** The first message of a client names its database. */
  #turned(bytes: Buffer): Buffer {
    const at = bytes.indexOf(`database\0${mainDatabase}\0`);
    if (at >= 0) bytes.write(this.#database, at + 'database\0'.length, 'latin1');
    return bytes;
  }
}

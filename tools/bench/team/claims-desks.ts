import { setTimeout } from 'node:timers/promises';

import type { Client } from 'pg';

import type { Invitation } from '../../../electron/nouns/people/invitation.ts';
import { randoms } from '../../../test/support/randoms.ts';
import { insertPlain, newPayment } from './claimed-payments.ts';
import { context, finishJoining, invitedDesk, valueOf, type BenchTeamDesk } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * Some desks of the team that `claims-run.ts` measures, in a process of their own, which `claims-run.ts` forks: `claims-desks.ts PORT
 * DATABASE`. Each message is a piece of work; the answer follows when it is done.
 */
export type DesksWork =
  | { readonly do: 'ask to join'; readonly invitation: Invitation }
  | { readonly do: 'finish joining' }
  | ({ readonly do: 'claims' | 'settled' | 'plain' } & Pace)
  | { readonly do: 'publish' }
  | { readonly do: 'close' };

export type DesksAnswer = {
  /** The words that the last desk that asked to join reads aloud. */
  readonly words?: readonly string[];
  /** Milliseconds of each piece of work. */
  readonly ms?: readonly number[];
};

const place = databaseIn(process.argv.slice(2));
const desks: BenchTeamDesk[] = [];
const clients: Client[] = [];

process.on('message', (work: DesksWork) => {
  void done(work).then((answer) => {
    process.send?.(answer, () => {
      if (work.do === 'close') process.disconnect();
    });
  });
});

async function done(work: DesksWork): Promise<DesksAnswer> {
  switch (work.do) {
    case 'ask to join': {
      const { desk, words } = await invitedDesk(work.invitation);
      desks.push(desk);
      clients.push(await asSuperuser(place));
      return { words };
    }
    case 'finish joining':
      for (const desk of desks) await finishJoining(desk);
      return {};
    case 'publish':
      await Promise.all(desks.map(({ team }) => valueOf(team.claims.publish(context))));
      return {};
    case 'close':
      await Promise.all(clients.map((client) => client.end()));
      await Promise.all(desks.map((desk) => desk.close()));
      return {};
    case 'claims':
    case 'settled':
    case 'plain':
      return { ms: await atPace(work, { claims: claim, settled: pay, plain: insert }[work.do]) };
  }
}

type Pace = { readonly seconds: number; readonly perSecond: number; readonly seed: number };

/**
 * Milliseconds of each piece of work, from the moment at which it was due: pieces begin at random, `perSecond` on average, whatever
 * became of those before.
 */
async function atPace(
  { seconds, perSecond, seed }: Pace,
  work: (at: number) => Promise<unknown>,
): Promise<number[]> {
  const random = randoms(seed);
  const started = performance.now();
  return Promise.all(
    Array.from({ length: seconds * perSecond }, async () => {
      const due = Math.floor(random() * seconds * 1_000);
      const at = Math.floor(random() * desks.length);
      await setTimeout(due);
      await work(at);
      return performance.now() - started - due;
    }),
  );
}

const insert = (at: number): Promise<unknown> => insertPlain(clients[at]);

async function claim(at: number): Promise<string> {
  const wanted = newPayment();
  await valueOf(deskAt(at).team.claims.claim(wanted, context));
  return wanted.reference;
}

async function pay(at: number): Promise<void> {
  deskAt(at).team.claims.settle(await claim(at), 'accepted');
}

function deskAt(at: number): BenchTeamDesk {
  const desk = desks[at];
  if (desk === undefined) throw new RangeError('there is no such desk');
  return desk;
}

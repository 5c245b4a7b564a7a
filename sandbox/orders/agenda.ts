import { z } from 'zod';

import { timestampOf } from '../server/clock.ts';
import type { Fault } from '../server/faults/faults.ts';
import type { Common, Part, Step } from '../server/noun.ts';

export const AgendaStep = z.strictObject({
  dueMs: z.number(),
  /** One of the steps that the nouns name. */
  kind: z.string(),
  /** The order's or the record's. */
  id: z.string(),
});
type AgendaStep = z.output<typeof AgendaStep>;

/** The coming steps of orders and records, by the bank's clock, in the order in which they are due. */
type Agenda = { readonly agenda: AgendaStep[] };
export type WithAgenda = Common & Agenda;

const savedFields = { agenda: z.array(AgendaStep).default([]) };

export const agendaPart: Part<Agenda, typeof savedFields> = {
  seed: () => ({ agenda: [] }),
  savedFields,
  save: ({ agenda }) => ({ agenda }),
  restore: ({ agenda }) => ({ agenda }),
};

/** Steps of one order, each so many milliseconds after an instant. */
export type Course<Kind extends string> = readonly (readonly [afterMs: number, kind: Kind])[];

/** Enters the steps of an order. `Kind` is a step that its noun names. */
export function plan<Kind extends string>(
  bank: Agenda,
  { id, from }: { id: string; from: string },
  course: Course<Kind>,
): void {
  for (const [afterMs, kind] of course)
    enterStep(bank, { dueMs: Date.parse(from) + afterMs, kind, id });
}

/** Enters a step after all that are due no later. */
function enterStep({ agenda }: Agenda, step: AgendaStep): void {
  const place = agenda.findLastIndex(({ dueMs }) => dueMs <= step.dueMs);
  agenda.splice(place + 1, 0, step);
}

/** Takes the next step that is due, if one is. */
export function takeDueStep({ agenda }: Agenda, nowMs: number): AgendaStep | undefined {
  const [next] = agenda;
  return next && next.dueMs <= nowMs ? agenda.shift() : undefined;
}

/** Takes the first step of an order now, or later when a fault delays it. */
export function takeOrder<Bank extends WithAgenda, Kind extends string>(
  bank: Bank,
  { id, steps, first }: { id: string; steps: Record<Kind, Step<Bank>>; first: Kind },
  faults: readonly Fault[],
): void {
  const at = timestampOf(bank.clock);
  const delay = faults.find((fault) => fault.kind === 'late-booking');
  if (delay) plan(bank, { id, from: at }, [[delay.ms, first]]);
  else steps[first](bank, id, at);
}

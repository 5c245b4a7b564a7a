import type { Timestamp } from './calendar/calendar.ts';
import type { DeskUser } from './ipc/desk/desk.ts';

/** Who did something. */
export type Actor = {
  /** The person's id at the bank; empty where the bank names no one, and on the command line. */
  readonly id: string;
  /** The name that is shown. */
  readonly name: string;
  /** The id of the desk on which it was done. */
  readonly desk: string;
};

/** Who did something, and when. */
export type Stamp = { readonly actor: Actor; readonly at: Timestamp };

/** The person that the bank names at sign-in; null where it names no one. */
type Person = Pick<DeskUser, 'userId' | 'emailAddress' | 'name'> | null;

/** The actor at a signed-in desk. `typed` is the name of a person whom the bank does not name. */
export const deskActor = (desk: string, person: Person, typed = 'this desk'): Actor => ({
  id: idOf(person),
  name: person?.name ?? typed.trim(),
  desk,
});

/** The actor of an act that a person signs by typing their name, regardless of the person that the bank names. */
export const signingActor = (desk: string, person: Person, typed: string): Actor => ({
  id: idOf(person),
  name: typed.trim(),
  desk,
});

/** The actor of a command that runs without a sign-in. */
export const commandLineActor = (desk: string): Actor => ({ id: '', name: 'command line', desk });

/** Compares by the bank's id, and by name and desk where the bank names no one. */
export const isSamePerson = (one: Actor, other: Actor): boolean =>
  one.id === '' && other.id === ''
    ? one.name === other.name && one.desk === other.desk
    : one.id === other.id;

/** An actor as the journal stores it: canonical JSON, so equal actors are equal texts. */
export const actorText = ({ desk, id, name }: Actor): string => JSON.stringify({ desk, id, name });

/** Parses {@link actorText}; throws for any other text. Parsed by hand: the writer thread would load a schema for this alone. */
export function actorIn(text: string): Actor {
  const { desk, id, name, ...more } = JSON.parse(text) as Partial<Record<keyof Actor, unknown>>;
  const isActor = [desk, id, name].every((part) => typeof part === 'string');
  if (!isActor || Object.keys(more).length > 0) throw new TypeError('the text is no actor');
  return { desk, id, name } as Actor;
}

const idOf = (person: Person): string =>
  [person?.userId, person?.emailAddress].find((id) => id !== undefined && id !== '') ?? '';

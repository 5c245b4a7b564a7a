/** The state of the desk on which events of the line at the foot depend. */
export type Situation = { readonly isOffline: boolean };

/** How long an event of the line at the foot is true. An act stays true; a state ends when its subject changes or the situation does. */
export type EventTruth = {
  /** The subject of a state, such as one payment file: the next event of the same subject ends it. */
  readonly subject?: string | undefined;
  /** A subject whose state this event ends, without being a state itself. */
  readonly ends?: string | undefined;
  /** It is true only while the bank can or cannot be reached. */
  readonly while?: 'online' | 'offline' | undefined;
};

/** The events without the states that a new event ends. Oldest first. */
export const withoutEnded = <E extends EventTruth>(
  events: readonly E[],
  { subject, ends }: EventTruth,
): readonly E[] =>
  events.filter((event) => event.subject === undefined || ![subject, ends].includes(event.subject));

const isTrue = ({ while: bound }: EventTruth, { isOffline }: Situation): boolean =>
  bound === undefined || (bound === 'offline') === isOffline;

/**
 * The events that are still true, oldest first; the last of them is the line. They are in the order in which they happened, regardless of
 * their clock times.
 */
export const trueEvents = <E extends EventTruth>(
  events: readonly E[],
  situation: Situation,
): readonly E[] => events.filter((event) => isTrue(event, situation));

import type { Actor } from '../../../shared/actor.ts';

/** A person by their name alone, at the desk of a test. */
export const actorNamed = (name: string): Actor => ({ id: '', name, desk: 'desk-1' });

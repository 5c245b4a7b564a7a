import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Requirement, RequirementPlace } from '../../../../shared/ipc/changes/sub-clients.ts';
import { dayText } from '../../../ui/text/dates.ts';
import type { Tone } from '../documents/document-labels.ts';

/** The label of the button for the requirement's one action. */
export function requirementVerb({ kind, place }: Requirement): string {
  if (kind === 'unknown') return 'Check it';
  return verbs[place];
}

const verbs: Readonly<Record<RequirementPlace, string>> = {
  details: 'Fill in',
  shareholders: 'Enter owners',
  documents: 'Add documents',
  submit: 'Review',
};

/** By when, in words, with the tone of its urgency; null where no day is known. */
export function dueWords(
  dueBy: IsoDate | null,
  today: IsoDate,
): { readonly words: string; readonly tone: Tone } | null {
  if (dueBy === null) return null;
  const days = dayNumber(dueBy) - dayNumber(today);
  if (days < 0) return { words: `since ${dayText(dueBy, today)}`, tone: 'bad' };
  return { words: `by ${dayText(dueBy, today)}`, tone: days <= 30 ? 'warn' : 'plain' };
}

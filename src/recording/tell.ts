import { t } from '../i18n/t.ts';
import type { Event } from '../runtime/stage/events.ts';
import { type Recording, entryAt } from './recording.ts';
import { eventWords } from './subjects.ts';
import './all-words.ts';
import { capitalised } from './words.ts';

/** What happened, as one sentence without its full stop, for readers who are new to all of it. */
export function tell(event: Event): string {
  return capitalised(sentence(event));
}

/** `tell`, and why it happened: "... Why: ...", told from the entry's cause. One line. */
export function because(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  return t`${tell(entry.event)}. ${whyOf(recording, index)}`;
}

/** The second half of `because`: "Why: ..." of the entry's cause, or that nothing in the run led to it. */
export function whyOf(recording: Recording, index: number): string {
  const entry = entryAt(recording, index);
  const cause = recording.entries[entry.cause];
  if (cause) return t`Why: ${sentence(cause.event)}.`;
  if (entry.event.kind === 'act') {
    return entry.event.by === 'reader' ? t`Why: you did it.` : t`Why: the story of this scenario says so.`;
  }
  return t`Why: it is part of how the cluster starts, or its time had come; no earlier step led to it.`;
}

/** `tell` without a capital, to stand in another sentence. Words of a program that end it may bring their own full stop. */
export function sentence(event: Event): string {
  return (eventWords(event.kind)?.tell(event) ?? event.kind).replace(/(?<!\.)\.$/, '');
}

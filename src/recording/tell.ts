import type { Event } from '../runtime/stage/events.ts';
import { eventWords } from './subjects.ts';
import './all-words.ts';
import { capitalised } from './words.ts';

/** What happened, as one sentence without its full stop, for readers who are new to all of it. */
export function tell(event: Event): string {
  return capitalised(sentence(event));
}

/** `tell` without a capital, to stand in another sentence. Words of a program that end it may bring their own full stop. */
export function sentence(event: Event): string {
  return (eventWords(event.kind)?.tell(event) ?? event.kind).replace(/(?<!\.)\.$/, '');
}

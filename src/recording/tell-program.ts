import { exitCodeOf } from '../runtime/go/signal.ts';
import { t, translated } from '../i18n/t.ts';
import type { Event } from '../runtime/stage/events.ts';
import { countOf, durationWords, programWords } from './words.ts';

type ProgramEvent = Extract<Event, { readonly kind: `program.${string}` | 'startup' | 'http.response' }>;

/** What the system says of a program that a signal ended. */
const signalled = [exitCodeOf('SIGTERM'), exitCodeOf('SIGUSR2')];

/** How a program begins, ends and answers, without capital and full stop. */
export function tellProgram(event: ProgramEvent): string {
  const who = programWords(event.program);
  switch (event.kind) {
    case 'program.start':
      return event.args ? t`${who} starts with ${event.args.join(' ')}` : t`${who} starts`;
    case 'program.crash':
      return t`${who} crashes: all that it held in memory is gone`;
    case 'program.pause':
      return t`${who} stands still for ${durationWords(event.forMs)}`;
    case 'program.resume':
      return t`${who} goes on`;
    case 'program.exit':
      if (signalled.includes(event.code)) return t`${who} is ended by ${event.why}`;
      return event.why === '' ? t`${who} has come to its end` : t`${who} ends itself: ${event.why}`;
    case 'program.output':
      return t`${who} prints: ${firstLine(event.text)}`;
    case 'startup':
      return `${who} ${translated(event.text, ...(event.values ?? []))}`;
    case 'http.response':
      return t`${who} answers GET ${event.path} with ${event.status}: ${firstLine(event.body)}`;
    default:
      return event satisfies never;
  }
}

/** As much of a line as fits into a sentence. */
const mostLetters = 200;

/** The rest stands in a table. */
function firstLine(text: string): string {
  const [line = '', ...rest] = text.trim().split('\n');
  const first = line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line;
  return rest.length > 0 ? t`${first} (and ${countOf(rest.length, 'more line')})` : first;
}

import { exitCodeOf } from '../../runtime/go/signal.ts';
import { t, translated } from '../../i18n/t.ts';
import type { ActOf } from '../../runtime/stage/acts.ts';
import type { Event, EventOf } from '../../runtime/stage/events.ts';
import { tellAct } from '../../recording/act-words.ts';
import type { ActsOf, EventsOf, SubjectWords } from '../../recording/subjects.ts';
import { countOf, durationWords, lastPart, programWords } from '../../recording/words.ts';

type ProgramEvent = Extract<Event, { readonly kind: `program.${string}` | 'startup' | 'http.response' }>;

const events: EventsOf<'stage'> = {
  act: { fields: ['act', 'by', 'error'], tell: tellAct, lane: 'acts', public: true, stop: 'every' },
  'program.start': { fields: ['program', 'args'], tell: tellProgram, look: 'write', stop: 'every' },
  'program.crash': { fields: ['program'], tell: tellProgram, look: 'error', stop: 'every' },
  'program.pause': { fields: ['program', 'forMs'], tell: tellProgram, look: 'error', stop: 'every' },
  'program.resume': { fields: ['program'], tell: tellProgram, look: 'write', stop: 'every' },
  'program.exit': {
    fields: ['program', 'why', 'code'],
    tell: tellProgram,
    why: whyExit,
    look: 'error',
    stop: 'every',
  },
  'program.output': { fields: ['program', 'stream', 'text'], tell: tellProgram, stop: 'every' },
  startup: {
    fields: ['phase', 'name', 'program', 'text', 'values'],
    tell: tellProgram,
    look: 'write',
    stop: 'every',
    folds: ['name', 'values'],
  },
  'http.response': { fields: ['path', 'status', 'program', 'port', 'body'], tell: tellProgram },
  line: {
    fields: ['file', 'line', 'function', 'depth', 'locals'],
    tell: (event) => t`line ${event.line} of ${lastPart(event.file)}, in ${event.function}`,
    look: 'line',
  },
};

const acts: ActsOf<'stage'> = {
  pause: {
    fields: { program: 'text', forMs: 'count' },
    words: (act) => t`let ${programWords(act.program)} stand still for ${durationWords(act.forMs)}`,
    label: labelOf,
    wish: (act) => t`the user tries what happens while ${programWords(act.program)} gets no time to run`,
  },
  'skew-clock': {
    fields: { program: 'text', percent: 'count', aheadMs: 'number' },
    words: clockWords,
    label: labelOf,
    wish: ({ percent, aheadMs }) =>
      percent === 100 && aheadMs === 0
        ? t`the user wants the clock to be right`
        : t`the user tries what happens if a clock is wrong`,
  },
  crash: {
    fields: { program: 'text' },
    words: (act) => t`crash ${programWords(act.program)}`,
    label: labelOf,
    wish: (act) => t`the user tries what happens if ${programWords(act.program)} crashes`,
  },
  terminate: {
    fields: { program: 'text' },
    words: (act) => t`send SIGTERM to ${programWords(act.program)}`,
    label: labelOf,
    wish: (act) => t`the user wants ${programWords(act.program)} to end in good order`,
  },
  'send-usr2': {
    fields: { program: 'text' },
    words: (act) => t`send SIGUSR2 to ${programWords(act.program)}`,
    label: (act) => `SIGUSR2 ${act.program}`,
    wish: (act) => t`the user wants to see what ${programWords(act.program)} holds in memory`,
  },
  start: {
    fields: { program: 'text', args: 'texts?' },
    words: (act) =>
      act.args
        ? t`start ${programWords(act.program)} with ${act.args.join(' ')}`
        : t`start ${programWords(act.program)}`,
    label: labelOf,
    wish: (act) => t`the user wants ${programWords(act.program)} to run`,
  },
  request: {
    fields: { program: 'text', path: 'path', port: 'count?', token: 'text?' },
    words: (act) =>
      act.token === undefined
        ? t`get ${pathOf(act)} of ${programWords(act.program)}`
        : t`get ${pathOf(act)} of ${programWords(act.program)} with the token ${act.token}`,
    label: (act) => t`get ${pathOf(act)}`,
    wish: (act) => t`the user wants to know what ${programWords(act.program)} answers`,
  },
};

/** What is said of any program, and of the lines that it runs. */
export const words: SubjectWords = {
  events,
  acts,
  offers: [
    { id: 'crash', title: 'crash a program', place: 8, usual: true },
    { id: 'start', title: 'start a program again', place: 9, usual: true },
    { id: 'start-with', title: 'start a program with flags', place: 11 },
    { id: 'terminate', title: 'send SIGTERM', place: 12 },
    { id: 'send-usr2', title: 'send SIGUSR2', place: 13 },
    { id: 'pause', title: 'let a program stand still', place: 15 },
    { id: 'skew-clock', title: 'set a clock wrong', place: 16 },
    { id: 'request', title: 'ask a program over HTTP', place: 18 },
  ],
  lanes: [{ id: 'acts', name: 'acts' }],
};

/** What the system says of a program that a signal ended. */
const signalled = [exitCodeOf('SIGTERM'), exitCodeOf('SIGUSR2')];

/** How a program begins, ends and answers. */
function tellProgram(event: ProgramEvent): string {
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
      if (signalled.includes(event.code)) return t`${event.why} ends ${who}`;
      return event.why === '' ? t`${who} exits` : t`${who} exits: ${event.why}`;
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

/** A program that ends by itself has done all that it had to do, or met an error. */
function whyExit({ why }: EventOf<'program.exit'>, _waited: unknown, { kind }: Event): string | undefined {
  if (kind !== 'startup' && kind !== 'program.start') return undefined;
  return why === '' ? t`it has come to its end` : t`it has met this error`;
}

/** As much of a line as fits into a sentence. */
const mostLetters = 200;

/** The rest stands in a table. */
function firstLine(text: string): string {
  const [line = '', ...rest] = text.trim().split('\n');
  const first = line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line;
  return rest.length > 0 ? t`${first} (and ${countOf(rest.length, 'more line')})` : first;
}

/** "crash kube-scheduler". */
function labelOf({ kind, program }: ActOf<'pause' | 'skew-clock' | 'crash' | 'terminate' | 'start'>): string {
  return t`${translated(kind.replace('-', ' '))} ${program}`;
}

function clockWords({ program, percent, aheadMs }: ActOf<'skew-clock'>): string {
  const who = programWords(program);
  if (percent === 100 && aheadMs === 0) return t`set the clock of ${who} right`;
  const away = durationWords(Math.abs(aheadMs));
  const hands =
    aheadMs < 0 ? t`set the clock of ${who} ${away} back` : t`set the clock of ${who} ${away} ahead`;
  if (percent === 100) return hands;
  return aheadMs === 0
    ? t`let the clock of ${who} count ${percent} ms in 100`
    : t`${hands}, counting ${percent} ms in 100`;
}

/** `/healthz`, or `:10257/healthz`. */
function pathOf({ path, port }: ActOf<'request'>): string {
  return port === undefined ? path : `:${port}${path}`;
}

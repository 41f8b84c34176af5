import { t } from '../../i18n/t.ts';
import { argsFrom, choice, numberField, pathFrom } from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import {
  forMs,
  ofAll,
  ofRunning,
  ofStopped,
  programsOf,
} from '../../components/scope/acts/program-fields.ts';

const crash: Offer = {
  id: 'crash',
  about:
    'All its goroutines, caches and queues are gone at once, and the store keeps what was written; start it again and watch it catch up.',
  fields: (world) => ofRunning(world, (programs) => [programs]),
  build: (values) => ({ kind: 'crash', program: values.program ?? '' }),
};

const start: Offer = {
  id: 'start',
  about:
    'It begins with empty caches: watch it list everything, and reconcile each key once before it settles.',
  fields: (world) => ofStopped(world, (programs) => [programs]),
  build: (values) => ({ kind: 'start', program: values.program ?? '' }),
};

const startWith: Offer = {
  id: 'start-with',
  about: 'It reads the command line that you write: watch what it makes of each flag, and what it does then.',
  fields: (world) =>
    ofStopped(world, (programs, [[, first]]) => [
      programs,
      {
        kind: 'text',
        name: 'args',
        label: t`Command line`,
        value: first.args.map((arg) => (/[\s"]/.test(arg) ? `"${arg}"` : arg)).join(' '),
        hint: t`flags separated by spaces; put one that contains spaces in double quotes`,
      },
    ]),
  build: (values) => {
    const args = argsFrom(values, 'args', t`Command line`);
    return 'message' in args ? [args] : { kind: 'start', program: values.program ?? '', args: args.args };
  },
};

const terminate: Offer = {
  id: 'terminate',
  about:
    'It is asked to end, as by kubectl delete or Ctrl-C: watch what it still does, and what it leaves undone.',
  fields: (world) => ofRunning(world, (programs) => [programs]),
  build: (values) => ({ kind: 'terminate', program: values.program ?? '' }),
};

const sendUsr2: Offer = {
  id: 'send-usr2',
  about:
    'A scheduler compares its cache with its informers and prints cache and queue; a program that does not care for the signal is ended by it.',
  fields: (world) => ofRunning(world, (programs) => [programs]),
  build: (values) => ({ kind: 'send-usr2', program: values.program ?? '' }),
};

const pause: Offer = {
  id: 'pause',
  about:
    'Its machine stalls, and it does not notice; watch what it does first when it goes on, still believing what it knew.',
  fields: (world) => ofRunning(world, (programs) => [programs, forMs.field(16_000)]),
  build: (values) => {
    const ms = forMs.from(values);
    return typeof ms === 'number' ? { kind: 'pause', program: values.program ?? '', forMs: ms } : [ms];
  },
};

const mostAheadMs = 86_400_000;
const percent = numberField('percent', () => t`Counts in 100 ms`, 1, 1000, { unit: 'ms' });
const ahead = numberField('ahead', () => t`Ahead by`, -mostAheadMs, mostAheadMs, { unit: 'ms' });

const skewClock: Offer = {
  id: 'skew-clock',
  about:
    'From now on its clock runs too fast or too slow, or shows another time; watch who counts by it. 100 and 0 set it right.',
  fields: (world) => ofAll(world, (programs) => [programs, percent.field(150), ahead.field(0)]),
  build: (values) => {
    const counts = percent.from(values);
    const aheadMs = ahead.from(values);
    if (typeof counts === 'number' && typeof aheadMs === 'number')
      return { kind: 'skew-clock', program: values.program ?? '', percent: counts, aheadMs };
    return [counts, aheadMs].filter((one) => typeof one !== 'number');
  },
};

const request: Offer = {
  id: 'request',
  about: 'You send it a request, as with curl; watch which part answers, and what it looks at for that.',
  fields: (world) => {
    const ports = programsOf(world).flatMap(([name, { ports }]) => ports.map((port) => `${name}:${port}`));
    if (ports.length === 0) return t`No program listens at this step.`;
    return [
      choice(
        'at',
        t`Program and port`,
        ports.map((port) => ({ value: port, label: port })),
      ),
      {
        kind: 'text',
        name: 'path',
        label: t`Path`,
        value: '/healthz',
        hint: t`begins with /, and may have a query`,
      },
    ];
  },
  build: (values) => {
    const path = pathFrom(values, 'path', t`Path`);
    if (typeof path !== 'string') return [path];
    const [, program = '', port] = /^(.*):(\d+)$/.exec(values.at ?? '') ?? [];
    return { kind: 'request', program, path, port: Number(port) };
  },
};

/** What can be done to programs as a whole. */
export const offers: readonly Offer[] = [
  crash,
  start,
  startWith,
  terminate,
  sendUsr2,
  pause,
  skewClock,
  request,
];

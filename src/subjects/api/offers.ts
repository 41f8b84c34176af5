import { t } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { WatchState } from '../../runtime/subjects/api/world.ts';
import { programWords, splitName } from '../../recording/words.ts';
import {
  type Field,
  type Option,
  choice,
  labelsFrom,
  numberField,
  pathFrom,
} from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { keyFrom, objectOption, podsOf } from './object-fields.ts';
import { forMs, ofAll } from '../../components/scope/acts/program-fields.ts';
import { watchesOf } from './watch-rows.ts';

const noPod = (): string => t`There is no pod at this step.`;
const gracePeriod = numberField('grace', () => t`Grace period`, 0, 3600, { unit: 's' });
const cutFor = numberField('for', () => t`Stays cut for`, 1, 600_000, { unit: 'ms' });
const delayBy = numberField('delay', () => t`Delay`, 0, 600_000, { unit: 'ms' });
const times = numberField('times', () => t`How many`, 1, 50);

/** A form about a watch of one of these states. */
function ofWatch(
  world: World,
  states: readonly WatchState['state'][],
  number: Field,
): readonly Field[] | string {
  const watches = watchesOf(world).filter(([, watch]) => states.includes(watch.state));
  if (watches.length === 0) return t`No watch is open at this step.`;
  return [choice('watch', t`Watch`, watches.map(watchOption)), number];
}

const deletePod: Offer = {
  id: 'delete',
  about:
    'The pod gets a deletion time, its kubelet stops it, and its controller misses one; watch who notices first.',
  fields: (world) => {
    const pods = podsOf(world);
    if (pods.length === 0) return noPod();
    return [choice('object', t`Pod`, pods.map(objectOption)), gracePeriod.field(30)];
  },
  build: (values) => {
    const gracePeriodSeconds = gracePeriod.from(values);
    if (typeof gracePeriodSeconds !== 'number') return [gracePeriodSeconds];
    return { kind: 'delete', resource: 'pods', ...keyFrom(values), gracePeriodSeconds };
  },
};

const relabel: Offer = {
  id: 'relabel',
  about:
    'A pod that the selector no longer matches is released by its controller, and one that matches is adopted; watch ownerReferences.',
  fields: (world) => {
    const pods = podsOf(world);
    if (pods.length === 0) return noPod();
    const [key = 'app'] = Object.keys(pods[0]?.metadata.labels ?? {});
    const hint = t`key=value sets a label, key- takes it away; several with spaces between, as in kubectl label`;
    return [
      choice('object', t`Pod`, pods.map(objectOption)),
      { kind: 'text', name: 'labels', label: t`Labels`, value: `${key}=debug`, hint },
    ];
  },
  build: (values) => {
    const labels = labelsFrom(values, 'labels');
    return 'message' in labels
      ? [labels]
      : { kind: 'relabel', resource: 'pods', ...keyFrom(values), labels: labels.labels };
  },
};

const cut: Offer = {
  id: 'cut-watch',
  about:
    'The connection ends and cannot be opened again for a while; watch the cache grow stale, and the reflector catch up after.',
  fields: (world) => ofWatch(world, ['open'], cutFor.field(5000)),
  build: (values) => {
    const forMs = cutFor.from(values);
    return typeof forMs === 'number'
      ? { kind: 'cut-watch', ...splitName(values.watch ?? ''), forMs }
      : [forMs];
  },
};

const delay: Offer = {
  id: 'delay-watch',
  about:
    'Every event of it arrives later, so its cache is behind the store; watch what keeps the controller from acting twice. 0 mends it.',
  fields: (world) => ofWatch(world, ['open', 'cut'], delayBy.field(2000)),
  build: (values) => {
    const delayMs = delayBy.from(values);
    return typeof delayMs === 'number'
      ? { kind: 'delay-watch', ...splitName(values.watch ?? ''), delayMs }
      : [delayMs];
  },
};

const lose: Offer = {
  id: 'lose-event',
  about:
    'It never arrives, and nothing reports the loss; watch how long the cache stays wrong, and what sets it right.',
  fields: (world) => ofWatch(world, ['open'], times.field(1)),
  build: (values) => {
    const lost = times.from(values);
    return typeof lost === 'number'
      ? { kind: 'lose-event', ...splitName(values.watch ?? ''), times: lost }
      : [lost];
  },
};

const conflict: Offer = {
  id: 'conflict',
  about:
    'The next updates by programs are refused with 409, as if another program had written first; watch the retry and its back-off.',
  fields: () => [
    choice('resource', t`Updates of`, [
      { value: 'replicasets', label: t`ReplicaSets` },
      { value: 'pods', label: t`pods` },
    ]),
    times.field(2),
  ],
  build: (values) => {
    const refused = times.from(values);
    return typeof refused === 'number'
      ? { kind: 'conflict', resource: values.resource ?? '', times: refused }
      : [refused];
  },
};

const partition: Offer = {
  id: 'partition',
  about:
    'Nothing passes between it and the API server, and no message tells it so; watch what each side still believes, and what arrives in the end.',
  fields: (world) => ofAll(world, (programs) => [programs, forMs.field(20_000)]),
  build: (values) => {
    const ms = forMs.from(values);
    return typeof ms === 'number' ? { kind: 'partition', program: values.program ?? '', forMs: ms } : [ms];
  },
};

const refuse: Offer = {
  id: 'refuse',
  about:
    'Part of the API server cannot answer, as when an extension of it is down; watch who asks there, and who asks again.',
  fields: () => [
    {
      kind: 'text',
      name: 'path',
      label: t`Path`,
      value: '/apis/apps/v1',
      hint: t`begins with /, and may have a query`,
    },
    forMs.field(20_000),
  ],
  build: (values) => {
    const path = pathFrom(values, 'path', t`Path`);
    const ms = forMs.from(values);
    if (typeof path === 'string' && typeof ms === 'number') return { kind: 'refuse', path, forMs: ms };
    return [path, ms].filter((one) => typeof one === 'object');
  },
};

/** What a reader can do through the API server, and to what lies between it and programs. */
export const offers: readonly Offer[] = [deletePod, relabel, cut, delay, lose, conflict, partition, refuse];

function watchOption([key, watch]: readonly [
  string,
  { readonly program: string; readonly resource: string },
]): Option {
  return { value: key, label: t`${programWords(watch.program)}: ${watch.resource}` };
}

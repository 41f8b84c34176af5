import { t, translated } from '../../i18n/t.ts';
import { mapPaths, mapped } from '../../recording/map-changes.ts';
import type { PathChange } from '../../recording/object-changes.ts';
import type { ActsOf, EventsOf, SubjectWords } from '../../recording/subjects.ts';
import { listed, programWords, roughWords } from '../../recording/words.ts';
import { type PMap, mapEntries, mapFrom } from '../../runtime/sim/pmap.ts';
import type { ActOf } from '../../runtime/stage/acts.ts';
import type { SchedulerState } from '../../runtime/subjects/scheduler/world.ts';
import { tellScheduler as tell } from './tell-scheduler.ts';

const answered = { fields: ['pod', 'node', 'code', 'reasons'], tell } as const;

const events: EventsOf<'scheduler'> = {
  'sched.queue': { fields: ['pod', 'from', 'to', 'why', 'attempts'], tell, folds: ['pod'] },
  'sched.move': { fields: ['why', 'active', 'backoff'], tell },
  'sched.pop': { fields: ['pod', 'attempt'], tell, stop: 'work item' },
  'sched.nominate': { fields: ['pod', 'node'], tell },
  'sched.snapshot': { fields: ['copied', 'nodes', 'generation'], tell },
  'sched.prefilter': { fields: ['pod', 'plugin', 'code', 'reasons'], tell },
  'sched.filter': { fields: ['pod', 'feasible', 'looked', 'all', 'from', 'reasons'], tell },
  'sched.score': { fields: ['pod', 'nodes', 'score', 'best'], tell },
  'sched.choose': { fields: ['pod', 'node', 'how', 'among'], tell },
  'sched.fail': { fields: ['pod', 'message'], tell },
  'sched.preempt': { fields: ['pod', 'node', 'victims', 'violations', 'candidates', 'potential'], tell },
  'sched.assume': { fields: ['pod', 'node'], tell },
  'sched.forget': { fields: ['pod', 'node'], tell },
  'sched.confirm': { fields: ['pod', 'node'], tell },
  'sched.expire': { fields: ['pod', 'node'], tell },
  'sched.postfilter': answered,
  'sched.reserve': answered,
  'sched.unreserve': answered,
  'sched.permit': answered,
  'sched.wait': {
    ...answered,
    why: (_event, waited) => waited && t`it was to wait for ${roughWords(waited.ms)} at most`,
  },
  'sched.prebind': answered,
  'sched.bind': answered,
  'sched.postbind': answered,
};

const acts: ActsOf<'scheduler'> = {
  profile: {
    fields: { program: 'text', profile: 'text', weights: 'counts', without: 'texts' },
    words: (act) => t`start ${programWords(act.program)} with ${profileWords(act)}`,
    label: (act) => t`${translated('profile')} ${act.program}`,
    wish: () => t`the user wants pods to be placed by other rules`,
  },
};

export const words: SubjectWords = {
  events,
  acts,
  offers: [{ id: 'profile', title: 'change the profile', place: 25 }],
  kinds: {
    csidrivers: 'CSIDriver',
    csinodes: 'CSINode',
    deployments: 'Deployment',
    persistentvolumeclaims: 'PersistentVolumeClaim',
    persistentvolumes: 'PersistentVolume',
    poddisruptionbudgets: 'PodDisruptionBudget',
    priorityclasses: 'PriorityClass',
    statefulsets: 'StatefulSet',
    storageclasses: 'StorageClass',
  },
  programs: [{ names: /scheduler/, place: 2 }],
  lanes: [{ id: 'scheduler', name: 'scheduler', programs: /scheduler/ }],
  changes: { schedulers: (before, after) => mapped('schedulers', before, after, schedulerChanges) },
};

/** "NodeAffinity 5, NodeResourcesFit ✕". */
function profileWords({ weights, without }: ActOf<'profile'>): string {
  return listed(
    [...Object.entries(weights), ...without.map((name) => [name, '✕'])].map((pair) => pair.join(' ')),
  );
}

/** What came of the pods, and which wait: the nodes follow from that. */
function schedulerChanges(before: SchedulerState, after: SchedulerState): PathChange[] {
  const placed = ({ attempts }: SchedulerState): PMap<string> =>
    mapFrom(mapEntries(attempts).map(([pod, all]) => [pod, all.at(-1)?.node ?? '']));
  return [
    ...mapPaths('node', placed(before), placed(after)),
    ...mapPaths('queue', before.queue.pods, after.queue.pods),
    ...mapPaths('nominated', before.queue.nominated, after.queue.nominated),
  ];
}

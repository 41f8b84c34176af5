import type { Hue } from '../styles/hues.ts';

/** One component of the control plane that has, or will have, a chapter. */
export interface Topic {
  readonly title: string;
  /** What the reader will see happen there, in a few words. */
  readonly shows: string;
  /** Code of the component of the checklist (src/requirements) that the topic has to cover. */
  readonly component?: string;
  /** Content id of the chapter once it is open. */
  readonly chapter?: string;
  /** Address of the page that the topic has instead of a chapter. */
  readonly page?: string;
}

export interface Part {
  /** Folder under `content/` of most of its chapters. */
  readonly id: string;
  readonly title: string;
  /** The hue that it wears. */
  readonly kind: Hue;
  readonly question: string;
  readonly topics: readonly Topic[];
}

/** The whole book, in reading order. The sidebar and the map on the landing page are made from it. */
export const parts: readonly Part[] = [
  {
    id: 'start',
    title: 'Start here',
    kind: 'controller',
    question: 'How do I read here, and what is the idea behind everything that follows?',
    topics: [
      {
        title: 'How to read the code here',
        shows: 'TypeScript beside Go, generators, marks',
        page: '/guide/reading-the-code/',
      },
      {
        title: 'The control loop',
        shows: 'observe, compare, act, and again',
        component: 'CTL',
        chapter: 'controllers/the-control-loop',
      },
    ],
  },
  {
    id: 'machinery',
    title: 'Informers and queues',
    kind: 'informer',
    question: 'How does a program hear of a change, once and in order?',
    topics: [
      {
        title: 'List and watch',
        shows: 'one list, then every change, and how to begin again',
        chapter: 'machinery/list-and-watch',
      },
      {
        title: 'DeltaFIFO',
        shows: 'what is noted, in which order, and what came after',
        chapter: 'machinery/delta-fifo',
      },
      {
        title: 'Indexer and lister',
        shows: 'a cache with indices, and who may write',
        chapter: 'machinery/indexer-and-lister',
      },
      {
        title: 'Shared informers',
        shows: 'one watch for many, and what resync is for',
        component: 'INF',
        chapter: 'machinery/shared-informers',
      },
      {
        title: 'Workqueues',
        shows: 'one key at a time, later, and again',
        chapter: 'machinery/workqueues',
      },
      {
        title: 'Events',
        shows: 'many alike become one with a count',
        component: 'EVT',
        chapter: 'machinery/events',
      },
    ],
  },
  {
    id: 'controllers',
    title: 'Controllers',
    kind: 'controller',
    question: 'What closes the gap between what you asked for and what there is?',
    topics: [
      {
        title: 'ReplicaSet',
        shows: 'three pods, always three',
        component: 'RS',
        chapter: 'controllers/replicaset',
      },
      { title: 'Deployment', shows: 'a rollout, and the way back', component: 'DEP' },
      { title: 'StatefulSet', shows: 'pods with a name and an order', component: 'STS' },
    ],
  },
  {
    id: 'controller-manager',
    title: 'Controller manager',
    kind: 'api',
    question: 'What happens between main() and the first reconcile?',
    topics: [
      {
        title: 'Anatomy of a component',
        shows: 'main, a command, its hooks, its logs',
        component: 'CLI',
        chapter: 'controller-manager/anatomy-of-a-component',
      },
      {
        title: 'Options to configuration',
        shows: 'defaults, flags, validate, complete',
        chapter: 'controller-manager/options-to-configuration',
      },
      {
        title: 'Run',
        shows: 'eight stations, and the servers beside them',
        component: 'KCM',
        chapter: 'controller-manager/run',
      },
      {
        title: 'Leader election',
        shows: 'a lease taken, kept and lost',
        component: 'LE',
        chapter: 'controller-manager/leader-election',
      },
      {
        title: 'Controller context',
        shows: 'what every controller is given',
        component: 'CTX',
        chapter: 'controller-manager/controller-context',
      },
      {
        title: 'Starting the controllers',
        shows: 'one by one, and which are left out',
        component: 'INI',
        chapter: 'controller-manager/starting-controllers',
      },
      {
        title: 'The table of controllers',
        shows: 'all 38 names, and what each is for',
        chapter: 'controller-manager/table-of-controllers',
      },
      { title: 'Map of the start', shows: 'every call from main() on, drawn from a run', page: '/map/' },
    ],
  },
  {
    id: 'your-own',
    title: 'A manager of your own',
    kind: 'queue',
    question: 'What do you have to write, and what goes wrong at first?',
    topics: [
      {
        title: 'A first controller',
        shows: 'pods counted every ten seconds',
        component: 'POD',
        chapter: 'your-own/first-controller',
      },
      {
        title: 'The standard shape',
        shows: 'a key, a lister, a queue, a retry',
        chapter: 'your-own/standard-shape',
      },
      {
        title: 'A resource of your own',
        shows: 'a finalizer, conditions, a controller',
        chapter: 'your-own/custom-resource',
      },
    ],
  },
  {
    id: 'scheduler',
    title: 'Scheduler',
    kind: 'scheduler',
    question: 'Why that node and not another?',
    topics: [
      {
        title: 'The three layers',
        shows: 'a command, a loop and its plugins',
        component: 'SCH',
        chapter: 'scheduler/three-layers',
      },
      {
        title: 'The scheduling queue',
        shows: 'who is next, who waits, and what wakes them',
        chapter: 'scheduler/queue',
      },
      {
        title: 'Filtering',
        shows: 'which nodes can take the pod, and what each refuses for',
        chapter: 'scheduler/filtering',
      },
      {
        title: 'Scoring',
        shows: 'what the nodes left are weighed by, and the draw among equals',
        chapter: 'scheduler/scoring',
      },
      {
        title: 'Choosing a node by name',
        shows: 'past the scheduler, straight to a kubelet',
        chapter: 'scheduler/node-name',
      },
      {
        title: 'Choosing nodes by labels',
        shows: 'selectors, affinity, and what is looked at only once',
        chapter: 'scheduler/node-selection',
      },
      {
        title: 'Pod affinity',
        shows: 'beside these pods, and not beside those',
        chapter: 'scheduler/pod-affinity',
      },
      {
        title: 'Taints and tolerations',
        shows: 'a node that keeps pods away, and sends them away',
        chapter: 'scheduler/taints-and-tolerations',
      },
      { title: 'Spreading', shows: 'even over zones and hosts', chapter: 'scheduler/spreading' },
      {
        title: 'Priority and preemption',
        shows: 'who has to go, and who decides',
        component: 'PRE',
        chapter: 'scheduler/preemption',
      },
      {
        title: 'Binding',
        shows: 'a pod placed before the API server knows',
        chapter: 'scheduler/binding',
      },
      {
        title: 'Writing a plugin',
        shows: 'a filter and a score of your own',
        chapter: 'scheduler/writing-a-plugin',
      },
      {
        title: 'Where does my pod go?',
        shows: 'your own nodes and pods, and why each goes where',
        page: '/playground/scheduler/',
      },
    ],
  },
  {
    id: 'kubelet',
    title: 'Kubelet',
    kind: 'kubelet',
    question: 'How does a binding become a running container?',
    topics: [
      { title: 'The kubelet assembled', shows: 'what NewMainKubelet wires together', component: 'KLT' },
      { title: 'Runtimes and the CRI', shows: 'dockershim, and what replaced it', component: 'CRI' },
    ],
  },
  {
    id: 'build',
    title: 'Source and build',
    kind: 'queue',
    question: 'Where is everything, and how does it become a binary?',
    topics: [
      { title: 'Repository layout', shows: 'cmd, pkg, staging', component: 'LAY' },
      { title: 'Build with make', shows: 'a target followed to go install', component: 'BLD' },
      { title: 'Build in a container', shows: 'the same, on any machine', component: 'DKR' },
      { title: 'Build with Bazel', shows: 'how it was until v1.20', component: 'BZL' },
    ],
  },
];

/** The part of a content id such as `controllers/replicaset`: the one that lists it, else the one in whose folder it lies. */
export function partOf(id: string): Part | undefined {
  const lists = ({ topics }: Part): boolean => topics.some(({ chapter }) => chapter === id);
  return parts.find(lists) ?? parts.find((part) => id.startsWith(`${part.id}/`));
}

/** Content ids of all chapters, in the order of the book. */
export const chapterIds = (): string[] =>
  parts.flatMap(({ topics }) => topics.flatMap(({ chapter }) => chapter ?? []));

/** The topic that a chapter, by its content id, is written for. */
export function topicOf(chapter: string): Topic | undefined {
  return parts.flatMap(({ topics }) => topics).find((topic) => topic.chapter === chapter);
}

/** The address of a topic's chapter or page; undefined while it has none. */
export function addressOf({ chapter, page }: Topic): string | undefined {
  return chapter === undefined ? page : `/${chapter}/`;
}

import { t, translated } from '../../i18n/t.ts';
import { keyOf, labelWords } from '../../recording/act-words.ts';
import type { ActsOf, EventsOf, SubjectWords } from '../../recording/subjects.ts';
import { countOf, listed, objectWords, programWords } from '../../recording/words.ts';
import type { ActOf } from '../../runtime/stage/acts.ts';

const events: EventsOf<'nodes'> = {
  'stand-in': {
    fields: ['program', 'text', 'key'],
    tell: (event) => t`${programWords(event.program)} ${translated(event.text)}`,
  },
};

const acts: ActsOf<'nodes'> = {
  fail: {
    fields: { namespace: 'text', name: 'text' },
    words: (act) => t`let pod ${keyOf(act)} fail`,
    label: (act) => t`${translated('fail')} ${act.name}`,
    wish: () => t`the user tries what happens if a pod fails`,
  },
  'label-node': {
    fields: { node: 'text', labels: 'labels', overwrite: 'yes?' },
    words: (act) => t`label ${objectWords('nodes', act.node)}: ${labelWords(act.labels)}`,
    label: (act) => t`${translated('label node')} ${act.node}`,
    wish: (act) => t`the user wants other labels on node ${act.node}, by which pods choose nodes`,
  },
  taint: {
    fields: { node: 'text', taints: 'texts', overwrite: 'yes?' },
    words: (act) => t`taint node ${act.node}: ${listed(act.taints)}`,
    label: (act) => t`${translated('taint')} ${act.node}`,
    wish: ({ node, taints }) =>
      taints.every((taint) => taint.endsWith('-'))
        ? t`the user wants pods on node ${node} again`
        : t`the user wants to keep pods off node ${node}`,
  },
  cordon: {
    fields: { node: 'text', unschedulable: 'yes' },
    words: (act) => (act.unschedulable ? t`cordon node ${act.node}` : t`uncordon node ${act.node}`),
    label: (act) => (act.unschedulable ? t`cordon ${act.node}` : t`uncordon ${act.node}`),
    wish: ({ node, unschedulable }) =>
      unschedulable
        ? t`the user wants no new pods on node ${node}`
        : t`the user wants pods on node ${node} again`,
  },
  'add-node': {
    fields: { node: 'text', allocatable: 'named?', labels: 'named?', taints: 'texts?' },
    words: (act) => t`add node ${act.node}${nodeWords(act)}`,
    label: (act) => t`${translated('add node')} ${act.node}`,
    wish: () => t`the user wants one more machine in the cluster`,
  },
  'node-pool': {
    fields: { nodes: 'count' },
    words: (act) => t`set the pool of nodes to ${act.nodes}`,
    label: (act) => t`pool → ${act.nodes}`,
    wish: (act) => t`the user wants ${countOf(act.nodes, 'node')}`,
  },
};

/** What stands in for a program, and behind the slash the node that it is on. */
const standIn = /^([^/]+)-stand-in(\/.*)?$/;

const nodeOf = (program: string): string => program.split('/')[1] ?? '';

function standInWords(program: string): string {
  const what = (standIn.exec(program)?.[1] ?? '').replaceAll('-', ' ');
  const node = nodeOf(program);
  return node ? t`the ${what} stand-in on ${node}` : t`the ${what} stand-in`;
}

export const words: SubjectWords = {
  events,
  acts,
  offers: [
    { id: 'fail', title: 'let a pod fail', place: 3, usual: true },
    { id: 'label-node', title: 'label a node', place: 19 },
    { id: 'taint', title: 'taint a node', place: 20 },
    { id: 'cordon', title: 'cordon a node', place: 21 },
    { id: 'add-node', title: 'add a node', place: 22 },
    { id: 'delete-node', title: 'delete a node', place: 23 },
    { id: 'node-pool', title: 'resize the pool of nodes', place: 24 },
  ],
  programs: [
    { names: standIn, words: standInWords },
    { names: /^kubelet\/./, words: (program) => t`the kubelet on ${nodeOf(program)}` },
    { names: /scheduler/, place: 2 },
    { names: /kubelet/, place: 3 },
  ],
  lanes: [
    { id: 'scheduler', name: 'scheduler', programs: /scheduler/ },
    { id: 'kubelet', name: 'kubelets', programs: /^kubelet/ },
  ],
};

/** What sets a new node apart from the others: " with cpu=4, disk=ssd and k=v:NoSchedule". */
function nodeWords({ allocatable = {}, labels = {}, taints = [] }: ActOf<'add-node'>): string {
  const said = Object.entries({ ...allocatable, ...labels }).map(([key, value]) => `${key}=${value}`);
  const all = [...said, ...taints];
  return all.length === 0 ? '' : t` with ${listed(all)}`;
}

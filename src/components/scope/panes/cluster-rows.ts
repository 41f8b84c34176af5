import { t, translated } from '../../../i18n/t.ts';
import type { EventOf } from '../../../runtime/stage/events.ts';
import type { Entry, World } from '../../../runtime/stage/world.ts';
import type { StoredObject } from '../../../runtime/subjects/api/world.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import type { ProcessView } from '../../../runtime/sim/trace.ts';
import { memoize } from '../../../recording/memoize.ts';
import { awaited, countOf, durationWords } from '../../../recording/words.ts';
import { byProgram, objectsOf, parseStoreKey, podOf, stateOf } from './objects.ts';
import { type Cell, type PaneModel, type Row, type Section, blank, cell, timed } from './table.ts';

/** The nodes, each with its pods, and the pods that have no node. */
export function nodesModel(world: World): PaneModel {
  const nodes = objectsOf(world.store.objects, 'nodes');
  const byNode = new Map<string, [string, StoredObject][]>();
  for (const pod of objectsOf(world.store.objects, 'pods')) {
    const node = podOf(pod[1]).spec?.nodeName ?? '';
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const sections = nodes.map(([key, node]) => {
    const { name } = parseStoreKey(key);
    const pods = byNode.get(name) ?? [];
    byNode.delete(name);
    return nodeSection(name, pods, stateOf(node));
  });
  for (const [name, pods] of byNode) {
    if (name === '') sections.push(nodeSection(t`No node yet`, pods));
    else sections.push(nodeSection(name, pods, cell(t`not stored`, 'bad')));
  }
  return { sections, empty: t`No node is stored yet. Each node appears here with the pods that run on it.` };
}

function nodeSection(title: string, pods: readonly [string, StoredObject][], state?: Cell): Section {
  const rows = pods.map(([key, pod]): Row => {
    const { namespace, name } = parseStoreKey(key);
    const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
    return {
      key,
      cells: [
        cell(`${namespace}/${name}`),
        stateOf(pod),
        owner ? cell(`${owner.kind} ${owner.name}`) : blank,
      ],
    };
  });
  const columns = [
    { label: t`Pod`, as: 'code', share: 4 },
    { label: t`State`, share: 3 },
    { label: t`Controlled by`, as: 'code', share: 3 },
  ] as const;
  return {
    key: title,
    title,
    facts: [
      ...(state ? [{ label: t`State`, value: state }] : []),
      { label: t`Pods`, value: cell(pods.length) },
    ],
    table: { caption: t`Pods on ${title}`, columns, rows, empty: t`No pod runs here.` },
  };
}

/** What a parked process waits for, in a few words. */
export function waitText(process: ProcessView): string {
  const wait = process.waitsFor;
  if (!wait) return process.state === 'ready' ? t`its turn` : '';
  const on = awaited(wait.on);
  switch (wait.kind) {
    case 'sleep':
      return t`sleeps`;
    case 'send':
      return t`sends to ${on}`;
    case 'receive':
      return t`receives from ${on}`;
    case 'select':
      return t`first of ${on}`;
    case 'cond':
      return t`waits for a signal on ${on}`;
    case 'mutex':
      return t`waits for the lock of ${on}`;
    case 'wait-group':
      return t`waits for all of ${on}`;
    case 'yield':
      return t`lets others go first`;
    default:
      return `${wait.kind} ${on}`;
  }
}

/** Every live process, a section a program. `acting` is the process of the present entry. */
export function goroutinesModel(world: World, at: number, acting: number): PaneModel {
  const groups = new Map<string, ProcessView[]>();
  for (const [, process] of mapEntries(world.processes)) {
    const group = groups.get(process.group);
    if (group) group.push(process);
    else groups.set(process.group, [process]);
  }
  const columns = [
    { label: t`Process`, as: 'code', share: 3 },
    { label: t`State`, share: 2 },
    { label: t`Waits for`, share: 4 },
    { label: t`Until`, share: 2 },
  ] as const;
  const sections = [...groups].map(([group, processes]): Section => {
    processes.sort((a, b) => a.id - b.id);
    const rows = processes.map((process): Row => {
      const until = process.waitsFor?.until;
      const state =
        process.id === acting
          ? cell(translated(process.state), 'good', t`acts now`)
          : cell(translated(process.state), process.state === 'crashed' ? 'bad' : undefined);
      const when =
        until === undefined
          ? blank
          : timed(until, durationWords(until), t`in ${durationWords(Math.max(0, until - at))}`);
      return { key: String(process.id), cells: [cell(process.name), state, cell(waitText(process)), when] };
    });
    const live = processes.filter((process) => process.state !== 'crashed').length;
    const table = { caption: t`Processes of ${group}`, columns, rows, empty: t`No process is alive.` };
    return {
      key: group,
      title: group,
      facts: [{ label: t`Alive`, value: cell(countOf(live, 'process')) }],
      table,
    };
  });
  return {
    sections: sections.sort((a, b) => byProgram(a.title, b.title)),
    empty: t`No process runs yet. Each goroutine appears here with what it waits for.`,
  };
}

type RecordedEvent = Entry & { readonly event: EventOf<'event.record'> };
const recordedEvents = memoize((entries: readonly Entry[]) =>
  entries.filter((entry): entry is RecordedEvent => entry.event.kind === 'event.record'),
);

/** The Kubernetes Events recorded up to `cursor`, as `kubectl get events` lists them: like ones counted together. */
export function eventsModel(entries: readonly Entry[], cursor: number): PaneModel {
  const at = entries[cursor]?.at ?? 0;
  const found = new Map<string, { readonly event: EventOf<'event.record'>; times: number; last: number }>();
  for (const { index, at: recordedAt, event } of recordedEvents(entries)) {
    if (index > cursor) break;
    const key = [event.program, event.type, event.reason, event.about, event.message].join('\n');
    const known = found.get(key);
    found.delete(key);
    found.set(key, { event, times: (known?.times ?? 0) + 1, last: recordedAt });
  }
  const empty = t`No Kubernetes Event is recorded yet. What components tell about objects appears here, as in "kubectl get events".`;
  if (found.size === 0) return { sections: [], empty };
  const rows = [...found].map(([key, { event, times, last }]): Row => ({
    key,
    cells: [
      timed(last, at === last ? t`now` : t`${durationWords(at - last)} ago`),
      cell(event.type, event.type === 'Warning' ? 'warn' : undefined),
      cell(event.reason),
      cell(event.about),
      cell(event.program),
      cell(event.message, undefined, times > 1 ? t`${times} times` : undefined),
    ],
  }));
  const columns = [
    { label: t`Last seen` },
    { label: t`Type` },
    { label: t`Reason` },
    { label: t`Object`, as: 'code' },
    { label: t`From` },
    { label: t`Message` },
  ] as const;
  const table = { caption: t`Kubernetes Events`, columns, rows: rows.reverse(), empty };
  return { sections: [{ key: 'events', title: t`Events`, facts: [], table }], empty };
}

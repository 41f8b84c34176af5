import { describe, expect, test } from 'vitest';
import { type PrefixOf, endWords } from '../../../../src/components/scope/player/in-the-end.ts';
import '../../../../src/recording/all-words.ts';
import type { WorldChange } from '../../../../src/recording/map-changes.ts';

/** Names of pods are made up behind `web-`. */
const prefixOf: PrefixOf = (key) => (key.startsWith('pods/default/web-') ? 'pods/default/web-' : undefined);

const stored = (name: string, change: 'added' | 'removed'): WorldChange => ({
  component: 'store',
  name,
  change,
  paths: [],
});
const changed = (name: string, ...paths: WorldChange['paths']): WorldChange => ({
  component: 'store',
  name,
  change: 'changed',
  paths,
});

describe('how two clusters differ in the end', () => {
  test('says that they hold the same', () => {
    expect(endWords([], prefixOf)).toEqual(['Both clusters hold the same objects in the end.']);
  });

  test('names no object whose name chance made, and counts those of which one run has more', () => {
    const one = [stored('pods/default/web-aaaaa', 'added'), stored('pods/default/web-bbbbb', 'removed')];
    expect(endWords(one, prefixOf)).toEqual([
      'Both clusters hold as many objects of each kind in the end. Some have other names: chance made them.',
    ]);
    expect(endWords([...one, stored('pods/default/web-ccccc', 'added')], prefixOf)).toEqual([
      'Your run has 1 more of pod default/web-…',
    ]);
    expect(endWords(one.slice(1), prefixOf)).toEqual(["The story's run has 1 more of pod default/web-…"]);
  });

  test('names what somebody named, and what of it differs', () => {
    const replicas = { path: 'spec.replicas', before: 2, after: 4 };
    expect(
      endWords(
        [
          stored('pods/default/lone', 'added'),
          stored('nodes/node-b', 'removed'),
          changed(
            'replicasets/default/web',
            { path: 'metadata.resourceVersion', before: '35', after: '40' },
            replicas,
          ),
        ],
        prefixOf,
      ),
    ).toEqual([
      'Only your run has pod default/lone.',
      "Only the story's run has node node-b.",
      'ReplicaSet default/web differs: spec.replicas 2 → 4.',
    ]);
  });

  test('says nothing of numbers and times that are others in each run', () => {
    const idle = [
      'metadata.resourceVersion',
      'metadata.uid',
      'spec.renewTime',
      'status.conditions[Ready].lastTransitionTime',
    ];
    expect(
      endWords(
        [changed('leases/kube-system/lock', ...idle.map((path) => ({ path, before: 1, after: 2 })))],
        prefixOf,
      ),
    ).toEqual(['Both clusters hold the same objects in the end.']);
  });

  test('tells five, and how many more there are', () => {
    const many = Array.from({ length: 8 }, (_one, i) => stored(`nodes/n-${i}`, 'added'));
    expect(endWords(many, prefixOf).slice(4)).toEqual([
      'Only your run has node n-4.',
      'And 3 differences more.',
    ]);
  });
});

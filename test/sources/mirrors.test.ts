import { expect, test } from 'vitest';
import { mirrorsOf, misplaced } from '../../src/sources/mirrors.ts';

const upstream = { paths: { kubernetes: '.' } };

test('a Mirrors line is a path and a symbol, and nothing else', () => {
  const text = [
    '// Mirrors: pkg/controller/controller_utils.go#PodKey',
    ' * Mirrors: pkg/controller/controller_utils.go#ByLogging.Less',
    '// Mirrors: controller_utils.go, PodKey',
    '// Mirrors: pkg/controller/controller_utils.go#PodKey.',
    '// Mirrors v1.36.3: pkg/controller/controller_utils.go#PodKey',
    '// Mirrors v1.36: pkg/controller/controller_utils.go#PodKey',
  ].join('\n');
  const { mirrors, problems } = mirrorsOf([
    { path: 'src/runtime/kubernetes/pkg/controller/controller_utils.ts', text },
  ]);
  expect(mirrors.map(({ symbol, tag }) => [symbol, tag])).toEqual([
    ['PodKey', undefined],
    ['ByLogging.Less', undefined],
    ['PodKey', 'v1.36.3'],
  ]);
  expect(problems.map(({ line }) => line)).toEqual([3, 4, 6]);
});

test('a declaration belongs into the folder that upstream has it in', () => {
  const at = (path: string) => [
    { path, line: 1, upstreamPath: 'pkg/controller/controller_utils.go', symbol: 'PodKey' },
  ];
  expect(misplaced(at('src/runtime/kubernetes/pkg/controller/controller_utils.ts'), upstream)).toEqual([]);
  expect(
    misplaced(at('src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts'), upstream)[0]?.says,
  ).toContain('its own path stands for pkg/controller/replicaset/');
  expect(misplaced(at('src/runtime/go/ring_growing.ts'), upstream)[0]?.says).toContain('has no counterpart');
});

import { expect, test } from 'vitest';
import { machineChunks } from '../../src/instrument/machine-chunks.ts';
import { planeFiles, runtimePath } from '../../src/instrument/runtime-graph.ts';
import { loadPlane, planeFile } from '../../src/recording/planes.ts';
import { settingsOf } from '../../src/runtime/stage/settings.ts';

test('a scenario that names no plane has that of the ReplicaSet controller', async () => {
  expect(planeFile({})).toBe('subjects/control-loop/planes/replicaset.ts');
  expect((await loadPlane()).kinds?.map(({ resource }) => resource.resource)).toContain('replicasets');
});

test('every plane can be loaded, and gives its programs names of their own', async () => {
  for (const file of planeFiles()) {
    const plane = await loadPlane({ plane: file.replace(/^subjects\/|planes\/|\.ts$/g, '') });
    const names = plane.programsOf(settingsOf(plane.subjects)).map(({ name }) => name);
    expect(names.length, file).toBeGreaterThan(0);
    expect(new Set(names).size, file).toBe(names.length);
  }
});

test('a plane that does not exist is named, with where it should be', async () => {
  await expect(loadPlane({ plane: 'control-loop/replicasets' })).rejects.toThrow(
    /^expected a plane that can be loaded from src\/runtime\/subjects\/control-loop\/planes\/replicasets\.ts, found: /,
  );
});

test('what a plane alone needs is not in the chunk that every page with a Scope loads', () => {
  const chunkOf = machineChunks();
  const at = (file: string): string | null => chunkOf(runtimePath + file);
  expect(at('stage/stage.ts')).toBe('recorder.worker-engine');
  expect(at('kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts')).toBe(
    'recorder.worker-engine',
  );
  expect(at('subjects/control-loop/planes/replicaset.ts')).toMatch(/^plane-.*\breplicaset\b/);
  expect(at('kubernetes/pkg/controller/replicaset/replica_set.ts')).toMatch(/^plane-.*\breplicaset\b/);
  expect(chunkOf('/elsewhere/src/components/scope/mount.tsx')).toBeNull();
});

import { expect, test } from 'vitest';
import { Stage } from '../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../src/runtime/subjects/scheduler/planes/scheduler.ts';
import { podOf } from '../../../../../src/runtime/subjects/scheduler/objects.ts';

test('a pod whose constraints on spreading make no sense is refused, with all that is wrong in them', () => {
  const cluster = new Stage(plane, {}, { seed: 1 });
  cluster.start();
  const zone = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
  const topologySpreadConstraints = [zone, { ...zone, maxSkew: 0 }];
  const object = podOf('web', { cpu: '1' }, { topologySpreadConstraints } as never);
  expect(cluster.act({ kind: 'apply', object })?.message).toBe(
    'Pod "web" is invalid: [spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}", ' +
      'spec.topologySpreadConstraints[1].maxSkew: Invalid value: 0: must be greater than zero]',
  );
  expect(cluster.part('api').list('pods', 'default')).toEqual([]);
});

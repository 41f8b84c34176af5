import { describe, expect, test } from 'vitest';
import type { ImageSpec } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newImageManager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/images/image_manager.ts';
import { newBackOff } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const look = ['GetImageRef'];
const pull = ['GetImageRef', 'PullImage'];

interface Case {
  readonly image: string;
  readonly policy: string;
  readonly inspectErr?: string;
  readonly pullErr?: string;
  readonly qps?: number;
  readonly burst?: number;
  readonly expected: readonly (readonly [calls: readonly string[], err: string | undefined])[];
}

const present = 'present_image';
const thrice = (calls: readonly string[], err?: string): Case['expected'] => [
  [calls, err],
  [calls, err],
  [calls, err],
];

describe.each([true, false])('images that are brought one by one: %s', (serialized) => {
  test.each<[string, Case]>([
    ['a missing one is brought', { image: 'missing', policy: 'IfNotPresent', expected: [[pull, undefined]] }],
    ['one that is there is not', { image: present, policy: 'IfNotPresent', expected: thrice(look) }],
    ['but by Always', { image: present, policy: 'Always', expected: thrice(pull) }],
    [
      'a missing one by Never',
      { image: 'missing', policy: 'Never', expected: thrice(look, 'ErrImageNeverPull') },
    ],
    [
      'one of which nothing can be found out',
      {
        image: 'missing',
        policy: 'IfNotPresent',
        inspectErr: 'unknown',
        expected: thrice(look, 'ImageInspectError'),
      },
    ],
    [
      'one that does not exist is asked for ever more rarely',
      {
        image: 'typo',
        policy: 'IfNotPresent',
        pullErr: '404',
        expected: [
          [pull, 'ErrImagePull'],
          [pull, 'ErrImagePull'],
          [look, 'ImagePullBackOff'],
          [pull, 'ErrImagePull'],
          [look, 'ImagePullBackOff'],
          [look, 'ImagePullBackOff'],
        ],
      },
    ],
    ['with room left', { image: present, policy: 'Always', qps: 400, burst: 600, expected: thrice(pull) }],
    [
      'with no room, none is asked for',
      {
        image: present,
        policy: 'Always',
        qps: 2000,
        burst: 0,
        expected: [
          [look, 'ErrImagePull'],
          [look, 'ErrImagePull'],
          [look, 'ImagePullBackOff'],
        ],
      },
    ],
  ])('%s', (_title, { image, policy, inspectErr, pullErr, qps = 0, burst = 0, expected }) => {
    const sim = new Sim({ epoch });
    let calls: string[] = [];
    const service = {
      *getImageRef(spec: ImageSpec): Generator<never, [string, undefined] | [undefined, Error]> {
        calls.push('GetImageRef');
        if (inspectErr) return [undefined, new Error(inspectErr)];
        return [spec.image === `${present}:latest` ? spec.image : '', undefined];
      },
      *pullImage({ image: pulled }: ImageSpec): Generator<never, [string, undefined] | [undefined, Error]> {
        calls.push('PullImage');
        return pullErr ? [undefined, new Error(pullErr)] : [pulled, undefined];
      },
    };
    const backOff = newBackOff(sim, 1000, 60_000);
    const recorder = recorderOf(() => undefined);
    const manager = newImageManager(sim, recorder, service, backOff, serialized, qps, burst, gatesWith());
    const container = { name: 'c', image, imagePullPolicy: policy };
    const pod = livePod({ spec: { containers: [container] } });
    const found = expected.map(() => {
      calls = [];
      sim.runFor(1000);
      const [, , err] = run(sim, manager.ensureImageExists(pod, container, [], undefined));
      return [calls, err?.message];
    });
    expect(found).toEqual(expected);
  });
});

test('the eleventh request waits to be let in while one is brought', () => {
  const sim = new Sim({ epoch });
  const service = {
    *getImageRef(): Generator<never, [string, undefined]> {
      return ['', undefined];
    },
    *pullImage() {
      yield* sim.sleep(1000);
      return ['ref', undefined] as [string, undefined];
    },
  };
  const recorder = recorderOf(() => undefined);
  const manager = newImageManager(
    sim,
    recorder,
    service,
    newBackOff(sim, 1000, 60_000),
    true,
    0,
    0,
    gatesWith(),
  );
  const container = { name: 'c', image: 'i', imagePullPolicy: 'Always' };
  const pod = livePod({ spec: { containers: [container] } });
  for (let i = 0; i < 12; i++) sim.go(`pull ${i}`, manager.ensureImageExists(pod, container, [], undefined));
  sim.runFor(0);
  const waiting = [...sim.processes.values()].filter(({ park }) => park?.kind === 'send');
  expect(waiting.map(({ name }) => name)).toEqual(['pull 11']);
  sim.runFor(12_000);
  expect([...sim.processes.values()].map(({ name }) => name)).toEqual(['pull images']);
});

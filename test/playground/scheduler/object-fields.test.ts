import { describe, expect, test } from 'vitest';
import { type FieldName, fieldsOf, withField } from '../../../playground/scheduler/object-fields.ts';

const pod = {
  kind: 'Pod',
  metadata: { name: 'a', labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }, { name: 'side' }],
    tolerations: [
      { operator: 'Exists' },
      { key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' },
    ],
  },
};
const node = { kind: 'Node', metadata: { name: 'n' }, status: { allocatable: { cpu: '4' } } };

const values = (object: object) =>
  Object.fromEntries(fieldsOf(object).map(({ name, value }) => [name, value]));

test('the lines of a pod and of a node are read as kubectl writes them', () => {
  expect(values(pod)).toEqual({
    cpu: '1',
    memory: '',
    labels: 'app=web',
    nodeSelector: '',
    tolerations: '*, gpu=yes:NoSchedule',
    priority: '',
  });
  expect(values(node)).toEqual({
    cpu: '4',
    memory: '',
    pods: '',
    labels: '',
    taints: '',
    unschedulable: 'false',
  });
});

describe('a line is written', () => {
  test.each<[object, FieldName, string, object]>([
    [
      pod,
      'memory',
      '1Gi',
      { spec: { containers: [{ resources: { requests: { cpu: '1', memory: '1Gi' } } }, {}] } },
    ],
    [pod, 'cpu', '', { spec: { containers: [{ resources: { requests: {} } }, {}] } }],
    [pod, 'labels', ' app = api , tier=', { metadata: { labels: { app: 'api', tier: '' } } }],
    [pod, 'tolerations', 'gpu', { spec: { tolerations: [{ key: 'gpu', operator: 'Exists' }] } }],
    [pod, 'priority', '7', { spec: { priority: 7 } }],
    [pod, 'priority', 'high', { spec: { priorityClassName: 'high' } }],
    [
      node,
      'taints',
      'a=b:NoExecute, c:NoSchedule',
      {
        spec: {
          taints: [
            { key: 'a', value: 'b', effect: 'NoExecute' },
            { key: 'c', effect: 'NoSchedule' },
          ],
        },
      },
    ],
    [node, 'unschedulable', 'true', { spec: { unschedulable: true } }],
    [node, 'pods', '5', { status: { allocatable: { cpu: '4', pods: '5' } } }],
  ])('%# %j', (object, name, value, expected) => {
    const [written, err] = withField(object, name, value);
    expect(err).toBeUndefined();
    expect(written).toMatchObject(expected);
  });

  test('the object that was given stays as it was', () => {
    const before = structuredClone(pod);
    withField(pod, 'cpu', '3');
    expect(pod).toEqual(before);
  });

  test.each<[FieldName, string, string]>([
    ['cpu', 'much', 'expected an amount such as 250m, 2 or 512Mi, found "much". Write one.'],
    ['labels', 'app', 'expected key=value, found "app". Write several with commas between.'],
    [
      'taints',
      'gpu',
      'expected key=value:Effect, found "gpu". The effect is NoSchedule, PreferNoSchedule or NoExecute.',
    ],
  ])('%s is not %j', (name, value, message) => {
    expect(withField(node, name, value)[1]?.message).toBe(message);
  });
});

import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { pod } from '../../../../../src/runtime/subjects/api/objects.ts';
import { Mutex } from '../../../../../src/runtime/sim/sync.ts';
import { Plane } from './plane.ts';

const node = 'node-a';

/** A pod that is bound already. */
function bound(name: string, annotations: Readonly<Record<string, string>> = {}, nodeName = node): object {
  const made = pod(name, {}) as { metadata: object; spec: object };
  return { ...made, metadata: { ...made.metadata, annotations }, spec: { ...made.spec, nodeName } };
}

function planeWith(settings: Parameters<Plane['startKubelet']>[1] = {}): Plane {
  const plane = new Plane('pods');
  plane.startKubelet(node, settings);
  plane.after(10);
  return plane;
}

describe('KubeletStandIn', () => {
  test('registers its node, and finds it there when it is started again', () => {
    const plane = new Plane('nodes');
    plane.startKubelet(node);
    expect(plane.after(10)).toEqual(['    1  added Node node-a']);
    plane.sim.crash(`kubelet-stand-in/${node}`);
    plane.startKubelet(node);
    expect(plane.after(10)).toEqual([]);
    const { status } = plane.do({ verb: 'get', resource: 'nodes', name: node }) as { status?: object };
    expect(status).toMatchObject({
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }, { address: node }],
    });
  });

  test('reports a pod Running, then Ready, and ends it when it is deleted', () => {
    const plane = planeWith();
    plane.create('pods', bound('web'));
    plane.create('pods', bound('elsewhere', {}, 'node-b'));
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "   10  added Pod web on node-a Pending",
        "   10  added Pod elsewhere on node-b Pending",
        "  111  modified Pod web on node-a Running",
        "  313  modified Pod web on node-a Running ready",
      ]
    `);
    expect(plane.pods().find((p) => p.metadata.name === 'web')?.status).toMatchInlineSnapshot(`
      {
        "conditions": [
          {
            "lastTransitionTime": "2021-01-16T12:00:00Z",
            "status": "True",
            "type": "Initialized",
          },
          {
            "lastTransitionTime": "2021-01-16T12:00:00Z",
            "status": "True",
            "type": "Ready",
          },
          {
            "lastTransitionTime": "2021-01-16T12:00:00Z",
            "status": "True",
            "type": "ContainersReady",
          },
        ],
        "containerStatuses": [
          {
            "containerID": "stand-in://f3be7ad7",
            "image": "app:v1",
            "imageID": "",
            "lastState": {},
            "name": "app",
            "ready": true,
            "restartCount": 0,
            "started": true,
            "state": {
              "running": {
                "startedAt": "2021-01-16T12:00:00Z",
              },
            },
          },
        ],
        "hostIP": "10.0.0.1",
        "phase": "Running",
        "podIP": "10.100.0.1",
        "podIPs": [
          {
            "ip": "10.100.0.1",
          },
        ],
        "qosClass": "BestEffort",
        "startTime": "2021-01-16T12:00:00Z",
      }
    `);
    plane.delete('pods', 'web');
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 1010  modified Pod web on node-a Running ready terminating within 30 s",
        " 1311  modified Pod web on node-a Running ready terminating within 0 s",
        " 1311  deleted Pod web on node-a Running ready terminating within 0 s",
      ]
    `);
  });

  test('ends a pod within its grace period', () => {
    const plane = planeWith({ stopMs: 60_000 });
    plane.create('pods', bound('web'));
    plane.after(500);
    plane.delete('pods', 'web', { gracePeriodSeconds: 2 });
    expect(plane.after(10_000)).toMatchInlineSnapshot(`
      [
        "  510  modified Pod web on node-a Running ready terminating within 2 s",
        " 2511  modified Pod web on node-a Running ready terminating within 0 s",
        " 2511  deleted Pod web on node-a Running ready terminating within 0 s",
      ]
    `);
  });

  test('makes Running and Ready one step if nothing lies between', () => {
    const plane = planeWith({ startMs: 0, readyMs: 0 });
    plane.create('pods', bound('web'));
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "   10  added Pod web on node-a Pending",
        "   11  modified Pod web on node-a Running ready",
      ]
    `);
  });

  test('gives each pod an address of its own', () => {
    const plane = planeWith();
    for (let i = 0; i < 300; i++) plane.create('pods', bound(`web-${i}`));
    plane.after(1000);
    expect(new Set(plane.pods().map((p) => p.status.podIP)).size).toBe(300);
  });

  test('reports a pod Failed when it is told to', () => {
    const plane = planeWith();
    const kubelet = plane.kubelets.get(node);
    plane.create('pods', bound('web'));
    plane.after(1000);
    expect(kubelet?.fail('default', 'web')).toBeUndefined();
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 1011  modified Pod web on node-a Failed",
      ]
    `);
    expect(plane.pods()[0]?.status.containerStatuses?.[0]?.state).toEqual({
      terminated: {
        exitCode: 1,
        reason: 'Error',
        startedAt: '2021-01-16T12:00:00Z',
        finishedAt: '2021-01-16T12:00:01Z',
      },
    });
    expect(kubelet?.fail('default', 'web')?.message).toBe('pod default/web has ended or is terminating');
    expect(kubelet?.fail('default', 'gone')?.message).toBe('pod default/gone is not on node node-a');
  });

  test('a pod that failed while it was starting does not become ready', () => {
    const plane = planeWith();
    plane.create('pods', bound('web'));
    plane.after(150);
    plane.kubelets.get(node)?.fail('default', 'web');
    plane.after(1000);
    expect(plane.pods()[0]?.status.phase).toBe('Failed');
  });

  test('takes on what it finds when it is started again', () => {
    const plane = planeWith();
    plane.create('pods', bound('starting'));
    plane.after(150);
    plane.create('pods', bound('new'));
    plane.after(10);
    plane.sim.crash(`kubelet-stand-in/${node}`);
    expect(plane.after(1000)).toEqual([]);
    plane.startKubelet(node);
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        " 1275  modified Pod new on node-a Running",
        " 1375  modified Pod starting on node-a Running ready",
        " 1477  modified Pod new on node-a Running ready",
      ]
    `);
  });

  const latenessMs = [-2, -1, 0, 1, 2, 3];

  test.each([
    ['Running', 111, latenessMs],
    ['Ready', 313, latenessMs],
  ])('a pod that fails about when it becomes %s stays Failed', (_name, dueMs, latenesses) => {
    for (const lateMs of latenesses) {
      const plane = planeWith();
      plane.create('pods', bound('web'));
      plane.sim.runFor(dueMs + lateMs - plane.sim.now);
      plane.kubelets.get(node)?.fail('default', 'web');
      const phases = plane.after(5000).map((line) => line.replace(/.*node-a /, ''));
      expect(phases.filter((phase) => phase === 'Failed')).toHaveLength(1);
      expect(phases.at(-1)).toBe('Failed');
    }
  });

  test.each([
    ['Running', 110],
    ['Ready', 312],
  ])('a pod that somebody else writes Failed, as the report of %s is under way, stays so', (_name, atMs) => {
    const plane = planeWith();
    plane.create('pods', bound('web'));
    plane.sim.runFor(atMs - plane.sim.now);
    plane.patchStatus('web', { phase: 'Failed' });
    plane.lines.splice(0);
    expect(plane.after(5000)).toEqual([`  ${atMs}  modified Pod web on node-a Failed`]);
  });

  test('a report goes through after a write of somebody else, with what that wrote', () => {
    const plane = planeWith();
    plane.create('pods', bound('web'));
    plane.sim.runFor(100);
    plane.patchStatus('web', { nominatedNodeName: 'node-b' });
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "   10  added Pod web on node-a Pending",
        "  110  modified Pod web on node-a Pending",
        "  165  modified Pod web on node-a Running",
        "  367  modified Pod web on node-a Running ready",
      ]
    `);
    expect(plane.pods()[0]?.status.nominatedNodeName).toBe('node-b');
  });

  test('a pod that is ready has no reason left for which it was not', () => {
    const plane = planeWith();
    plane.create('pods', bound('web'));
    plane.after(200);
    const why = { status: 'False', reason: 'ContainersNotReady', message: 'containers with unready status' };
    plane.patchStatus('web', { conditions: [{ type: 'Ready', ...why }] });
    plane.after(1000);
    const ready = plane.pods()[0]?.status.conditions?.find(({ type }) => type === 'Ready');
    expect(ready).toEqual({ type: 'Ready', status: 'True', lastTransitionTime: '2021-01-16T12:00:00Z' });
  });

  test('sends a status again that did not get through', () => {
    let refusals = 2;
    const plane = planeWith({ readyMs: 1_000_000 });
    plane.refuse = ({ verb }) =>
      verb === 'patch' && refusals-- > 0 ? newServiceUnavailable('no') : undefined;
    plane.create('pods', bound('web'));
    expect(plane.after(1000)).toMatchInlineSnapshot(`
      [
        "   10  added Pod web on node-a Pending",
        "  269  modified Pod web on node-a Running",
      ]
    `);
  });
});

describe('KubeletStandIn, told by annotations', () => {
  test.each([
    ['ready later', { 'fake/ready-ms': '500' }, ['111 Running', '613 Running ready']],
    ['never ready', { 'fake/ready-ms': 'never' }, ['111 Running']],
    ['not Running before it is Ready', { 'fake/running-first': 'no' }, ['311 Running ready']],
    ['ends well', { 'fake/exit-ms': '500' }, ['111 Running', '313 Running ready', '613 Succeeded']],
    [
      'ends badly',
      { 'fake/exit-ms': '500', 'fake/exit-code': '3' },
      ['111 Running', '313 Running ready', '613 Failed'],
    ],
    ['its image cannot be pulled', { 'fake/pull': 'fail' }, ['111 Pending']],
    ['somebody else reports for it', { 'fake/manual': '1' }, []],
  ])('%s', (_name, annotations, expected) => {
    const plane = planeWith();
    plane.create('pods', bound('web', annotations));
    const lines = plane.after(5000).map((line) => line.trim().replace('  modified Pod web on node-a', ''));
    expect(lines).toEqual(['10  added Pod web on node-a Pending', ...expected]);
  });

  test('it stops later, or never', () => {
    const plane = planeWith();
    plane.create('pods', bound('slow', { 'fake/term-ms': '2000' }));
    plane.create('pods', bound('stuck', { 'fake/term-ms': 'never' }));
    plane.after(1000);
    plane.delete('pods', 'slow');
    plane.delete('pods', 'stuck');
    expect(plane.after(60_000)).toMatchInlineSnapshot(`
      [
        " 1010  modified Pod slow on node-a Running ready terminating within 30 s",
        " 1010  modified Pod stuck on node-a Running ready terminating within 30 s",
        " 3011  modified Pod slow on node-a Running ready terminating within 0 s",
        " 3011  deleted Pod slow on node-a Running ready terminating within 0 s",
      ]
    `);
  });
});

describe('KubeletStandIn, in turns', () => {
  test('lets one pod of all nodes change at a time', () => {
    const plane = new Plane('pods');
    const settings = { startMs: 0, readyMs: 0, stopMs: 0, serial: { turn: new Mutex('turn'), gapMs: 1000 } };
    plane.startKubelet(node, settings);
    plane.startKubelet('node-b', settings);
    plane.after(10);
    plane.create('pods', bound('a'));
    plane.create('pods', bound('b', {}, 'node-b'));
    plane.create('pods', bound('c'));
    expect(plane.after(5000)).toMatchInlineSnapshot(`
      [
        "   10  added Pod a on node-a Pending",
        "   10  added Pod b on node-b Pending",
        "   10  added Pod c on node-a Pending",
        "  111  modified Pod a on node-a Running ready",
        " 1213  modified Pod c on node-a Running ready",
        " 2315  modified Pod b on node-b Running ready",
      ]
    `);
    plane.delete('pods', 'a');
    plane.delete('pods', 'b');
    expect(plane.after(5000)).toMatchInlineSnapshot(`
      [
        " 5010  modified Pod a on node-a Running ready terminating within 30 s",
        " 5010  modified Pod b on node-b Running ready terminating within 30 s",
        " 5111  modified Pod a on node-a Running ready terminating within 0 s",
        " 5111  deleted Pod a on node-a Running ready terminating within 0 s",
        " 5313  modified Pod b on node-b Running ready terminating within 0 s",
        " 5313  deleted Pod b on node-b Running ready terminating within 0 s",
      ]
    `);
  });
});

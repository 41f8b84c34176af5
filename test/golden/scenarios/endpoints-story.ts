import { plane } from '../../../src/runtime/subjects/control-loop/planes/controllers.ts';
import type { Stage, Story } from './stories.ts';

function pod(
  name: string,
  spec: object,
  more: { annotations?: object; ports?: object } = {},
): Record<string, unknown> {
  const { annotations, ports } = more;
  const labels = { app: 'web' };
  const containers = [{ name: 'c', image: 'app:v1', ...(ports ? { ports } : {}) }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels, ...(annotations ? { annotations } : {}) },
    spec: { containers, ...spec },
  };
}

function setReady(stage: Stage, name: string, status: string): void {
  const conditions = ['Ready', 'ContainersReady'].map((type) => ({ type, status }));
  stage.setStatus(name, { conditions });
  stage.quiet();
}

function patchService(stage: Stage, spec: object, ms = 2000): void {
  stage.patch('services', 'svc', { spec });
  stage.quiet(ms);
}

/** A Service and its pods. EndpointSlices, which the recording has too, are no kind of Loopscope's. */
export const endpoints: Story = {
  plane,
  settings: { serialGapMs: 250 },
  kinds: ['Service', 'Endpoints', 'Pod'],
  play(stage) {
    stage.action('create Service svc selector app=web port 80 -> 8080');
    const ports = [{ name: 'http', port: 80, targetPort: 8080 }];
    stage.create('services', { metadata: { name: 'svc' }, spec: { selector: { app: 'web' }, ports } });
    stage.quiet();
    for (const name of ['p1', 'p2']) {
      stage.action(`create pod ${name} (Running, not ready)`);
      stage.create('pods', pod(name, { nodeName: 'n1' }, { annotations: { 'fake/ready-ms': 'never' } }));
      stage.quiet();
    }
    for (const [name, status] of [
      ['p1', 'True'],
      ['p2', 'True'],
      ['p1', 'False'],
    ] as const) {
      stage.action(`${name} ${status === 'True' ? 'Ready' : 'not Ready'}`);
      setReady(stage, name, status);
    }
    for (const publishNotReadyAddresses of [true, false]) {
      stage.action(`publishNotReadyAddresses=${publishNotReadyAddresses}`);
      patchService(stage, { publishNotReadyAddresses });
    }
    stage.action('delete p2 (graceful, 2 s to go)');
    stage.patch('pods', 'p2', { metadata: { annotations: { 'fake/term-ms': '2000' } } });
    stage.delete('pods', 'p2');
    stage.quiet(3500);
    stage.action('p1 phase Failed');
    stage.setStatus('p1', { phase: 'Failed' });
    stage.quiet();
    stage.action('create p3 with hostname/subdomain, two ports, named targetPort');
    const two = [
      { name: 'http', port: 80, targetPort: 'web' },
      { name: 'adm', port: 81, targetPort: 9000 },
    ];
    stage.patch('services', 'svc', { spec: { ports: two } });
    const named = { ports: [{ name: 'web', containerPort: 8181 }] };
    stage.create('pods', pod('p3', { nodeName: 'n2', hostname: 'h3', subdomain: 'svc' }, named));
    stage.quiet();
    stage.action('selector app=other');
    patchService(stage, { selector: { app: 'other' } });
    stage.action('delete Service');
    stage.delete('services', 'svc');
    stage.quiet(3000);
  },
};

import { describe, expect, test } from 'vitest';
import type {
  CSIDriver,
  CSINode,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { coreKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { volumeKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/volume-kinds.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

type Manifest = { readonly metadata: { readonly name: string; readonly namespace?: string } } & object;

const server = () => {
  const api = new APIServer(new Sim(), { kinds: [...coreKinds, ...volumeKinds] });
  const send = (verb: string, resource: string, body: Manifest, more: object = {}): unknown => {
    const { namespace, name } = body.metadata;
    const target = verb === 'create' ? { resource, namespace } : { resource, namespace, name };
    const [object, err] = api.do({ verb, ...target, body, userAgent: 'kubectl', ...more } as never);
    return err?.message ?? object;
  };
  send('create', 'namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'default' },
  } as never);
  return {
    create: (resource: string, body: Manifest) => send('create', resource, body),
    update: (resource: string, body: Manifest) => send('update', resource, body),
    updateStatus: (resource: string, body: Manifest) =>
      send('update', resource, body, { subresource: 'status' }),
  };
};

const pv = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    hostPath: { path: '/data' },
    ...spec,
  },
});

const pvc = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'pvc', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const storage = (kind: string, name: string, rest: object) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind,
  metadata: { name },
  ...rest,
});

describe('a PersistentVolume', () => {
  test('is made pending, with defaults, whatever its status says', () => {
    const made = server().create('persistentvolumes', { ...pv(), status: { phase: 'Bound' } } as never);
    const { spec, status } = made as PersistentVolume;
    expect(status).toEqual({ phase: 'Pending' });
    expect(spec).toMatchObject({ persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' });
  });

  test.each([
    ['without capacity', { capacity: {} }, 'spec.capacity: Required value'],
    ['of no size', { capacity: { storage: '0' } }, 'must be greater than zero'],
    ['without a source', { hostPath: undefined }, 'spec: Required value: must specify a volume type'],
    [
      'with two sources',
      { nfs: { server: 'a', path: '/' } },
      'spec.nfs: Forbidden: may not specify more than 1 volume type',
    ],
    ['used in no way', { accessModes: [] }, 'spec.accessModes: Required value'],
    ['used in an unknown way', { accessModes: ['Always'] }, 'spec.accessModes: Unsupported value: "Always"'],
    [
      'with an unknown policy',
      { persistentVolumeReclaimPolicy: 'Burn' },
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn"',
    ],
    [
      'with an affinity that says nothing',
      { nodeAffinity: {} },
      'spec.nodeAffinity.required: Required value: must specify required node constraints',
    ],
  ])('%s is refused', (_what, spec, why) => {
    expect(server().create('persistentvolumes', pv(spec))).toContain(why);
  });

  test('keeps its source, and its affinity once it has one; its claim and its status may change', () => {
    const { create, update, updateStatus } = server();
    const made = create('persistentvolumes', pv()) as PersistentVolume;
    const moved = { ...made, spec: { ...made.spec, hostPath: { path: '/other' } } };
    expect(update('persistentvolumes', moved as never)).toContain(
      'spec.persistentvolumesource is immutable after creation',
    );
    const claimRef = { name: 'pvc', namespace: 'default' };
    const claimed = { ...made, spec: { ...made.spec, claimRef }, status: { phase: 'Bound' } };
    const updated = update('persistentvolumes', claimed as never) as PersistentVolume;
    expect([updated.spec?.claimRef, updated.status?.phase]).toEqual([claimRef, 'Pending']);
    const bound = { ...updated, spec: made.spec, status: { phase: 'Bound' } };
    const after = updateStatus('persistentvolumes', bound as never) as PersistentVolume;
    expect([after.spec?.claimRef, after.status?.phase]).toEqual([claimRef, 'Bound']);
  });
});

describe('a PersistentVolumeClaim', () => {
  test.each([
    ['used in no way', { accessModes: [] }, 'spec.accessModes: Required value: at least 1 access mode'],
    ['for no amount', { resources: {} }, 'spec.resources[storage]: Required value'],
    ['for nothing', { resources: { requests: { storage: '0' } } }, 'must be greater than zero'],
    ['of an unknown mode', { volumeMode: 'Tape' }, 'spec.volumeMode: Unsupported value: "Tape"'],
  ])('%s is refused', (_what, spec, why) => {
    expect(server().create('persistentvolumeclaims', pvc(spec))).toContain(why);
  });

  test('gets its volume once, and asks for more only when it is bound', () => {
    const { create, update, updateStatus } = server();
    const made = create('persistentvolumeclaims', pvc()) as PersistentVolumeClaim;
    expect(made.status?.phase).toBe('Pending');
    const spec = { ...made.spec, volumeName: 'pv' };
    const bound = update('persistentvolumeclaims', { ...made, spec } as never) as PersistentVolumeClaim;
    expect(bound.spec?.volumeName).toBe('pv');
    const immutable = 'spec is immutable after creation except resources.requests for bound claims';
    const other = { ...bound, spec: { ...spec, volumeName: 'other' } };
    expect(update('persistentvolumeclaims', other as never)).toContain(immutable);
    const asking = (of: PersistentVolumeClaim, amount: string) =>
      update('persistentvolumeclaims', {
        ...of,
        spec: { ...of.spec, resources: { requests: { storage: amount } } },
      } as never);
    expect(asking(bound, '2Gi')).toContain(immutable);
    const status = { phase: 'Bound' };
    const done = updateStatus('persistentvolumeclaims', {
      ...bound,
      status,
    } as never) as PersistentVolumeClaim;
    const grown = asking(done, '2Gi') as PersistentVolumeClaim;
    expect(grown.spec?.resources?.requests).toEqual({ storage: '2Gi' });
    expect(asking(grown, '1Gi')).toContain('field can not be less than previous value');
  });
});

describe('the group storage.k8s.io', () => {
  test('a class binds at once and deletes, if it says nothing, and that does not change', () => {
    const { create, update } = server();
    const body = storage('StorageClass', 'fast', { provisioner: 'disks.example.com' });
    const made = create('storageclasses', body) as StorageClass;
    expect([made.reclaimPolicy, made.volumeBindingMode]).toEqual(['Delete', 'Immediate']);
    const waiting = { ...made, volumeBindingMode: 'WaitForFirstConsumer' };
    expect(update('storageclasses', waiting as never)).toContain('volumeBindingMode: Invalid value');
    const by = { ...made, provisioner: 'other.example.com' };
    expect(update('storageclasses', by as never)).toContain('updates to provisioner are forbidden.');
  });

  test('a class without a provisioner, or with an unknown mode, is refused', () => {
    const { create } = server();
    const [none, odd] = [{}, { provisioner: 'a', volumeBindingMode: 'Never' }];
    expect(create('storageclasses', storage('StorageClass', 'none', none))).toContain(
      'provisioner: Required value',
    );
    expect(create('storageclasses', storage('StorageClass', 'odd', odd))).toContain(
      'volumeBindingMode: Unsupported value: "Never"',
    );
  });

  test('the drivers of a CSINode come and go, and do not change', () => {
    const { create, update } = server();
    const driver = { name: 'ebs.csi.aws.com', nodeID: 'i-1', allocatable: { count: 25 } };
    const body = storage('CSINode', 'node-a', { spec: { drivers: [driver] } });
    const made = create('csinodes', body) as CSINode;
    const changed = { ...made, spec: { drivers: [{ ...driver, allocatable: { count: 30 } }] } };
    expect(update('csinodes', changed as never)).toContain('field is immutable');
    const gone = update('csinodes', { ...made, spec: { drivers: [] } } as never) as CSINode;
    expect(gone.spec.drivers).toEqual([]);
    const twice = storage('CSINode', 'node-b', { spec: { drivers: [driver, driver] } });
    expect(create('csinodes', twice)).toContain('spec.drivers[1].name: Duplicate value: "ebs.csi.aws.com"');
  });

  test('a driver has defaults, and does not change', () => {
    const { create, update } = server();
    const made = create('csidrivers', storage('CSIDriver', 'd.example.com', { spec: {} })) as CSIDriver;
    expect(made.spec).toMatchObject({ attachRequired: true, volumeLifecycleModes: ['Persistent'] });
    const changed = { ...made, spec: { ...made.spec, attachRequired: false } };
    expect(update('csidrivers', changed as never)).toContain('field is immutable');
  });
});

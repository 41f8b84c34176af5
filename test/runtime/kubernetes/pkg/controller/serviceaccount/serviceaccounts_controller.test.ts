import { expect, test } from 'vitest';
import type { Namespace, ServiceAccount } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newAlreadyExists,
  newForbidden,
  newServiceUnavailable,
  withCause,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  defaultServiceAccountsControllerOptions,
  newServiceAccountsController,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.ts';
import { Bed } from '../bed.ts';

const account = (name: string): ServiceAccount =>
  ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1' },
  }) as ServiceAccount;

const namespace = (phase: string): Namespace =>
  ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'default', uid: 'd', resourceVersion: '1' },
    status: { phase },
  }) as Namespace;

type Event = 'added' | 'updated' | 'default deleted' | 'other deleted';

/** What is created after an event, in a namespace in which the cache has these accounts. */
function created(phase: string | undefined, accounts: readonly string[], event: Event): string[] {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const controller = newServiceAccountsController(
    bed.sim,
    v1.serviceAccounts(),
    v1.namespaces(),
    bed.client,
    {
      ...defaultServiceAccountsControllerOptions(),
      serviceAccounts: [{ metadata: { name: 'default' } }, { metadata: { name: 'managed' } }],
    },
  );
  if (phase !== undefined) v1.namespaces().informer().getIndexer().add(namespace(phase));
  for (const name of accounts) v1.serviceAccounts().informer().getIndexer().add(account(name));
  if (event === 'added') controller.namespaceAdded(namespace(phase ?? ''));
  else if (event === 'updated') controller.namespaceUpdated(namespace(''), namespace(phase ?? ''));
  else controller.serviceAccountDeleted(account(event.split(' ')[0] ?? ''));
  bed.run(controller.processNextWorkItem());
  expect(bed.requests.filter((request) => request !== 'create serviceaccounts')).toEqual([]);
  return bed.list('serviceaccounts').map(({ metadata }) => metadata.name ?? '');
}

const both = ['default', 'managed'];
test.each<readonly [Event, string | undefined, readonly string[], readonly string[]]>([
  ['added', 'Active', [], both],
  ['added', 'Active', ['managed'], ['default']],
  ['added', 'Active', both, []],
  ['added', 'Terminating', [], []],
  ['updated', 'Active', [], both],
  ['updated', 'Active', ['default'], ['managed']],
  ['updated', 'Active', both, []],
  ['updated', 'Terminating', [], []],
  ['default deleted', undefined, [], []],
  ['default deleted', 'Active', ['managed'], ['default']],
  ['default deleted', 'Terminating', [], []],
  ['other deleted', 'Active', both, []],
  ['other deleted', 'Terminating', [], []],
])('%s, in a namespace that is %s and has %j: creates %j', (event, phase, accounts, expected) => {
  expect(created(phase, accounts, event)).toEqual(expected);
});

test('a refusal is an error, unless it says that the namespace is going away', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const controller = newServiceAccountsController(
    bed.sim,
    v1.serviceAccounts(),
    v1.namespaces(),
    bed.client,
    defaultServiceAccountsControllerOptions(),
  );
  v1.namespaces().informer().getIndexer().add(namespace('Active'));
  const refusal = newForbidden({ group: '', resource: 'serviceaccounts' }, 'default', new Error('no'));
  bed.refuse = () => refusal;
  expect(bed.run(controller.syncNamespace('default'))?.message).toContain('forbidden: no');
  bed.refuse = () => withCause(refusal, { reason: 'NamespaceTerminating', message: '', field: '' });
  expect(bed.run(controller.syncNamespace('default'))).toBeUndefined();
});

test('INI-27: each namespace has its default account, and gets it again when that is deleted', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const controller = newServiceAccountsController(
    bed.sim,
    v1.serviceAccounts(),
    v1.namespaces(),
    bed.client,
    defaultServiceAccountsControllerOptions(),
  );
  bed.start(controller.run(1, bed.stop));
  bed.sim.runFor(1000);
  const where = (): unknown[] => bed.list('serviceaccounts', '').map(({ metadata }) => metadata.namespace);
  expect(where()).toEqual(['default', 'kube-system']);
  bed.create('namespaces', { metadata: { name: 'team' } });
  bed.do('delete', 'serviceaccounts', { name: 'default' });
  bed.sim.runFor(1000);
  expect(where()).toEqual(['default', 'kube-system', 'team']);
});

const running = (workers = 1): Bed => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const options = defaultServiceAccountsControllerOptions();
  const informers = [v1.serviceAccounts(), v1.namespaces()] as const;
  const controller = newServiceAccountsController(bed.sim, ...informers, bed.client, options);
  bed.start(controller.run(workers, bed.stop));
  return bed;
};

test('what is refused is tried again, after pauses that double, and begins anew once it has succeeded', () => {
  const bed = running();
  bed.sim.runFor(1000);
  const at: number[] = [];
  let failures = 3;
  bed.refuse = ({ verb }) => {
    if (verb !== 'create') return undefined;
    at.push(bed.sim.now);
    return failures-- > 0 ? newServiceUnavailable('no') : undefined;
  };
  const pauses = (): number[] => at.splice(0).map((ms, i, all) => ms - (all[i - 1] ?? ms));
  bed.do('delete', 'serviceaccounts', { name: 'default' });
  bed.sim.runFor(1000);
  expect(pauses()).toEqual([0, 5, 10, 20]);
  failures = 2;
  bed.do('delete', 'serviceaccounts', { name: 'default' });
  bed.sim.runFor(1000);
  expect(pauses()).toEqual([0, 5, 10]);
  expect(bed.get('serviceaccounts', 'default').metadata.name).toBe('default');
});

test('an account that somebody else was quicker to make is good', () => {
  const bed = running();
  bed.refuse = ({ verb }) =>
    verb === 'create' ? newAlreadyExists({ group: '', resource: 'serviceaccounts' }, 'default') : undefined;
  bed.sim.runFor(10_000);
  expect(bed.requests.filter((words) => words.startsWith('create'))).toHaveLength(2);
});

test('it makes no more accounts when it is told to end', () => {
  const bed = running();
  bed.sim.runFor(1000);
  bed.stop.close();
  bed.sim.runFor(1000);
  const left = [...bed.sim.processes.values()].map(({ name }) => name);
  expect(left.filter((name) => name.startsWith('serviceaccount/worker') || name === 'controller')).toEqual(
    [],
  );
  bed.do('delete', 'serviceaccounts', { name: 'default' });
  bed.sim.runFor(1000);
  expect(bed.list('serviceaccounts')).toEqual([]);
});

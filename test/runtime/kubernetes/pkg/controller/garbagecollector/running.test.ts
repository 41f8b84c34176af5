import type { OwnerReference } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { Stage } from '../../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../../src/runtime/subjects/collector/planes/collector.ts';
import type { StoredObject } from '../../../../../../src/runtime/subjects/api/world.ts';
import type { API } from '../../../../../../src/runtime/subjects/api/part.ts';

const namespace = 'default';
const manager = 'kube-controller-manager';

/** A cluster whose garbage collector runs, and ConfigMaps that own each other: they have no life of their own. */
class Heap {
  readonly cluster = new Stage(plane, { nodes: [] }, { seed: 1 });
  /** What the collector wrote: verb, name, and for a deletion how. */
  readonly writes: string[] = [];
  /** Requests of the collector that are refused, each once, by their first words. */
  readonly refused: string[] = [];

  constructor() {
    this.cluster.start();
    const { server } = this.cluster.part('api');
    const answer = server.do.bind(server);
    server.do = (request) => {
      const { verb, name = '', body, userAgent, resource } = request;
      if (
        userAgent?.includes('collector') &&
        resource === 'configmaps' &&
        verb !== 'get' &&
        verb !== 'list'
      ) {
        const { propagationPolicy } = (body ?? {}) as { propagationPolicy?: string };
        const words = [verb, name, verb === 'delete' ? propagationPolicy : ''].join(' ').trim();
        this.writes.push(words);
        const at = this.refused.findIndex((start) => words.startsWith(start));
        if (at >= 0) {
          this.refused.splice(at, 1);
          return [undefined, newServiceUnavailable('not now')];
        }
      }
      return answer(request);
    };
    this.after(3000);
  }

  after(ms: number): this {
    this.cluster.sim.runFor(ms);
    return this;
  }

  /** Stores a ConfigMap with such owners; one with a ! holds its owner back. */
  add(name: string, ...owners: string[]): this {
    const references = owners.map((owner) => this.#reference(owner));
    const body = { metadata: { name, ...(owners.length > 0 ? { ownerReferences: references } : {}) } };
    this.#do({ verb: 'create', body });
    return this;
  }

  own(name: string, ...owners: string[]): this {
    const ownerReferences = owners.map((owner) => this.#reference(owner));
    const patchType = 'application/merge-patch+json';
    this.#do({ verb: 'patch', name, patchType, body: { metadata: { ownerReferences } } });
    return this;
  }

  delete(name: string, propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'): this {
    this.#do({ verb: 'delete', name, body: propagationPolicy ? { propagationPolicy } : {} });
    return this;
  }

  /** Each object with its owners; one that is being deleted with its finalizers. */
  left(): string[] {
    const maps = this.cluster.part('api').list('configmaps', namespace);
    return maps.map(({ metadata }) => {
      const {
        name,
        ownerReferences = [],
        deletionTimestamp,
        finalizers = [],
      } = metadata as StoredObject['metadata'];
      const owners = ownerReferences.map((ref) => ref.name);
      const of = owners.length > 0 ? ` of ${owners.join(', ')}` : '';
      return `${name ?? ''}${of}${deletionTimestamp ? ` ends after ${finalizers.join(', ')}` : ''}`;
    });
  }

  #reference(owner: string): OwnerReference {
    const name = owner.replace('!', '');
    const found = this.cluster
      .part('api')
      .list('configmaps', namespace)
      .find(({ metadata }) => metadata.name === name);
    const uid = found?.metadata.uid ?? `uid-of-${name}`;
    return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: owner.endsWith('!') };
  }

  #do(request: object): void {
    const whole = { resource: 'configmaps', namespace, userAgent: 'kubectl', ...request };
    const [, err] = this.cluster.part('api').server.do(whole as Parameters<API['server']['do']>[0]);
    if (err) throw err;
  }
}

describe('a garbage collector that runs', () => {
  test('deletes what an owner owned, and what that owned', () => {
    const heap = new Heap().add('a').add('b', 'a').add('c', 'b').add('other').after(1000);
    expect(heap.left()).toEqual(['a', 'b of a', 'c of b', 'other']);
    expect(heap.delete('a', 'Background').after(2000).left()).toEqual(['other']);
    expect(heap.writes).toEqual(['delete b Background', 'delete c Background']);
  });

  test('keeps what has another owner, which then no longer names the one that is gone', () => {
    const heap = new Heap().add('a').add('b').add('c', 'a', 'b').after(1000);
    expect(heap.delete('a', 'Background').after(2000).left()).toEqual(['b', 'c of b']);
    expect(heap.writes).toEqual(['patch c']);
    expect(heap.delete('b', 'Background').after(2000).left()).toEqual([]);
  });

  test('deletes what names an owner that never was', () => {
    const heap = new Heap().add('a', 'nobody').after(5000);
    expect([heap.left(), heap.writes]).toEqual([[], ['delete a Background']]);
  });

  test('in the foreground an owner stays until nothing holds it back', () => {
    const heap = new Heap().add('a').add('b', 'a!').add('c', 'b!').add('d', 'a').after(1000);
    heap.delete('a', 'Foreground');
    expect(heap.left()).toEqual(['a ends after foregroundDeletion', 'b of a', 'c of b', 'd of a']);
    expect(heap.after(5000).left()).toEqual([]);
    expect(heap.writes.filter((words) => words.startsWith('delete')).toSorted()).toEqual([
      'delete b Foreground',
      'delete c Background',
      'delete d Background',
    ]);
    // Those that waited let go in the order in which nothing held them back any more.
    expect(heap.writes.filter((words) => words.startsWith('patch'))).toEqual(['patch b', 'patch a']);
  });

  test('in the foreground a dependent with an owner that stays is let go, and stays', () => {
    const heap = new Heap().add('a').add('b').add('c', 'a!', 'b').after(1000);
    expect(heap.delete('a', 'Foreground').after(5000).left()).toEqual(['b', 'c of b']);
    expect(heap.writes).toEqual(['patch c', 'patch a']);
  });

  test('objects that hold each other back go together', () => {
    const heap = new Heap().add('a').add('b', 'a!').own('a', 'b!').after(1000);
    expect(heap.delete('a', 'Foreground').after(20_000).left()).toEqual([]);
  });

  test('orphans are let go by their owner, and stay', () => {
    const heap = new Heap().add('a').add('b', 'a!').add('c', 'a').add('d', 'c').after(1000);
    expect(heap.delete('a', 'Orphan').after(5000).left()).toEqual(['b', 'c', 'd of c']);
    expect(heap.writes.toSorted()).toEqual(['patch a', 'patch b', 'patch c']);
  });

  test.each([
    ['Background', 'delete b'],
    ['Foreground', 'delete b'],
    ['Foreground', 'patch a'],
    ['Orphan', 'patch b'],
    ['Orphan', 'patch a'],
  ] as const)('%s: tries again when the API server refuses to %s', (policy, words) => {
    const heap = new Heap().add('a').add('b', 'a!').after(1000);
    heap.refused.push(words, words);
    heap.delete('a', policy).after(30_000);
    expect(heap.refused).toEqual([]);
    expect(heap.left()).toEqual(policy === 'Orphan' ? ['b'] : []);
  });

  test('follows what changes its owner', () => {
    const heap = new Heap().add('a').add('b').add('c', 'a').after(1000);
    heap.own('c', 'b').after(1000);
    expect(heap.delete('a').after(3000).left()).toEqual(['b', 'c of b']);
    heap.own('c').after(1000);
    expect(heap.delete('b').after(3000).left()).toEqual(['c']);
    heap.own('c', 'nobody');
    expect(heap.after(5000).left()).toEqual([]);
  });

  test('a dependent that no longer holds its owner back lets it go', () => {
    const heap = new Heap().add('a').add('b', 'a!').after(1000);
    // What holds b keeps it from going, and so a.
    const patchType = 'application/merge-patch+json';
    const body = { metadata: { finalizers: ['example.com/hold'] } };
    const of = { resource: 'configmaps', namespace, name: 'b', userAgent: 'kubectl' } as const;
    heap.cluster.part('api').server.do({ verb: 'patch', ...of, patchType, body });
    heap.delete('a', 'Foreground').after(5000);
    expect(heap.left()).toEqual(['a ends after foregroundDeletion', 'b of a ends after example.com/hold']);
    heap.own('b', 'a').after(5000);
    expect(heap.left()).toEqual(['b of a ends after example.com/hold']);
  });

  test.each(['Background', 'Foreground', 'Orphan'] as const)(
    'ends what it began before a crash: %s',
    (policy) => {
      const heap = new Heap().add('a').add('b', 'a!').add('c', 'b').after(1000);
      heap.cluster.act({ kind: 'crash', program: manager });
      heap.delete('a', policy).after(1000);
      heap.cluster.act({ kind: 'start', program: manager });
      expect(heap.after(10_000).left()).toEqual(policy === 'Orphan' ? ['b', 'c of b'] : []);
    },
  );
});

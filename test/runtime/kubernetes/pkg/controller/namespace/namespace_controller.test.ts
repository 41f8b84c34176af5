import { describe, expect, test } from 'vitest';
import { newInternalError } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Namespace } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { ResourcesRemainingError } from '../../../../../../src/runtime/kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.ts';
import { NamespaceController } from '../../../../../../src/runtime/kubernetes/pkg/controller/namespace/namespace_controller.ts';
import { Bed } from '../bed.ts';

const resyncMs = 5 * 60_000;

/** A controller with a deleter that writes down when it is called for what, and gives the answers of a test. */
class Stage {
  readonly bed = new Bed();
  readonly deletes: string[] = [];
  readonly answers: (Error | undefined)[] = [];
  /** How long a deletion takes. */
  takesMs = 0;

  constructor(workers = 1) {
    const { bed, deletes, answers } = this;
    const takesMs = (): number => this.takesMs;
    const deleter = {
      *delete(name: string) {
        deletes.push(`${bed.sim.now} ${name}`);
        yield* bed.sim.sleep(takesMs());
        return answers.shift();
      },
    };
    const informer = bed.informers.core().v1().namespaces();
    const controller = new NamespaceController(bed.sim, informer, deleter, resyncMs);
    bed.start(controller.run(workers, bed.stop));
    bed.sim.runFor(1000);
  }

  namespace(name: string): this {
    this.bed.do('create', 'namespaces', { namespace: '', body: { metadata: { name } } });
    return this;
  }

  end(name: string): this {
    this.bed.do('delete', 'namespaces', { namespace: '', name });
    return this;
  }

  /** The deletions of so much time. */
  after(ms: number): string[] {
    this.bed.sim.runFor(ms);
    return this.deletes.splice(0);
  }
}

describe('a namespace controller', () => {
  test('empties a namespace that is being deleted, five seconds after, and no other', () => {
    const stage = new Stage().namespace('shop').namespace('other');
    expect(stage.after(60_000)).toEqual([]);
    stage.end('shop');
    expect(stage.after(4999)).toEqual([]);
    expect(stage.after(1)).toEqual(['66000 shop']);
  });

  test('finds one that was being deleted before it began', () => {
    const { bed } = new Stage();
    bed.do('create', 'namespaces', { namespace: '', body: { metadata: { name: 'shop' } } });
    bed.do('delete', 'namespaces', { namespace: '', name: 'shop' });
    expect(bed.do<Namespace>('get', 'namespaces', { namespace: '', name: 'shop' }).metadata.name).toBe(
      'shop',
    );
    const deletes: string[] = [];
    const deleter = {
      *delete(name: string) {
        yield* bed.sim.yieldNow();
        return void deletes.push(name);
      },
    };
    const informer = bed.informers.core().v1().namespaces();
    const second = new NamespaceController(bed.sim, informer, deleter, resyncMs);
    bed.sim.go('second', second.run(1, bed.stop));
    bed.sim.runFor(6000);
    expect(deletes).toEqual(['shop']);
  });

  test('comes back after half of the time that is left, and a second', () => {
    const stage = new Stage().namespace('shop');
    stage.answers.push(new ResourcesRemainingError(15), new ResourcesRemainingError(30));
    stage.end('shop');
    expect(stage.after(60_000)).toEqual(['6000 shop', '14000 shop', '30000 shop']);
  });

  test('tries again what failed, after pauses that double, and forgets them when it succeeds', () => {
    const stage = new Stage().namespace('shop');
    const no = newInternalError(new Error('no'));
    stage.answers.push(no, no, no, no, undefined);
    stage.end('shop');
    expect(stage.after(20_000)).toEqual(['6000 shop', '6005 shop', '6015 shop', '6035 shop', '6075 shop']);
    // Told of anew, it waits for its five seconds again, and its pauses begin anew.
    stage.answers.push(no, no);
    const body = { metadata: { labels: { seen: 'yes' } } };
    const patchType = 'application/merge-patch+json';
    stage.bed.do('patch', 'namespaces', { namespace: '', name: 'shop', patchType, body });
    expect(stage.after(20_000)).toEqual(['26000 shop', '26005 shop', '26015 shop']);
  });

  test('leaves one that is gone by then', () => {
    const stage = new Stage().namespace('shop').end('shop');
    const body = { metadata: { name: 'shop' }, spec: { finalizers: [] } };
    stage.bed.do('update', 'namespaces', { namespace: '', name: 'shop', subresource: 'finalize', body });
    expect(stage.after(60_000)).toEqual([]);
  });

  test.each([
    [1, ['6000 a', '16000 b', '26000 c']],
    [2, ['6000 a', '6001 b', '16000 c']],
    [3, ['6000 a', '6001 b', '6002 c']],
  ])('empties as many at once as it has workers: %i', (workers, deletes) => {
    const stage = new Stage(workers);
    stage.takesMs = 10_000;
    for (const name of ['a', 'b', 'c']) {
      stage.namespace(name).end(name);
      stage.bed.sim.runFor(1);
    }
    expect(stage.after(60_000)).toEqual(deletes);
  });

  test('takes up no more when it is told to end', () => {
    const stage = new Stage().namespace('shop');
    stage.end('shop');
    stage.after(1000);
    stage.bed.stop.close();
    expect(stage.after(60_000)).toEqual([]);
    const left = [...stage.bed.sim.processes.values()].map(({ name }) => name);
    expect(left.filter((name) => name.startsWith('namespace/worker') || name === 'controller')).toEqual([]);
  });
});

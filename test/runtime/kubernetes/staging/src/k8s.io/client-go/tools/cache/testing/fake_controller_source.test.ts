import { describe, expect, test } from 'vitest';
import { isResourceExpired } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Interface as WatchInterface } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import {
  type FakeControllerSource,
  newFakeControllerSource,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';
import { makePod, run } from '../support.ts';

function watchFrom(source: FakeControllerSource, resourceVersion: string): WatchInterface {
  return run(source.watch({ resourceVersion }))[0] as WatchInterface;
}

/** The versions of all events that are there; 'closed' at the end of a watch. */
function versions(watch: WatchInterface): (string | undefined)[] {
  const got: (string | undefined)[] = [];
  for (let next = watch.resultChan().tryReceive(); next; next = watch.resultChan().tryReceive()) {
    const [event, ok] = next;
    got.push(ok ? event.object.metadata.resourceVersion : 'closed');
    if (!ok) break;
  }
  return got;
}

describe('a FakeControllerSource', () => {
  test('counts versions, and a watch gets what came after its own', () => {
    const source = newFakeControllerSource(new Sim());
    source.add(makePod('foo'));
    source.modify(makePod('foo'));
    source.modify(makePod('foo'));
    const watches = ['1', '2', '3'].map((version) => watchFrom(source, version));
    expect(run(source.list({}))[0]?.metadata.resourceVersion).toBe('3');
    source.shutdown();
    expect(watches.map(versions)).toEqual([['2', '3', 'closed'], ['3', 'closed'], ['closed']]);
    expect(() => source.add(makePod('bar'))).toThrow('after its shutdown');
  });

  test('forgets its history when its watches are reset', () => {
    const source = newFakeControllerSource(new Sim());
    source.add(makePod('foo'));
    source.modify(makePod('foo'));
    source.modify(makePod('foo'));
    const lost = watchFrom(source, '3');
    source.resetWatch();
    expect(versions(lost)).toEqual(['closed']);
    expect(isResourceExpired(run(source.watch({ resourceVersion: '1' }))[1])).toBe(true);
    const watch = watchFrom(source, '3');
    source.modify(makePod('foo'));
    expect(versions(watch)).toEqual(['4']);
    expect(isResourceExpired(run(source.watch({ resourceVersion: '1' }))[1])).toBe(true);
    expect(versions(watchFrom(source, '4'))).toEqual([]);
  });

  test('can keep a change from its watches', () => {
    const source = newFakeControllerSource(new Sim());
    source.add(makePod('foo'));
    const watch = watchFrom(source, '1');
    source.addDropWatch(makePod('bar'));
    source.modifyDropWatch(makePod('foo'));
    source.deleteDropWatch(makePod('foo'));
    expect(versions(watch)).toEqual([]);
    expect(run(source.list({}))[0]?.items.map(({ metadata }) => metadata.name)).toEqual(['bar']);
    watch.stop();
    watch.stop();
    source.add(makePod('baz'));
    expect(versions(watch)).toEqual(['closed']);
  });

  test('knows nothing of the future, of words, and of lists when told so', () => {
    const source = newFakeControllerSource(new Sim());
    expect(run(source.watch({ resourceVersion: '5' }))[1]?.message).toContain('in the future');
    expect(run(source.watch({ resourceVersion: 'x' }))[1]?.message).toBe('expected a number, found x');
    source.listError = new Error('Access Denied');
    expect(run(source.list({}))).toEqual([undefined, source.listError]);
  });
});

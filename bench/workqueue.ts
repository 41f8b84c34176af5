/** What a work queue does in a second: against a plain Set and array, and against Go's where there is Go and a tree. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newDelayingQueue } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import { newQueue } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { Sim } from '../src/runtime/sim/sim.ts';
import { sourceTree } from '../src/sources/tree.ts';
import { perSecond, secondsOf } from './handoffs.ts';

const items = 90_000;

export function measureWorkqueue(): void {
  const ours = oursOf(addGetDone);
  const plain = secondsOf(() => {
    const dirty = new Set<string>();
    const queue: string[] = [];
    for (let i = 0; i < items; i++) {
      const key = `default/${i % 1000}`;
      if (!dirty.has(key)) queue.push(key);
      dirty.add(key);
      dirty.delete(queue.shift() ?? '');
    }
  });
  console.log(`  ${perSecond(items, ours)} times a second add, get and done`);
  console.log(`  ${(ours / plain).toFixed(0)} times the cost of a Set and an array`);

  const delayed = oursOf(addAfter);
  console.log(`  ${perSecond(items, delayed)} times a second addAfter, and get when its time has come`);
  const go = goNanoseconds('BenchmarkDelayingQueue_AddAfter');
  if (go instanceof Error) console.log(`  nothing to hold it against: ${go.message}`);
  else
    console.log(
      `  ${((delayed * 1e9) / items / go).toFixed(1)} times the ${go} ns that Go takes, with upstream's own benchmark`,
    );
}

function oursOf(work: (sim: Sim) => void): number {
  return secondsOf(() => work(new Sim()));
}

function addGetDone(sim: Sim): void {
  const queue = newQueue(sim);
  sim.go(
    'worker',
    (function* () {
      for (let i = 0; i < items; i++) {
        queue.add(`default/${i % 1000}`);
        const [key] = yield* queue.get();
        queue.done(key as string);
      }
    })(),
  );
  sim.runUntilIdle();
}

/** As upstream's benchmark: keys of their own, each at a time within ten minutes, then eleven minutes, then all of them. */
function addAfter(sim: Sim): void {
  const queue = newDelayingQueue(sim);
  sim.go(
    'adder',
    (function* () {
      for (let i = 0; i < items; i++) {
        queue.addAfter(String(i), Math.floor(sim.random.float() * 10 * 60_000));
        if (i % 500 === 0) yield* sim.yieldNow();
      }
      yield* sim.sleep(11 * 60_000);
      for (let i = 0; i < items; i++) yield* queue.get();
      queue.shutDown();
    })(),
  );
  sim.runFor(12 * 60_000);
}

/** What Go takes for one operation of a benchmark of upstream's work queue; or why there is no such number. */
function goNanoseconds(benchmark: string): number | Error {
  const tree = sourceTree();
  if (tree === undefined) return new Error('no tree of Kubernetes (npm run sources)');
  const folder = join(tree, 'staging/src/k8s.io/client-go');
  if (!existsSync(join(folder, 'util/workqueue'))) return new Error('the tree has no client-go');
  try {
    const args = ['test', '-run', '^$', '-bench', `^${benchmark}$`, './util/workqueue/'];
    const said = execFileSync('go', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, ns] = /\s([\d.]+) ns\/op/.exec(said) ?? [];
    return ns === undefined ? new Error('go said no time') : Number(ns);
  } catch {
    return new Error('no Go toolchain, or it could not build the tree');
  }
}

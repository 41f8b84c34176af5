import type { Stop } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NodeLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { OS } from '../../../../../../go/os.ts';
import type { Signal } from '../../../../../../go/signal.ts';
import { Chan, select } from '../../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { SchedulingQueue } from '../../queue/scheduling_queue.ts';
import type { Cache } from '../interface.ts';
import { CacheComparer } from './comparer.ts';
import { CacheDumper } from './dumper.ts';
import { compareSignal } from './signal.ts';

/** Compares what the scheduler knows with what its informers know, and writes it to the log. */
// Mirrors: pkg/scheduler/internal/cache/debugger/debugger.go#CacheDebugger
export class CacheDebugger {
  readonly comparer: CacheComparer;
  readonly dumper: CacheDumper;
  readonly #os: OS;

  // Mirrors: pkg/scheduler/internal/cache/debugger/debugger.go#New
  constructor(os: OS, nodeLister: NodeLister, podLister: PodLister, cache: Cache, podQueue: SchedulingQueue) {
    this.comparer = new CacheComparer(os, nodeLister, podLister, cache, podQueue);
    this.dumper = new CacheDumper(os, cache, podQueue);
    this.#os = os;
  }

  /** Does both with each signal, until it is stopped. Of signals that come at once, one is enough. */
  // Mirrors: pkg/scheduler/internal/cache/debugger/debugger.go#CacheDebugger.ListenForSignal
  listenForSignal(stop: Stop): void {
    const ch = new Chan<Signal>('signals', 1);
    this.#os.notify(ch, compareSignal);
    this.#os.sim.go('cache debugger', this.#listen(stop, ch), this.#os.name);
  }

  *#listen(stop: Stop, ch: Chan<Signal>): Blocking<void> {
    for (;;) {
      const { index } = yield* select(this.#os.sim, { receive: stop }, { receive: ch });
      if (index === 0) return;
      this.comparer.compare();
      this.dumper.dumpAll();
    }
  }
}

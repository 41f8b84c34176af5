import { newSharedInformerFactory } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { everything } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Host } from '../../../src/runtime/stage/host.ts';
import { type Plane, type Program, replicaNames } from '../../../src/runtime/stage/program.ts';
import { configOf } from '../../../src/runtime/subjects/api/config.ts';
import type { Signal } from '../../../src/runtime/go/signal.ts';
import { startup } from '../../../src/runtime/stage/startup.ts';
import { showRow, showTable } from '../../../src/runtime/stage/tables.ts';
import { Chan, select } from '../../../src/runtime/sim/chan.ts';
import { api } from '../../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../../src/runtime/subjects/control-loop/subject.ts';

interface Options {
  port: number;
  everyMs: number;
}

const defaults: Options = { port: 8080, everyMs: 1000 };

/** Counts pods, again and again, and tells the count to whoever asks. Its components know nothing of tables. */
class Counter {
  counts = 0;
  pods = 0;

  count(pods: number): void {
    this.counts++;
    this.pods = pods;
  }
}

/** Two replicas of a small program, which are told apart by their clocks and their command lines alone. */
export const plane: Plane = {
  subjects: [api, controlLoop],
  kinds: [],
  programsOf: ({ replicas }) => replicaNames('pod-counter', replicas).map(podCounter),
  observers: {
    'sample-options': (trace, name, options) => {
      const rows = Object.entries(options).map(([option, value]) => {
        const usual = String(defaults[option as keyof Options]);
        const set = String(value) === usual ? {} : { note: 'set on the command line' };
        return { name: option, cells: [usual, String(value)], ...set };
      });
      showTable(trace, name, { title: 'Options', columns: ['Option', 'Default', 'Value'], rows });
      return options;
    },
    'sample-counter': (trace, name, counter) => {
      showTable(trace, name, { title: 'Counter', columns: ['Field', 'Value'], rows: [] });
      const { count } = counter;
      counter.count = (pods) => {
        count.call(counter, pods);
        showRow(trace, name, { name: 'pods', cells: [String(counter.pods)] });
        showRow(trace, name, { name: 'counts', cells: [String(counter.counts)] });
        const text = 'counts {0} pods, for the time number {1}';
        const program = name.slice(0, name.indexOf('/'));
        trace.stage({
          kind: 'startup',
          program,
          phase: 'work',
          name: 'pods',
          text,
          values: [pods, counter.counts],
        });
      };
      return counter;
    },
  },
};

function podCounter(name: string): Program {
  return {
    name,
    *main(host) {
      const { sim } = host;
      const options = sim.observe('sample-options', `${name}/options`, optionsOf(host));
      if (Number.isNaN(options.everyMs)) {
        host.print(`${name}: --every takes a number of ms\n`, 'stderr');
        yield* host.exit('bad command line', 2);
      }
      startup(sim, 'config', 'options', 'has read its command line');
      const counter = sim.observe('sample-counter', `${name}/counter`, new Counter());
      const informers = newSharedInformerFactory(sim, newForConfig(sim, configOf(host, 5, 10)), {
        program: name,
      });
      const pods = informers.core().v1().pods();
      pods.informer();
      const stop = new Chan<never>('stop');
      informers.start(stop);
      yield* informers.waitForCacheSync(stop);
      startup(sim, 'caches', 'pods', 'knows {0} pods', counted());
      host.listen(options.port, function* ({ path }) {
        if (path !== '/count') return { status: 404, body: 'not found' };
        yield* sim.sleep(1);
        return { status: 200, body: `pods ${counter.pods}\ncounts ${counter.counts}\n` };
      });
      const term = new Chan<Signal>('signals', 1);
      host.notify(term, 'SIGTERM');
      for (;;) {
        counter.count(counted());
        const timer = new Chan<never>('the next count');
        sim.after(options.everyMs, () => timer.close());
        const { index } = yield* select(sim, { receive: timer }, { receive: term });
        if (index === 1) return;
      }

      function counted(): number {
        const [all = []] = pods.lister().list(everything());
        return all.length;
      }
    },
  };
}

function optionsOf({ args }: Host): Options {
  const options = { ...defaults };
  for (const arg of args) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(arg) ?? [];
    if (name === 'port') options.port = Number(value);
    if (name === 'every') options.everyMs = Number(value);
  }
  return options;
}

declare module '../../../src/runtime/sim/observe.ts' {
  interface ObservedMap {
    readonly 'sample-options': Options;
    readonly 'sample-counter': Counter;
  }
}

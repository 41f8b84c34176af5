import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newQueueFIFO } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { PodLedger } from '../../../demo/pod-ledger.ts';
import { ledgerTables } from '../ledger-tables.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Plane } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';

/** A program that writes down pods, an item of its queue a second, beside the API server: no scheduler and no kubelets. */
export const plane: Plane = {
  subjects: [api, controlLoop],
  kinds: [],
  programsOf: ({ qps, burst, informerGates }) => [
    {
      name: 'pod-ledger',
      *main(host) {
        const queueKind = newQueueFIFO(informerGates);
        const ledger = new PodLedger(host.sim, {
          name: `${host.name}/pods`,
          listerWatcher: newForConfig(host.sim, configOf(host, qps, burst))
            .coreV1()
            .pods(''),
          ...(queueKind ? { queueKind } : {}),
          writeMs: 1000,
          failsOnce: ['default/web-1'],
          print: (text) => host.print(text),
        });
        yield* ledger.run(new Chan<never>('stop'));
      },
    },
  ],
  observers: ledgerTables,
};

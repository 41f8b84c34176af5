import type { Node, Pod } from '../kubernetes/pkg/api/objects.ts';
import { isNotFound } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { selectorFromSet } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { NodeInformer } from '../kubernetes/staging/src/k8s.io/client-go/informers/core/v1/node.ts';
import type { PodInformer } from '../kubernetes/staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { PodLister } from '../kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import {
  type ResourceEventHandler,
  ResourceEventHandlerFuncs,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { IndexFunc, Indexer } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { ControllerContext } from './manager.ts';
import { NodeCounter } from './node-counter.ts';
import { type Print, podCountLabel, withPodCount } from './pod-count.ts';

/** The name of the index by node. */
const nodeIndex = 'node';

/** The node of a pod; '' before it has one. */
const nodeOf: IndexFunc = (obj) => [[(obj as Pod).spec?.nodeName ?? ''], undefined];

/** Keeps on each node a label with the number of its pods. It finds them by an index of the cache. */
export class PodsPerNode extends NodeCounter {
  readonly #pods: Indexer<Pod>;
  readonly #lister: PodLister;

  constructor(sim: Sim, pods: PodInformer, nodes: NodeInformer, kubeClient: Clientset, print: Print) {
    super(sim, pods, nodes, kubeClient, print);
    pods.informer().addIndexers({ [nodeIndex]: nodeOf });
    this.#pods = pods.informer().getIndexer();
    this.#lister = pods.lister();
  }

  /** A pod that comes, goes or gets a node is a matter of that node. */
  override podHandler(): ResourceEventHandler<Pod> {
    return new ResourceEventHandlerFuncs<Pod>({
      addFunc: (pod) => this.#enqueueNodeOf(pod),
      updateFunc: (before, pod) => {
        if (before.spec?.nodeName !== pod.spec?.nodeName) this.#enqueueNodeOf(pod);
      },
      deleteFunc: (pod) => this.#enqueueNodeOf(pod as Pod),
    });
  }

  #enqueueNodeOf({ spec }: Pod): void {
    if (spec?.nodeName) this.queue.add(spec.nodeName);
  }

  override enqueue({ metadata }: Node): void {
    this.queue.add(metadata.name);
  }

  /** Compares one node with its pods, all of it read from the caches. */
  override *sync(key: string): Blocking<Error | undefined> {
    const [node, err] = this.nodeLister.get(key);
    if (err) return isNotFound(err) ? undefined : err;
    const [pods, indexErr] = this.#pods.byIndex(nodeIndex, key);
    if (indexErr) return indexErr;
    const [web = []] = this.#lister.pods('default').list(selectorFromSet({ app: 'web' }));
    this.print(`${key}: pods ${pods.length}, app=web in default ${web.length}`);
    return yield* this.label(node, pods.length);
  }

  /** Writes the number into a copy: the node is the cached object itself. */
  override *label(node: Node, count: number): Blocking<Error | undefined> {
    if (node.metadata.labels?.[podCountLabel] === String(count)) return undefined;
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(withPodCount(node, count));
    return err;
  }
}

/** Makes the controller. The informer of pods is asked for by name, as by programs that learn at run time what to watch. */
export function newPodsPerNode(ctx: ControllerContext, Controller = PodsPerNode): PodsPerNode {
  const { sim, client, informers, print } = ctx;
  const [, unknown] = informers.forResource({ group: 'demo.example', version: 'v1', resource: 'podpools' });
  if (unknown) print(unknown.message);
  const [generic] = informers.forResource({ group: '', version: 'v1', resource: 'pods' });
  const pods = informers.core().v1().pods();
  if (generic?.informer() === pods.informer())
    print('pods: by name and by accessors it is the same informer');
  return new Controller(sim, pods, informers.core().v1().nodes(), client, print);
}

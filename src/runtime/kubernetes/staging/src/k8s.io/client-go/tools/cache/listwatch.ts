import type { Interface as WatchInterface } from '../../../apimachinery/pkg/watch/watch.ts';
import type { APIRequest } from '../../../../../../../wire.ts';
import type { KubeList } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';

/** What a list or a watch may be asked for. */
export type ListOptions = NonNullable<APIRequest['options']>;

/** What a list gives: the objects, and the version that a watch goes on from. */
export type ObjectList = Pick<KubeList, 'metadata' | 'items'>;

/** Lists what is there now. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listwatch.go#ListFunc
export type ListFunc = (options: ListOptions) => Blocking<Result<ObjectList>>;

/** Watches what comes after `options.resourceVersion`. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listwatch.go#WatchFunc
export type WatchFunc = (options: ListOptions) => Blocking<Result<WatchInterface>>;

/** Where a Reflector takes its objects from. An object of two functions will do, as upstream's ListWatch is. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listwatch.go#ListerWatcher
export interface ListerWatcher {
  readonly list: ListFunc;
  readonly watch: WatchFunc;
}

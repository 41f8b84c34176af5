import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTCreateStrategy } from './create.ts';
import type { RESTUpdateStrategy } from './update.ts';
import type { RESTDeleteStrategy } from './delete.ts';

/** Everything about a kind in one value. Its status has an update strategy of its own. */
export interface Strategy<T extends KubeObject>
  extends RESTCreateStrategy<T>, RESTUpdateStrategy<T>, RESTDeleteStrategy<T> {
  /** Fills in what a client left out, on every object that comes in. */
  setDefaults(object: Draft<T>): void;
}

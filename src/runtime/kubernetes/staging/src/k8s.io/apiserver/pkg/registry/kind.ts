import type { StatusError } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { TransformFunc } from '../../../apimachinery/pkg/fields/selector.ts';
import type { Draft, KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Shape, ShapeOf } from '../../../apimachinery/pkg/runtime/shape.ts';
import type { Store, StoreOptions } from './generic/registry/store.ts';
import type { RESTUpdateStrategy } from './rest/update.ts';
import type { UpdatedObjectInfo } from './rest/rest.ts';
import type { RequestContext } from '../storage/interfaces.ts';
import type { AttrFunc } from '../storage/selection_predicate.ts';
import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import type { Result } from '../../../../../../../go/result.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';

/** A subresource with a type of its own, such as `scale`. What it does not have is not supported. */
export interface Subresource {
  /** The type of what it takes and gives; the resource's own if left out. */
  readonly gvk?: GroupVersionKind;
  /** What the fields of that type may hold; the same as the resource's own if left out. */
  readonly shape?: Shape;
  get?(ctx: RequestContext, name: string): Result<KubeObject, StatusError>;
  create?(ctx: RequestContext, name: string, body: KubeObject): Result<KubeObject, StatusError>;
  update?(ctx: RequestContext, name: string, info: UpdatedObjectInfo): Result<KubeObject, StatusError>;
}

/** A method, as those of a kind are: so a kind of pods is a kind of objects too, among the kinds of a server. */
interface Subresources<T extends KubeObject> {
  over(sim: Sim, store: Store<T>): Subresource;
}

/** Another shape in which a resource is served, under another group or version, while it is stored as it was. */
export interface View {
  encode(stored: KubeObject): KubeObject;
  decode(sent: Draft<KubeObject>): Draft<KubeObject>;
}

/** All that the API server knows of a kind. A kind is added by a file that makes one of these, and by
 * the planes that serve it. */
export interface Kind<T extends KubeObject = KubeObject> extends StoreOptions<T> {
  readonly getAttrs: AttrFunc;
  /** What the fields of an object may hold; if left out, only its metadata are looked at. */
  readonly shape?: ShapeOf<T>;
  /** What people may type in place of the resource's name. */
  readonly shortNames?: readonly string[];
  /** Refuses fields by which objects of the kind cannot be selected. */
  readonly convertFieldLabel: TransformFunc;
  /** How the status is changed, for a kind that has a status subresource. */
  readonly statusStrategy?: RESTUpdateStrategy<T>;
  /** Objects that the API server makes when it starts. */
  readonly bootstrap?: readonly object[];
  /** Set for a resource of the same name as another, whose objects it gives in another shape. */
  readonly view?: View;
  readonly subresources?: Readonly<Record<string, Subresources<T>['over']>>;
  /** Replaces the generic creation. `object` is the registry's. */
  create?(
    sim: Sim,
    store: Store<T>,
    ctx: RequestContext,
    object: Draft<KubeObject>,
  ): Result<KubeObject, StatusError>;
  /** Replaces the generic deletion. */
  delete?(
    sim: Sim,
    store: Store<T>,
    ctx: RequestContext,
    name: string,
    options: DeleteOptions,
  ): Result<KubeObject, StatusError>;
}

/**
 * A conversion that knows a fixed set of labels. Its error is upstream's for the core kinds.
 */
export function fieldLabels(...known: readonly string[]): TransformFunc {
  return (label, value) =>
    known.includes(label)
      ? [[label, value], undefined]
      : [undefined, new Error(`field label not supported: ${label}`)];
}

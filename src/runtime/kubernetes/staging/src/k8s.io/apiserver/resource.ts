import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  newBadRequest,
  newMethodNotSupported,
  newNotFound,
} from '../apimachinery/pkg/api/errors/errors.ts';
import { everything as everyField, parseAndTransformSelector } from '../apimachinery/pkg/fields/selector.ts';
import { asPartialObjectMetadata } from '../apimachinery/pkg/api/meta/meta.ts';
import { anyObject, deleteOptions } from '../apimachinery/pkg/apis/meta/v1/shapes.ts';
import { everything as everyLabel, parse } from '../apimachinery/pkg/labels/selector.ts';
import type { Draft, KubeObject } from '../apimachinery/pkg/runtime/object.ts';
import { groupVersion } from '../apimachinery/pkg/runtime/schema/group_version.ts';
import { decode } from '../apimachinery/pkg/runtime/shape.ts';
import type { Interface as WatchInterface } from '../apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Kind, Subresource } from './pkg/registry/kind.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import type { Attributes, Interface, Operation } from './pkg/admission/interfaces.ts';
import { applyPatch } from './pkg/endpoints/handlers/patch.ts';
import { checkName, transformDecodeError } from './pkg/endpoints/handlers/rest.ts';
import { Store } from './pkg/registry/generic/registry/store.ts';
import type { UpdatedObjectInfo } from './pkg/registry/rest/rest.ts';
import type { Store as Storage } from './pkg/storage/etcd3/store.ts';
import type { ListOptions, RequestContext } from './pkg/storage/interfaces.ts';
import { SelectionPredicate } from './pkg/storage/selection_predicate.ts';
import type { APIRequest } from '../../../../../wire.ts';

/** What the API server does with the requests for one resource: it reads them, then asks the registry. */
export class Resource {
  readonly kind: Kind;
  readonly #sim: Sim;
  readonly #store: Store;
  readonly #statusStore: Store | undefined;
  readonly subresources = new Map<string, Subresource>();
  readonly #admission: Required<Interface>;

  constructor(sim: Sim, storage: Storage, kind: Kind, admission: Required<Interface>) {
    this.kind = kind;
    this.#sim = sim;
    this.#admission = admission;
    this.#store = new Store(sim, storage, kind);
    if (kind.statusStrategy) {
      this.#statusStore = new Store(sim, storage, { ...kind, updateStrategy: kind.statusStrategy });
    }
    for (const [name, build] of Object.entries(kind.subresources ?? {})) {
      this.subresources.set(name, build(sim, this.#store));
    }
  }

  get(request: APIRequest): Result<KubeObject, StatusError> {
    const [named, err] = this.#named(request);
    if (err) return [undefined, err];
    const { ctx, name } = named;
    if (!request.subresource || request.subresource === 'status') {
      return this.#store.get(ctx, name, request.options?.resourceVersion);
    }
    return this.subresources.get(request.subresource)?.get?.(ctx, name) ?? this.#unsupported(request);
  }

  list(request: APIRequest): Result<KubeObject, StatusError> {
    const [options, err] = this.#listOptions(request);
    return err ? [undefined, err] : this.#store.list(this.#context(request), options);
  }

  watch(request: APIRequest): Result<WatchInterface, StatusError> {
    const [options, err] = this.#listOptions(request);
    if (err) return [undefined, err];
    const { timeoutSeconds } = request.options ?? {};
    const timeoutMs = timeoutSeconds ? timeoutSeconds * 1000 : undefined;
    const name = `${request.userAgent}/${request.resource} watch`;
    const encode = request.as ? asPartialObjectMetadata : this.kind.view?.encode;
    return this.#store.watch(this.#context(request), options, { name, timeoutMs, encode });
  }

  create(request: APIRequest): Result<KubeObject, StatusError> {
    const { subresource } = request;
    const ctx = this.#context(request);
    if (subresource) {
      const [named, err] = this.#named(request);
      if (err) return [undefined, err];
      const create = this.subresources.get(subresource)?.create;
      if (!create) return this.#unsupported(request);
      const [body, bodyErr] = this.#body(request);
      return bodyErr ? [undefined, bodyErr] : create(ctx, named.name, body);
    }
    const scopeErr = this.#scope(request);
    if (scopeErr) return [undefined, scopeErr];
    const [object, err] = this.#object(request);
    if (err) return [undefined, err];
    const attributes: Attributes = { ...this.#attributes('create', request), object };
    const refused = this.#admission.admit(attributes);
    if (refused) return [undefined, refused];
    if (this.kind.create) return this.kind.create(this.#sim, this.#store, ctx, object);
    return this.#store.create(ctx, object, () => this.#admission.validate(attributes));
  }

  update(request: APIRequest): Result<KubeObject, StatusError> {
    const [named, err] = this.#named(request);
    if (err) return [undefined, err];
    const update = this.#updater(request);
    if (!update) return this.#unsupported(request);
    const [body, bodyErr] = request.subresource === 'scale' ? this.#body(request) : this.#object(request);
    if (bodyErr) return [undefined, bodyErr];
    const mismatch = checkName(body, named.name, named.ctx.namespace);
    if (mismatch) return [undefined, mismatch];
    const { uid } = body.metadata;
    return this.#change(update, request, named, {
      preconditions: uid ? { uid } : undefined,
      updatedObject: () => [body, undefined],
    });
  }

  /** Kubernetes tries a patch again here when it loses a race for the object; there is none to lose in Loopscope. */
  patch(request: APIRequest): Result<KubeObject, StatusError> {
    const [named, err] = this.#named(request);
    if (err) return [undefined, err];
    const update = this.#updater(request);
    if (!update) return this.#unsupported(request);
    const updatedObject: UpdatedObjectInfo['updatedObject'] = (existing) => {
      if (!existing) return [undefined, newNotFound(this.kind.resource, named.name)];
      const { encode, decode: fromSent } = this.kind.view ?? { encode: same, decode: same };
      const { shape } = this.#typeOf(request);
      const [sent, patchErr] = applyPatch(encode(existing), request.body, request.patchType, shape);
      if (patchErr) return [undefined, patchErr];
      const patched = fromSent(sent);
      const mismatch = checkName(patched, named.name, named.ctx.namespace);
      if (mismatch) return [undefined, mismatch];
      if (request.subresource !== 'scale') this.kind.strategy.setDefaults(patched);
      return [patched, undefined];
    };
    return this.#change(update, request, named, { updatedObject });
  }

  delete(request: APIRequest): Result<KubeObject, StatusError> {
    const [named, err] = this.#named(request);
    if (err) return [undefined, err];
    if (request.subresource) return this.#unsupported(request);
    const [options, optionsErr] = readDeleteOptions(request);
    if (optionsErr) return [undefined, optionsErr];
    const refused = this.#admission.admit(this.#attributes('delete', request));
    if (refused) return [undefined, refused];
    const { ctx, name } = named;
    if (this.kind.delete) return this.kind.delete(this.#sim, this.#store, ctx, name, options);
    return this.#store.delete(ctx, name, options);
  }

  deleteCollection(request: APIRequest): Result<KubeObject, StatusError> {
    const [options, err] = this.#listOptions(request);
    if (err) return [undefined, err];
    const [wishes, wishesErr] = readDeleteOptions(request);
    if (wishesErr) return [undefined, wishesErr];
    if (this.kind.delete) return this.#unsupported(request);
    return this.#store.deleteCollection(this.#context(request), wishes, options);
  }

  /** What changes the object that a request names, or a part of it; undefined where nothing does. */
  #updater({ subresource }: APIRequest): Store['update'] | undefined {
    if (subresource && subresource !== 'status') return this.subresources.get(subresource)?.update;
    const store = subresource ? this.#statusStore : this.#store;
    return store?.update.bind(store);
  }

  #change(
    update: Store['update'],
    request: APIRequest,
    { ctx, name }: Named,
    info: UpdatedObjectInfo,
  ): Result<KubeObject, StatusError> {
    const attributes = this.#attributes('update', request);
    const admitted: UpdatedObjectInfo = {
      ...info,
      updatedObject: (existing) => {
        const [object, err] = info.updatedObject(existing);
        if (err) return [undefined, err];
        const refused = this.#admission.admit({ ...attributes, object, oldObject: existing });
        return refused ? [undefined, refused] : [object, undefined];
      },
    };
    const validate = (object: Draft<KubeObject>, oldObject: KubeObject): StatusError | undefined =>
      this.#admission.validate({ ...attributes, object, oldObject });
    return update(ctx, name, admitted, validate);
  }

  #attributes(operation: Operation, request: APIRequest): Attributes {
    const { namespace = '', name = '', subresource = '' } = request;
    return {
      operation,
      resource: this.kind.resource,
      subresource,
      namespace: this.kind.strategy.namespaceScoped ? namespace : '',
      name,
    };
  }

  #context({ userAgent, namespace = '' }: APIRequest): RequestContext {
    return { userAgent, namespace: this.kind.strategy.namespaceScoped ? namespace : '' };
  }

  /** The name of a request for one object, whose namespace must be said if the resource has namespaces. */
  #named(request: APIRequest): Result<Named, StatusError> {
    const scopeErr = this.#scope(request);
    if (scopeErr) return [undefined, scopeErr];
    if (request.name) return [{ ctx: this.#context(request), name: request.name }, undefined];
    const what = `${request.verb} ${request.resource}: expected the name of an object, found none`;
    return [undefined, newBadRequest(`${what}; set the request's name`)];
  }

  #scope(request: APIRequest): StatusError | undefined {
    if (!this.kind.strategy.namespaceScoped || request.namespace) return undefined;
    const what = `${request.verb} ${request.resource}: expected a namespace, found none`;
    return newBadRequest(`${what}; set the request's namespace, such as "default"`);
  }

  /** The type of what a request brings, which some subresources have of their own. */
  #typeOf({ subresource }: APIRequest): Required<Pick<Subresource, 'gvk' | 'shape'>> {
    const { strategy, shape: shapeOfKind = anyObject } = this.kind;
    const { gvk = strategy.gvk, shape = shapeOfKind } = this.subresources.get(subresource ?? '') ?? {};
    return { gvk, shape };
  }

  /** A copy of the body, of which every field holds what it may. What it does not say it is, it is by the request. */
  #body(request: APIRequest): Result<Draft<KubeObject>, StatusError> {
    const { gvk, shape } = this.#typeOf(request);
    const [body, wrong] = decode<KubeObject>(request.body, shape);
    if (wrong) return [undefined, transformDecodeError(gvk, wrong)];
    const named = { kind: gvk.kind, apiVersion: groupVersion(gvk) };
    const object: Draft<KubeObject> = { ...named, ...body };
    object.metadata ??= {};
    return [object, undefined];
  }

  /** A copy of the body as an object of this kind, with what it leaves out filled in. */
  #object(request: APIRequest): Result<Draft<KubeObject>, StatusError> {
    const [object, err] = this.#body(request);
    if (err) return [undefined, err];
    const { gvk } = this.kind.strategy;
    const apiVersion = groupVersion(gvk);
    if (object.kind !== gvk.kind || object.apiVersion !== apiVersion) {
      const what = `${request.verb} ${request.resource}: expected kind ${gvk.kind} of ${apiVersion}`;
      const found = `found kind ${String(object.kind)} of ${String(object.apiVersion)}`;
      return [
        undefined,
        newBadRequest(`${what}, ${found}; correct the object, or send it to its own resource`),
      ];
    }
    const stored = this.kind.view?.decode(object) ?? object;
    this.kind.strategy.setDefaults(stored);
    return [stored, undefined];
  }

  #listOptions(request: APIRequest): Result<ListOptions, StatusError> {
    const { labelSelector, fieldSelector, ...rest } = request.options ?? {};
    const [label, labelErr] = labelSelector ? parse(labelSelector) : [everyLabel(), undefined];
    if (labelErr) return [undefined, newBadRequest(labelErr.message)];
    const [field, fieldErr] = fieldSelector
      ? parseAndTransformSelector(fieldSelector, this.kind.convertFieldLabel)
      : [everyField(), undefined];
    if (fieldErr) return [undefined, newBadRequest(fieldErr.message)];
    const predicate = new SelectionPredicate(label, field, this.kind.getAttrs, rest);
    const { resourceVersion, resourceVersionMatch } = rest;
    return [{ predicate, resourceVersion, resourceVersionMatch }, undefined];
  }

  #unsupported(request: APIRequest): [undefined, StatusError] {
    const { group, resource } = this.kind.resource;
    const path = request.subresource ? `${resource}/${request.subresource}` : resource;
    return [undefined, newMethodNotSupported({ group, resource: path }, request.verb)];
  }
}

const same = <T>(object: T): T => object;

interface Named {
  readonly ctx: RequestContext;
  readonly name: string;
}

function readDeleteOptions({ body }: APIRequest): Result<DeleteOptions, StatusError> {
  const [options, wrong] = decode<DeleteOptions>(body ?? {}, deleteOptions);
  if (!wrong) return [options, undefined];
  return [undefined, transformDecodeError({ group: '', version: 'v1', kind: 'DeleteOptions' }, wrong)];
}

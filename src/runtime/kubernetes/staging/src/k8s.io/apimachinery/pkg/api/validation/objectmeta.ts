import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import { validateLabels } from '../../apis/meta/v1/validation/validation.ts';
import { fromAPIVersionAndKind } from '../../runtime/schema/group_version.ts';
import { isQualifiedName } from '../../util/validation/validation.ts';
import {
  type ErrorList,
  GoSyntax,
  forbidden,
  goStringSlice,
  invalid,
  required,
  tooLong,
} from '../../util/validation/field/errors.ts';
import type { Path } from '../../util/validation/field/path.ts';
import { semanticDeepEqual } from '../equality/semantic.ts';
import { type ValidateNameFunc, nameIsDNSLabel, validateNonnegativeField } from './generic.ts';

/** The finalizers that the garbage collector handles. */
export const finalizerOrphanDependents = 'orphan';
export const finalizerDeleteDependents = 'foregroundDeletion';

const totalAnnotationSizeLimitB = 256 * 1024;

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateAnnotations
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  let totalSize = 0;
  for (const key in annotations) {
    allErrs.push(...isQualifiedName(key.toLowerCase()).map((message) => invalid(fldPath, key, message)));
    totalSize += key.length + String(annotations[key]).length;
  }
  if (totalSize > totalAnnotationSizeLimitB) allErrs.push(tooLong(fldPath, '', totalAnnotationSizeLimitB));
  return allErrs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#validateOwnerReference
function validateOwnerReference(ref: OwnerReference, fldPath: Path): ErrorList {
  const { apiVersion = '', kind = '', name = '', uid = '' } = ref as Partial<OwnerReference>;
  const allErrs: ErrorList = [];
  const { group, version } = fromAPIVersionAndKind(apiVersion, kind);
  const mustNotBeEmpty = (field: string, value: string, what: string): void =>
    void allErrs.push(invalid(fldPath.child(field), value, `${what} must not be empty`));
  if (version === '') mustNotBeEmpty('apiVersion', apiVersion, 'version');
  if (kind === '') mustNotBeEmpty('kind', kind, 'kind');
  if (name === '') mustNotBeEmpty('name', name, 'name');
  if (uid === '') mustNotBeEmpty('uid', uid, 'uid');
  if (group === '' && version === 'v1' && kind === 'Event') {
    const shown = new GoSyntax(JSON.stringify(ref));
    allErrs.push(invalid(fldPath, shown, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return allErrs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateOwnerReferences
export function validateOwnerReferences(
  refs: readonly OwnerReference[] | undefined,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  let controllerName = '';
  for (const ref of refs ?? []) {
    allErrs.push(...validateOwnerReference(ref, fldPath));
    if (ref.controller !== true) continue;
    if (controllerName === '') {
      controllerName = ref.name;
      continue;
    }
    // Kubernetes prints the references as a Go value here; Loopscope prints them as JSON.
    const shown = new GoSyntax(JSON.stringify(refs));
    const found = `Found "true" in references for ${controllerName} and ${ref.name}`;
    allErrs.push(invalid(fldPath, shown, `Only one reference can have Controller set to true. ${found}`));
  }
  return allErrs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateFinalizers
export function validateFinalizers(finalizers: readonly string[] | undefined, fldPath: Path): ErrorList {
  const list = finalizers ?? [];
  const allErrs = list.flatMap((finalizer) =>
    isQualifiedName(finalizer).map((message) => invalid(fldPath, finalizer, message)),
  );
  if (list.includes(finalizerOrphanDependents) && list.includes(finalizerDeleteDependents)) {
    const both = `finalizer ${finalizerOrphanDependents} and ${finalizerDeleteDependents} cannot be both set`;
    allErrs.push(invalid(fldPath, goStringSlice(list), both));
  }
  return allErrs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateNoNewFinalizers
function validateNoNewFinalizers(next: readonly string[], old: readonly string[], fldPath: Path): ErrorList {
  const extra = [...new Set(next)].filter((finalizer) => !old.includes(finalizer)).sort();
  if (extra.length === 0) return [];
  const detail = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  return [forbidden(fldPath, `${detail} ${goStringSlice(extra).text}`)];
}

/** An error if two values differ. `shown` is how the new one is printed. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateImmutableField
export function validateImmutableField(
  newVal: unknown,
  oldVal: unknown,
  fldPath: Path,
  shown = newVal,
): ErrorList {
  return semanticDeepEqual(newVal, oldVal) ? [] : [invalid(fldPath, shown, 'field is immutable')];
}

/** What is wrong with the metadata of a new object, whose name was generated already. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateObjectMetaAccessor
export function validateObjectMeta(
  meta: ObjectMeta,
  requiresNamespace: boolean,
  nameFn: ValidateNameFunc,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  const { generateName = '', name = '', namespace = '' } = meta;
  const names = (field: string, value: string, messages: string[]): void =>
    void allErrs.push(...messages.map((message) => invalid(fldPath.child(field), value, message)));
  if (generateName !== '') names('generateName', generateName, nameFn(generateName, true));
  if (name === '') allErrs.push(required(fldPath.child('name'), 'name or generateName is required'));
  else names('name', name, nameFn(name, false));
  if (!requiresNamespace) {
    if (namespace !== '') allErrs.push(forbidden(fldPath.child('namespace'), 'not allowed on this type'));
  } else if (namespace === '') {
    allErrs.push(required(fldPath.child('namespace'), ''));
  } else {
    names('namespace', namespace, nameIsDNSLabel(namespace, false));
  }
  return [
    ...allErrs,
    ...validateNonnegativeField(meta.generation, fldPath.child('generation')),
    ...validateLabels(meta.labels, fldPath.child('labels')),
    ...validateAnnotations(meta.annotations, fldPath.child('annotations')),
    ...validateOwnerReferences(meta.ownerReferences, fldPath.child('ownerReferences')),
    ...validateFinalizers(meta.finalizers, fldPath.child('finalizers')),
  ];
}

/** How Go prints a time. */
const goTime = (time: string | undefined): GoSyntax =>
  new GoSyntax(time ? `${time.replace('T', ' ').replace('Z', '')} +0000 UTC` : 'null');

/** What is wrong with the metadata of a changed object. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go#ValidateObjectMetaAccessorUpdate
export function validateObjectMetaUpdate(next: ObjectMeta, old: ObjectMeta, fldPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  if (old.deletionTimestamp) {
    allErrs.push(
      ...validateNoNewFinalizers(next.finalizers ?? [], old.finalizers ?? [], fldPath.child('finalizers')),
    );
  }
  if (!next.resourceVersion) {
    allErrs.push(invalid(fldPath.child('resourceVersion'), '', 'must be specified for an update'));
  }
  if ((next.generation ?? 0) < (old.generation ?? 0)) {
    allErrs.push(invalid(fldPath.child('generation'), next.generation ?? 0, 'must not be decremented'));
  }
  const immutable = (field: keyof ObjectMeta, shown: unknown = next[field]): void =>
    void allErrs.push(...validateImmutableField(next[field], old[field], fldPath.child(field), shown));
  immutable('name', next.name ?? '');
  immutable('namespace', next.namespace ?? '');
  immutable('uid', next.uid ?? '');
  immutable('creationTimestamp', goTime(next.creationTimestamp));
  immutable('deletionTimestamp', goTime(next.deletionTimestamp));
  immutable('deletionGracePeriodSeconds');
  return [
    ...allErrs,
    ...validateLabels(next.labels, fldPath.child('labels')),
    ...validateAnnotations(next.annotations, fldPath.child('annotations')),
    ...validateOwnerReferences(next.ownerReferences, fldPath.child('ownerReferences')),
  ];
}

import { get, isMap, set } from '../../../../../../../../go/map.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { listStrategy } from './merge-keys.ts';
import { BadPatch, badPatchType, goText } from '../mergepatch/errors.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#directiveMarker
const directiveMarker = '$patch';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#retainKeysDirective
const retainKeysDirective = '$retainKeys';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#deleteFromPrimitiveListDirectivePrefix
const deleteFromPrimitiveListPrefix = '$deleteFromPrimitiveList/';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#setElementOrderDirectivePrefix
const setElementOrderPrefix = '$setElementOrder/';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#JSONMap
type JSONMap = Record<string, unknown>;

/**
 * A document of a kind with a strategic merge patch applied, or why the patch does not fit. Objects are merged by
 * member, and null takes one away; lists are merged by their kind's merge keys or replaced as a whole; `$patch`,
 * `$retainKeys`, `$setElementOrder` and `$deleteFromPrimitiveList` say more. Neither argument is changed.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#StrategicMergeMapPatch
export function strategicMergePatch(original: unknown, patch: unknown, kind: string): Result<unknown> {
  if (!isMap(original) || !isMap(patch)) return [undefined, new Error('invalid JSON document')];
  try {
    return [mergeMap(original, patch, kind), undefined];
  } catch (error) {
    if (error instanceof BadPatch) return [undefined, error];
    throw error;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeMap
function mergeMap(originalMap: JSONMap, patchMap: JSONMap, kind: string): JSONMap {
  if (Object.hasOwn(patchMap, directiveMarker)) return handleDirectiveInMergeMap(patchMap);
  const patch = { ...patchMap };
  const original = applyRetainKeysDirective(originalMap, patch);
  mergePatchIntoOriginal(original, patch, kind);

  for (const [key, patchV] of Object.entries(patch)) {
    const isDeleteList = key.startsWith(deleteFromPrimitiveListPrefix);
    const k = isDeleteList ? key.slice(deleteFromPrimitiveListPrefix.length) : key;
    if (patchV === null) {
      delete original[k];
      continue;
    }
    const originalV = get(original, k);
    if (isMap(originalV) && isMap(patchV)) set(original, k, mergeMap(originalV, patchV, kind));
    else if (Array.isArray(originalV) && Array.isArray(patchV)) {
      set(original, k, mergeSliceHandler(originalV, patchV, kind, k, isDeleteList));
    } else set(original, k, patchV);
  }
  return original;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#handleDirectiveInMergeMap
function handleDirectiveInMergeMap(patch: JSONMap): JSONMap {
  const { [directiveMarker]: directive, ...rest } = patch;
  if (directive === 'replace') return rest;
  if (directive === 'delete') return {};
  throw badPatchType(directive, patch);
}

/** A copy of the original with the keys only that the patch wants kept, if it says so. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#applyRetainKeysDirective
function applyRetainKeysDirective(original: JSONMap, patch: JSONMap): JSONMap {
  const keys = get(patch, retainKeysDirective);
  if (keys === undefined) return { ...original };
  delete patch[retainKeysDirective];
  if (!Array.isArray(keys)) throw new BadPatch('invalid patch format of retainKeys');
  for (const [key, value] of Object.entries(patch)) {
    const directive = key.startsWith(deleteFromPrimitiveListPrefix) || key.startsWith(setElementOrderPrefix);
    if (value === null || directive || keys.includes(key)) continue;
    throw new BadPatch('invalid patch format of retainKeys');
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)));
}

/** Merges the lists of which the patch says the order, and takes them out of the patch. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergePatchIntoOriginal
function mergePatchIntoOriginal(original: JSONMap, patch: JSONMap, kind: string): void {
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(setElementOrderPrefix)) continue;
    delete patch[key];
    const field = key.slice(setElementOrderPrefix.length);
    const mergeKey = listStrategy(kind, field)?.mergeKey;
    const [originalList, patchList] = [get(original, field), get(patch, field)];
    if (!Array.isArray(order)) throw badArgType(order);
    if (originalList !== undefined && !Array.isArray(originalList)) throw badArgType(originalList);
    if (patchList !== undefined && !Array.isArray(patchList)) throw badArgType(patchList);
    validatePatchWithSetOrderList(patchList ?? [], order, mergeKey);
    if (!originalList && !patchList) continue;
    const both = originalList && patchList;
    const merged = both
      ? mergeSliceHandler(originalList, patchList, kind, field, false)
      : (originalList ?? patchList ?? []);
    set(original, field, inOrder(merged, order, originalList ?? [], mergeKey));
    delete patch[field];
  }
}

/** The items of a patch must come in the order that the patch says. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#validatePatchWithSetOrderList
function validatePatchWithSetOrderList(
  patchList: unknown[],
  order: unknown[],
  mergeKey: string | undefined,
): void {
  if (order.length === 0 || patchList.length === 0) return;
  const items = patchList.filter((item) => !(isMap(item) && Object.hasOwn(item, directiveMarker)));
  let patchIndex = 0;
  for (const wanted of order) {
    if (patchIndex < items.length && keyOf(items[patchIndex], mergeKey) === keyOf(wanted, mergeKey))
      patchIndex++;
  }
  if (patchIndex === items.length) return;
  const [found, expected] = [goText(patchList), goText(order)];
  throw new BadPatch(
    `The order in patch list:\n${found}\n doesn't match $setElementOrder list:\n${expected}\n`,
  );
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeSliceHandler
function mergeSliceHandler(
  original: unknown[],
  patch: unknown[],
  kind: string,
  field: string,
  isDeleteList: boolean,
): unknown[] {
  const strategy = listStrategy(kind, field);
  return strategy ? mergeSlice(original, patch, kind, strategy.mergeKey, isDeleteList) : patch;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeSlice
function mergeSlice(
  original: unknown[],
  patch: unknown[],
  kind: string,
  mergeKey: string | undefined,
  isDeleteList: boolean,
): unknown[] {
  if (mergeKey === undefined) {
    if (isDeleteList) return original.filter((item) => !patch.includes(item));
    return inOrder([...new Set([...original, ...patch])], patch, original, undefined);
  }
  const [kept, added] = mergeSliceWithSpecialElements(original, patch, mergeKey);
  const merged = mergeSliceWithoutSpecialElements(kept, added, mergeKey, kind);
  return inOrder(merged, added, kept, mergeKey);
}

/** What is left of the original after the deletions of the patch, and what the patch wants merged into that. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeSliceWithSpecialElements
function mergeSliceWithSpecialElements(
  original: unknown[],
  patch: unknown[],
  mergeKey: string,
): [unknown[], unknown[]] {
  const plain: unknown[] = [];
  let kept = original;
  let replace = false;
  for (const item of patch) {
    const directive = isMap(item) ? get(item, directiveMarker) : undefined;
    if (directive === undefined) {
      plain.push(item);
    } else if (directive === 'delete') {
      const key = keyOf(item, mergeKey);
      kept = kept.filter((other) => keyOf(other, mergeKey) !== key);
    } else if (directive === 'replace') {
      replace = true;
    } else if (directive === 'merge') {
      throw new BadPatch('merging lists cannot yet be specified in the patch');
    } else {
      throw badPatchType(directive, item);
    }
  }
  return replace ? [plain, []] : [kept, plain];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeSliceWithoutSpecialElements
function mergeSliceWithoutSpecialElements(
  original: unknown[],
  patch: unknown[],
  mergeKey: string,
  kind: string,
): unknown[] {
  const merged = [...original];
  for (const item of patch) {
    const key = keyOf(item, mergeKey);
    const index = merged.findIndex((other) => keyOf(other, mergeKey) === key);
    if (index < 0) merged.push(item);
    else merged[index] = mergeMap(merged[index] as JSONMap, item as JSONMap, kind);
  }
  return merged;
}

/**
 * The merged list with the items of the patch in its order and all others in the server's. Where an item of each
 * could come next, that of the patch does, unless the server had the other one before it.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#normalizeElementOrder
function inOrder(
  merged: unknown[],
  patchOrder: unknown[],
  serverOrder: unknown[],
  mergeKey: string | undefined,
): unknown[] {
  const place = (order: unknown[], item: unknown): number => {
    const key = keyOf(item, mergeKey);
    return order.findIndex((other) => keyOf(other, mergeKey) === key);
  };
  const sorted = (items: unknown[], order: unknown[]): unknown[] =>
    items.sort((a, b) => place(order, a) - place(order, b));
  const right = sorted(
    merged.filter((item) => place(patchOrder, item) >= 0),
    patchOrder,
  );
  const left = sorted(
    merged.filter((item) => place(patchOrder, item) < 0),
    serverOrder,
  );

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#mergeSortedSlice
  const all: unknown[] = [];
  while (left.length > 0 && right.length > 0) {
    const [l, r] = [place(serverOrder, left[0]), place(serverOrder, right[0])];
    all.push(l >= 0 && r >= 0 && l < r ? left.shift() : right.shift());
  }
  return [...all, ...left, ...right];
}

/** What tells an item of a list from the others. */
function keyOf(item: unknown, mergeKey: string | undefined): unknown {
  if (mergeKey === undefined) return item;
  if (!isMap(item)) throw badArgType(item);
  if (Object.hasOwn(item, mergeKey)) return item[mergeKey];
  throw new BadPatch(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
}

const badArgType = (found: unknown): BadPatch =>
  new BadPatch(`expected a list of objects, but received ${JSON.stringify(found)}`);

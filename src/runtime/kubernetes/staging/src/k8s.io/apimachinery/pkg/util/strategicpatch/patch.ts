import { get, isMap, set } from '../../../../../../../../go/map.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { type ListStrategy, listStrategy } from './merge-keys.ts';
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

/**
 * The patch that makes `modified` of `original`, two documents of a kind; it is empty where they are equal. Upstream takes and gives
 * their text.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#CreateTwoWayMergePatch
export function createTwoWayMergePatch(
  original: object,
  modified: object,
  kind: string,
): Result<Record<string, unknown>> {
  try {
    return [diffMaps(original as JSONMap, modified as JSONMap, kind, false), undefined];
  } catch (error) {
    if (error instanceof BadPatch) return [undefined, error];
    throw error;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#diffMaps
function diffMaps(original: JSONMap, modified: JSONMap, kind: string, retainKeys: boolean): JSONMap {
  const patch: JSONMap = {};
  for (const [key, modifiedValue] of Object.entries(modified)) {
    if (modifiedValue === undefined) continue;
    const originalValue = get(original, key);
    if (originalValue === undefined) set(patch, key, modifiedValue);
    else if (isMap(originalValue) && isMap(modifiedValue)) {
      const patchValue = diffMaps(originalValue, modifiedValue, kind, false);
      if (Object.keys(patchValue).length > 0) set(patch, key, patchValue);
    } else if (Array.isArray(originalValue) && Array.isArray(modifiedValue)) {
      handleSliceDiff(key, originalValue, modifiedValue, patch, kind);
    } else if (originalValue !== modifiedValue) set(patch, key, modifiedValue);
  }
  updatePatchIfMissing(original, modified, patch);
  const retained = Object.keys(modified).filter((key) => (get(modified, key) ?? undefined) !== undefined);
  if (retainKeys && retained.length > 0 && Object.keys(patch).length > 0)
    patch[retainKeysDirective] = retained.sort();
  return patch;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#handleSliceDiff
function handleSliceDiff(
  key: string,
  original: unknown[],
  modified: unknown[],
  patch: JSONMap,
  kind: string,
): void {
  const strategy = listStrategy(kind, key);
  if (strategy === undefined) {
    if (!isSame(original, modified)) set(patch, key, modified);
    return;
  }
  const [addList, deletionList, setOrderList] = diffLists(original, modified, kind, strategy);
  if (addList.length > 0) set(patch, key, addList);
  if (deletionList.length > 0) patch[`${deleteFromPrimitiveListPrefix}${key}`] = deletionList;
  if (setOrderList.length > 0) patch[`${setElementOrderPrefix}${key}`] = setOrderList;
}

/** Equal as JSON has it: a member that is missing is not one that is empty. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = (map: JSONMap): string[] => Object.keys(map).filter((key) => map[key] !== undefined);
  const own = keys(a);
  return own.length === keys(b).length && own.every((key) => isSame(a[key], get(b, key)));
}

/** What is gone is null in the patch. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#updatePatchIfMissing
function updatePatchIfMissing(original: JSONMap, modified: JSONMap, patch: JSONMap): void {
  for (const [key, value] of Object.entries(original))
    if (value !== undefined && get(modified, key) === undefined) set(patch, key, null);
}

/** What is added or differs, what goes from a list of plain values, and the order of all, if that has to be said. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#diffLists
function diffLists(
  original: unknown[],
  modified: unknown[],
  kind: string,
  { mergeKey, retainKeys = false }: ListStrategy,
): [addList: unknown[], deletionList: unknown[], setOrderList: unknown[]] {
  if (original.length === 0) return [modified, [], []];
  const inModifiedOrder = (items: unknown[]): unknown[] => {
    const place = (item: unknown): number =>
      modified.findIndex((other) => keyOf(other, mergeKey) === keyOf(item, mergeKey));
    return items.sort((a, b) => place(a) - place(b));
  };
  if (mergeKey === undefined) {
    const [added, deleted] = diffListsOfScalars(original, modified);
    const same = isSame(original, modified);
    return [inModifiedOrder(added), deleted, deleted.length > 0 || !same ? modified : []];
  }
  const [changed, deletions] = diffListsOfMaps(original, modified, kind, mergeKey, retainKeys);
  const patchList = [...inModifiedOrder(changed), ...deletions];
  const orderSame =
    original.length === modified.length &&
    modified.every((item, i) => keyOf(item, mergeKey) === keyOf(original[i], mergeKey));
  if (patchList.length === 0 && orderSame) return [[], [], []];
  return [patchList, [], modified.map((item) => ({ [mergeKey]: keyOf(item, mergeKey) }))];
}

/** Pairs of what both sorted lists have at the same place, with undefined where one has nothing like it. */
function* pairs(
  original: readonly unknown[],
  modified: readonly unknown[],
  textOf: (item: unknown) => string,
): Generator<[unknown, unknown]> {
  const byText = (a: unknown, b: unknown): number =>
    textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0;
  const [left, right] = [original.toSorted(byText), modified.toSorted(byText)];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const order = i >= left.length ? 1 : j >= right.length ? -1 : byText(left[i], right[j]);
    yield [order <= 0 ? left[i] : undefined, order >= 0 ? right[j] : undefined];
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#diffListsOfScalars
function diffListsOfScalars(original: unknown[], modified: unknown[]): [unknown[], unknown[]] {
  const addList: unknown[] = [];
  const deletionList = new Set<unknown>();
  for (const [before, after] of pairs(original, modified, String)) {
    if (before === undefined) addList.push(after);
    else if (after === undefined) deletionList.add(before);
  }
  return [addList, [...deletionList]];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go#diffListsOfMaps
function diffListsOfMaps(
  original: unknown[],
  modified: unknown[],
  kind: string,
  mergeKey: string,
  retainKeys: boolean,
): [unknown[], unknown[]] {
  const patch: unknown[] = [];
  const deletionList: unknown[] = [];
  const textOf = (item: unknown): string => String(keyOf(item, mergeKey));
  for (const [before, after] of pairs(original, modified, textOf)) {
    if (before === undefined) patch.push(after);
    else if (after === undefined)
      deletionList.push({ [mergeKey]: keyOf(before, mergeKey), [directiveMarker]: 'delete' });
    else {
      const patchValue = diffMaps(before as JSONMap, after as JSONMap, kind, retainKeys);
      if (Object.keys(patchValue).length > 0)
        patch.push({ ...patchValue, [mergeKey]: keyOf(after, mergeKey) });
    }
  }
  return [patch, deletionList];
}

const badArgType = (found: unknown): BadPatch =>
  new BadPatch(`expected a list of objects, but received ${JSON.stringify(found)}`);

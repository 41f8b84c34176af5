import type { Selector as FieldSelector } from '../../../apimachinery/pkg/fields/selector.ts';
import type { Set as FieldSet } from '../../../apimachinery/pkg/fields/fields.ts';
import type { Set as LabelSet } from '../../../apimachinery/pkg/labels/labels.ts';
import type { Selector as LabelSelector } from '../../../apimachinery/pkg/labels/selector.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';

/** The labels and the selectable fields of an object. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go#AttrFunc
export type AttrFunc = (object: KubeObject) => [LabelSet | undefined, FieldSet];

/** Which objects of a resource a list or a watch is about. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go#SelectionPredicate
export class SelectionPredicate {
  readonly label: LabelSelector;
  readonly field: FieldSelector;
  readonly getAttrs: AttrFunc;
  readonly limit: number;
  readonly continue: string;
  readonly allowWatchBookmarks: boolean;

  constructor(
    label: LabelSelector,
    field: FieldSelector,
    getAttrs: AttrFunc,
    paging: {
      readonly limit?: number;
      readonly continue?: string;
      readonly allowWatchBookmarks?: boolean;
    } = {},
  ) {
    this.label = label;
    this.field = field;
    this.getAttrs = getAttrs;
    this.limit = paging.limit ?? 0;
    this.continue = paging.continue ?? '';
    this.allowWatchBookmarks = paging.allowWatchBookmarks ?? false;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go#SelectionPredicate.Matches
  matches(object: KubeObject): boolean {
    if (this.label.empty() && this.field.empty()) return true;
    if (this.field.empty()) return this.label.matches(object.metadata.labels);
    const [labels, fields] = this.getAttrs(object);
    return this.label.matches(labels) && this.field.matches(fields);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go#SelectionPredicate.Empty
  empty(): boolean {
    return this.label.empty() && this.field.empty();
  }

  /** The name, if only an object of that name can match. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go#SelectionPredicate.MatchesSingle
  matchesSingle(): string | undefined {
    return this.continue ? undefined : this.field.requiresExactMatch('metadata.name');
  }
}

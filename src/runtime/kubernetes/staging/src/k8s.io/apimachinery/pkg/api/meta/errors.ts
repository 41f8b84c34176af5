import { quote } from '../../../../../../../../go/strconv.ts';
import type { GroupKind } from '../errors/errors.ts';
import {
  type GroupVersionKind,
  type GroupVersionResource,
  groupVersion,
  kindText,
  resourceText,
} from '../../runtime/schema/group_version.ts';

const list = (texts: readonly string[]): string => `[${texts.join(' ')}]`;

/** A RESTMapper finds several matches for a resource. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go#AmbiguousResourceError
export class AmbiguousResourceError extends Error {
  override readonly name = 'AmbiguousResourceError';

  constructor(
    partial: GroupVersionResource,
    matching: {
      readonly resources?: readonly GroupVersionResource[];
      readonly kinds?: readonly GroupVersionKind[];
    },
  ) {
    const { resources, kinds } = matching;
    const found = resources
      ? `resources ${list(resources.map(resourceText))}`
      : `kinds ${list((kinds ?? []).map(kindText))}`;
    super(`${resourceText(partial)} matches multiple ${found}`);
  }
}

/** A RESTMapper finds several matches for a kind. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go#AmbiguousKindError
export class AmbiguousKindError extends Error {
  override readonly name = 'AmbiguousKindError';

  constructor(partial: GroupVersionKind, kinds: readonly GroupVersionKind[]) {
    super(`${kindText(partial)} matches multiple kinds ${list(kinds.map(kindText))}`);
  }
}

/** A RESTMapper knows no such resource. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go#NoResourceMatchError
export class NoResourceMatchError extends Error {
  override readonly name = 'NoResourceMatchError';

  constructor(partial: GroupVersionResource) {
    super(`no matches for ${resourceText(partial)}`);
  }
}

/** A RESTMapper knows no such kind. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go#NoKindMatchError
export class NoKindMatchError extends Error {
  override readonly name = 'NoKindMatchError';

  constructor({ group, kind }: GroupKind, searchedVersions: readonly string[]) {
    const versions = [...new Set(searchedVersions.map((version) => groupVersion({ group, version })))].sort();
    const what = `no matches for kind ${quote(kind)}`;
    const quoted = versions.map(quote);
    if (quoted.length === 0) super(`${what} in group ${quote(group)}`);
    else if (quoted.length === 1) super(`${what} in version ${quoted[0]}`);
    else super(`${what} in versions ${list(quoted)}`);
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go#IsNoMatchError
export function isNoMatchError(err: Error | undefined): boolean {
  return err instanceof NoResourceMatchError || err instanceof NoKindMatchError;
}

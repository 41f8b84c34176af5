import { isResourceExpired } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { ListFunc, ListOptions, ObjectList } from '../cache/listwatch.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/pager/pager.go#defaultPageSize
const defaultPageSize = 500;

/** What `ListPager.list` gives: a list or an error, and whether it came in more than one page. */
export type PagedList =
  [list: ObjectList, paginated: boolean, err: undefined] | [list: undefined, paginated: boolean, err: Error];

/** Lists page by page. */
// Mirrors: staging/src/k8s.io/client-go/tools/pager/pager.go#ListPager
export class ListPager {
  /** Objects a page; 0 asks for all at once. */
  pageSize = defaultPageSize;
  readonly #pageFn: ListFunc;

  constructor(pageFn: ListFunc) {
    this.#pageFn = pageFn;
  }

  /** Gathers all pages into one list. If the list expires between pages, it is asked for once more, whole. */
  // Mirrors: staging/src/k8s.io/client-go/tools/pager/pager.go#ListPager.List
  *list(initial: ListOptions): Blocking<PagedList> {
    let options: ListOptions = { ...initial, limit: initial.limit || this.pageSize };
    let items: KubeObject[] | undefined;
    let resourceVersion: string | undefined;
    let paginatedResult = false;
    for (;;) {
      const [page, err] = yield* this.#pageFn(options);
      if (err) {
        // The first page cannot be saved by asking for all of it: it was at a version of its own choice.
        if (!isResourceExpired(err) || !options.continue) return [undefined, paginatedResult, err];
        const whole = { ...options, limit: 0, continue: '', resourceVersion: initial.resourceVersion };
        const [list, again] = yield* this.#pageFn(whole);
        return again ? [undefined, paginatedResult, again] : [list, paginatedResult, undefined];
      }
      const next = page.metadata.continue;
      if (!next && !items) return [page, paginatedResult, undefined];
      resourceVersion ??= page.metadata.resourceVersion;
      items ??= [];
      items.push(...page.items);
      if (!next) return [{ metadata: { resourceVersion }, items }, paginatedResult, undefined];
      // A request may name a page or a version, not both.
      options = { ...options, continue: next, resourceVersion: '' };
      paginatedResult = true;
    }
  }
}

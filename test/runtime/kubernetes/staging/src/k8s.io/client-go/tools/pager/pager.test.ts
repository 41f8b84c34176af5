import { describe, expect, test } from 'vitest';
import {
  isResourceExpired,
  newResourceExpired,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  ListFunc,
  ListOptions,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import { ListPager } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/pager/pager.ts';
import { makePod, run } from '../cache/support.ts';

const pods = (count: number) => Array.from({ length: count }, (_, i) => makePod(String(i)));

/** A server of `count` objects whose second page expires, if so told. Notes what it was asked. */
function server(
  count: number,
  expires: 'never' | 'always' | 'once' = 'never',
): { list: ListFunc; asked: string[] } {
  const asked: string[] = [];
  let gone = false;
  return {
    asked,
    *list(options: ListOptions) {
      const { limit = 0, continue: token = '', resourceVersion = '' } = options;
      asked.push(`limit ${limit} continue '${token}' rv '${resourceVersion}'`);
      if (token && expires !== 'never') gone = true;
      if (token && gone) return [undefined, newResourceExpired('this list has expired')];
      if (gone && expires === 'always') return [undefined, newResourceExpired('this list has expired')];
      const from = Number(token);
      const items = pods(count).slice(from, limit ? from + limit : undefined);
      const next = from + items.length < count ? String(from + items.length) : undefined;
      return [{ metadata: { resourceVersion: 'rv:20', continue: next }, items }, undefined];
    },
  };
}

describe('INF-12 a list in pages', () => {
  test.each([
    ['an empty page', 0, false],
    ['one page', 9, false],
    ['one full page', 10, false],
    ['two pages', 11, true],
    ['three pages', 21, true],
  ])('%s', (_, count, paged) => {
    const { list, asked } = server(count);
    const pager = new ListPager(list);
    pager.pageSize = 10;
    const [got, paginated, err] = run(pager.list({}));
    expect(err).toBeUndefined();
    expect(paginated).toBe(paged);
    expect(got?.items).toEqual(pods(count));
    expect(got?.metadata.resourceVersion).toBe('rv:20');
    expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 10)));
  });

  test('only the first page names a version', () => {
    const { list, asked } = server(11);
    const pager = new ListPager(list);
    pager.pageSize = 10;
    run(pager.list({ resourceVersion: 'rv:10' }));
    expect(asked).toEqual(["limit 10 continue '' rv 'rv:10'", "limit 10 continue '10' rv ''"]);
  });

  test('is 500 objects a page, or what the options say', () => {
    const { list, asked } = server(1);
    run(new ListPager(list).list({}));
    run(new ListPager(list).list({ limit: 7 }));
    expect(asked).toEqual(["limit 500 continue '' rv ''", "limit 7 continue '' rv ''"]);
  });

  test('asks for all at once when the second page has expired', () => {
    const { list, asked } = server(21, 'once');
    const pager = new ListPager(list);
    pager.pageSize = 10;
    const [got, paginated, err] = run(pager.list({ resourceVersion: 'rv:10' }));
    expect(err).toBeUndefined();
    expect(paginated).toBe(true);
    expect(got?.items).toEqual(pods(21));
    expect(asked.at(-1)).toBe("limit 0 continue '' rv 'rv:10'");
  });

  test('gives up when that has expired as well', () => {
    const pager = new ListPager(server(21, 'always').list);
    pager.pageSize = 10;
    const [got, paginated, err] = run(pager.list({}));
    expect(got).toBeUndefined();
    expect(paginated).toBe(true);
    expect(isResourceExpired(err)).toBe(true);
  });

  test('gives up when the first page fails', () => {
    const failed = newResourceExpired('at once');
    const pager = new ListPager(function* () {
      return [undefined, failed];
    });
    expect(run(pager.list({}))).toEqual([undefined, false, failed]);
  });
});

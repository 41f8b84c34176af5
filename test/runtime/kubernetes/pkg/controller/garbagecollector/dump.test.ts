import { describe, expect, test } from 'vitest';
import { newDebugHandler } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/dump.ts';
import { ResponseWriter, newRequest } from '../../../../../../src/runtime/go/http.ts';
import { Bench, id, object } from './fixture.ts';

/** Alpha of bravo and charlie, delta of foxtrot, foxtrot of golf, and echo alone. */
const owners: Readonly<Record<string, readonly string[]>> = {
  alpha: ['bravo', 'charlie'],
  delta: ['foxtrot'],
  foxtrot: ['golf'],
};
const named = (name: string) => id('v1', 'Pod', 'ns', name, name);

/** What the debug handler says of a graph with these objects. */
function asked(target: string, wanted: readonly string[]): ResponseWriter {
  const bench = new Bench();
  for (const name of wanted) bench.observe('add', object(named(name), (owners[name] ?? []).map(named)));
  const w = new ResponseWriter();
  bench.run(newDebugHandler(bench.collector).serveHTTP(w, newRequest('GET', target)));
  return w;
}

/** The edges of a drawing, by name; `?` marks an owner that only references tell of. */
function edgesOf({ body }: ResponseWriter): string[] {
  const vertices = new Map(
    [...body.matchAll(/^ {2}(\d+) \[\n([\s\S]*?)\n {2}\];/gm)].map(([, vertex = '', text = '']) => {
      const [, name = ''] = /^ {4}name="(.*)"$/m.exec(text) ?? [];
      return [vertex, text.includes('virtual="true"') ? `${name}?` : name] as const;
    }),
  );
  return [...body.matchAll(/^ {2}(\d+) -> (\d+);$/gm)]
    .map(([, from = '', to = '']) => `${vertices.get(from)}>${vertices.get(to)}`)
    .sort();
}

const all = ['alpha', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf'];
const first = ['alpha>bravo', 'alpha>charlie'];
const second = ['delta>foxtrot', 'foxtrot>golf'];

describe('the graph as the debug handler draws it', () => {
  test.each([
    ['simple', ['alpha', 'bravo', 'charlie'], first],
    ['an owner that is missing', ['alpha', 'charlie'], ['alpha>bravo?', 'alpha>charlie']],
    ['one that has to do with nobody', ['alpha', 'bravo', 'charlie', 'echo'], first],
    ['two chains', all, [...first, ...second]],
  ])('%s', (_name, wanted, edges) => {
    const drawn = asked('/graph', wanted);
    expect([drawn.statusCode, drawn.header.get('Content-Type')]).toEqual([200, 'text/vnd.graphviz']);
    expect(edgesOf(drawn)).toEqual(edges);
    expect(drawn.body).not.toContain('echo');
  });

  test.each([
    ['a dependent is reached from its owner', ['alpha', 'bravo', 'charlie'], 'bravo', first],
    ['nothing is from one that is not known', ['alpha', 'charlie'], 'nobody', []],
    ['nothing is from one that has to do with nobody', ['alpha', 'bravo', 'charlie', 'echo'], 'echo', []],
    ['a chain is from its owner', all, 'golf', second],
    ['a chain is from its middle', all, 'foxtrot', second],
    ['a chain is from its end', all, 'delta', second],
  ])('for an object: %s', (_name, wanted, uid, edges) => {
    expect(edgesOf(asked(`/graph?uid=${uid}`, wanted))).toEqual(edges);
  });

  test('says of each object what it is, and what becomes of it', () => {
    const bench = new Bench();
    const web = id('apps/v1', 'ReplicaSet', 'ns', 'web', 'u1');
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['foregroundDeletion'] };
    bench.observe('add', object(web, [named('lost')], more));
    const w = new ResponseWriter();
    bench.run(newDebugHandler(bench.collector).serveHTTP(w, newRequest('GET', '/graph')));
    expect(w.body).toMatchInlineSnapshot(`
      "strict digraph full {
        // Node definitions.
        0 [
          label="uid=u1
      namespace=ns
      ReplicaSet.v1.apps/web
      beingDeleted,deletingDependents
      "
          group="apps"
          version="v1"
          kind="ReplicaSet"
          namespace="ns"
          name="web"
          uid="u1"
          missing="false"
          beingDeleted="true"
          deletingDependents="true"
          virtual="false"
        ];
        1 [
          label="uid=lost
      namespace=ns
      Pod.v1/lost
      virtual
      "
          group=""
          version="v1"
          kind="Pod"
          namespace="ns"
          name="lost"
          uid="lost"
          missing="false"
          beingDeleted="false"
          deletingDependents="false"
          virtual="true"
        ];

        // Edge definitions.
        0 -> 1;
      }"
    `);
  });

  test('marks an owner that only a part of the graph names', () => {
    const w = asked('/graph?uid=delta', ['delta', 'foxtrot']);
    expect(w.body).toContain('virtual="true"');
    const graph = asked('/graph', []);
    expect(graph.body).toBe('strict digraph full {\n  // Node definitions.\n}');
  });

  test('there is nothing at another path', () => {
    expect(asked('/', all).statusCode).toBe(404);
  });
});

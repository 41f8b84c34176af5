import { parseGroupVersion } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { type Handler, httpError, plainHandler } from '../../../../go/http.ts';
import { quote } from '../../../../go/strconv.ts';
import type { GarbageCollector } from './garbagecollector.ts';
import type { Node, ObjectReference } from './graph.ts';

/** An object in the drawing of a graph. One that only references tell of is missing. */
// Mirrors: pkg/controller/garbagecollector/dump.go#gonumVertex
interface Vertex {
  readonly id: number;
  readonly identity: ObjectReference;
  readonly missing: boolean;
  readonly beingDeleted: boolean;
  readonly deletingDependents: boolean;
  readonly virtual: boolean;
}

/**
 * Serves `/graph`: who owns whom, in the language of Graphviz; of the objects with these `uid`s and all that hangs together with
 * them, where the query names some.
 */
// Mirrors: pkg/controller/garbagecollector/dump.go#NewDebugHandler
export function newDebugHandler(controller: GarbageCollector): Handler {
  return plainHandler((w, r) => {
    if (r.path !== '/graph') return httpError(w, '', 404);
    const all = [...controller.dependencyGraphBuilder.uidToNode.values()];
    const uids = r.query.get('uid') ?? [];
    w.header.set('Content-Type', 'text/vnd.graphviz');
    w.header.set('X-Content-Type-Options', 'nosniff');
    w.write(drawing(uids.length > 0 ? connectedWith(all, uids) : all));
  });
}

// Mirrors: pkg/controller/garbagecollector/dump.go#toGonumGraphForObj
function connectedWith(all: readonly Node[], uids: readonly string[]): Node[] {
  const byUid = new Map(all.map((node) => [node.identity.uid, node]));
  const found = new Map<string, Node>();
  const toCheck = [...uids];
  for (let uid = toCheck.shift(); uid !== undefined; uid = toCheck.shift()) {
    const node = byUid.get(uid);
    if (!node || found.has(uid)) continue;
    found.set(uid, node);
    toCheck.push(...node.owners.map((owner) => owner.uid));
    toCheck.push(...node.getDependents().map((dependent) => dependent.identity.uid));
  }
  return [...found.values()];
}

/** Objects without owners and dependents are left out. */
// Mirrors: pkg/controller/garbagecollector/dump.go#toGonumGraph
function drawing(nodes: readonly Node[]): string {
  const vertices = new Map<string, Vertex>();
  const edges: string[] = [];
  for (const node of nodes) {
    if (node.dependentsLength() === 0 && node.owners.length === 0) continue;
    vertices.set(node.identity.uid, {
      id: vertices.size,
      identity: node.identity,
      missing: false,
      beingDeleted: node.isBeingDeleted(),
      deletingDependents: node.isDeletingDependents(),
      virtual: !node.isObserved(),
    });
  }
  for (const { identity, owners } of nodes) {
    for (const { apiVersion, kind, name, uid } of owners) {
      const known = vertices.get(uid) ?? {
        id: vertices.size,
        identity: { apiVersion, kind, name, uid, namespace: '' },
        missing: true,
        beingDeleted: false,
        deletingDependents: false,
        virtual: false,
      };
      vertices.set(uid, known);
      edges.push(`  ${vertices.get(identity.uid)?.id} -> ${known.id};\n`);
    }
  }
  const parts = [`  // Node definitions.\n${[...vertices.values()].map(vertexText).join('')}`];
  if (edges.length > 0) parts.push(`\n  // Edge definitions.\n${edges.join('')}`);
  return `strict digraph full {\n${parts.join('')}}`;
}

// Mirrors: pkg/controller/garbagecollector/dump.go#gonumVertex.Attributes
function vertexText(vertex: Vertex): string {
  const { id, identity, missing, beingDeleted, deletingDependents, virtual } = vertex;
  const { namespace, name, uid, kind } = identity;
  const [{ group, version } = { group: '', version: '' }] = parseGroupVersion(identity.apiVersion);
  const told = `${[kind, version, group].filter((part) => part !== '').join('.')}/${name}`;
  const conditions = Object.entries({ beingDeleted, deletingDependents, virtual, missingFromGraph: missing })
    .filter(([, holds]) => holds)
    .map(([condition]) => condition)
    .join(',');
  const label = `uid=${uid}\nnamespace=${namespace}\n${told}\n${conditions === '' ? '' : `${conditions}\n`}`;
  const attributes = {
    group,
    version,
    kind,
    namespace,
    name,
    uid,
    missing,
    beingDeleted,
    deletingDependents,
    virtual,
  };
  const lines = Object.entries(attributes).map(([key, value]) => `    ${key}=${quote(String(value))}\n`);
  return `  ${id} [\n    label="${label}"\n${lines.join('')}  ];\n`;
}

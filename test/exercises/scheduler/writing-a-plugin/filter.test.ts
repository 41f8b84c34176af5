import { exercise } from '../../../../content/scheduler/writing-a-plugin/exercises/filter.ts';
import { refuses, swap } from '../../tried.ts';

const full = 'inUse.in(zone) >= has';

refuses(exercise, [
  {
    name: 'every pod let through',
    write: ({ start }) => start,
    says: /At 4,002 ms `node-d` is the node of `sim-1`\. Its zone, west, has 0 licences and uses 1 then/,
  },
  {
    name: 'pods refused that need no licence',
    write: ({ solution }) => swap(solution, 'if (!needsLicence(pod)) return undefined;', ''),
    says: /In the end `web` has no node\. It needs no licence, and there is room everywhere/,
  },
  {
    name: 'one pod too many',
    write: ({ solution }) => swap(solution, full, 'inUse.in(zone) > has'),
    says: /At 4,002 ms `node-c` is the node of `sim-1`\. Its zone, south, has 1 licence and uses 2 then/,
  },
  {
    name: 'one pod too few',
    write: ({ solution }) => swap(solution, full, 'inUse.in(zone) + 1 >= has'),
    says: /At 1,002 ms the filter refuses `node-c` for `cad-1`\. Its zone, south, has 1 licence and uses 0/,
  },
  {
    name: 'a code that says that nothing can help',
    write: ({ solution }) =>
      swap(solution, "newStatus('Unschedulable',", "newStatus('UnschedulableAndUnresolvable',"),
    says: /Preemption tried no node: the code `UnschedulableAndUnresolvable` says that it cannot help if pods go/,
  },
  {
    name: 'a code that says that something may help everywhere',
    write: ({ solution }) => swap(solution, "'UnschedulableAndUnresolvable'", "'Unschedulable'"),
    says: /At 4,002 ms preemption tries `node-d` too\. Its zone has no licence, whichever pod goes\. The code `Unschedulable` says that it may help/,
  },
  {
    name: 'the pods of the node, which is not the zone',
    write: ({ solution }) =>
      swap(solution, full, 'nodeInfo.pods.filter((one) => needsLicence(one.pod)).length >= has'),
    says: /At 4,002 ms `node-b` is the node of `sim-1`\. Its zone, north, has 2 licences and uses 3 then/,
  },
  {
    name: 'pods counted in the snapshot',
    write: ({ solution }) =>
      swap(
        solution,
        full,
        'this.handle.snapshotSharedLister().nodeInfos().list().flatMap((one) => (zoneOf(one.node()) === zone ? one.pods : [])).filter((one) => needsLicence(one.pod)).length >= has',
      ),
    says: /Preemption took pods away from copies of 3 nodes, and the filter still said no: it did not see in the state that they were gone/,
  },
  {
    name: 'an error in place of a refusal',
    write: ({ solution }) => swap(solution, "newStatus('Unschedulable',", "newStatus('Error',"),
    says: /running "Licences" filter plugin .* Preemption begins where filters refuse all nodes, and not after an error/,
  },
  {
    name: 'a licence taken as soon as a node is asked about',
    write: ({ solution }) =>
      swap(solution, /return undefined;\n  \}$/, 'inUse.add(zone, 1);\n    return undefined;\n  }'),
    says: /At 1,002 ms the filter refuses `node-b` for `cad-3`\. Its zone, north, has 2 licences and uses 1\. A filter only looks: what it writes into the state is there for the next node/,
  },
  {
    name: 'true and false, as a test would answer',
    write: ({ solution }) =>
      swap(solution, "return newStatus('Unschedulable', 'node(s) had no licence left')", 'return false'),
    says: /The function returns `false`\. It has to return a status, such as/,
  },
  {
    name: 'the name of the node for its zone',
    write: ({ solution }) => swap(solution, 'zoneOf(nodeInfo.node())', 'nodeInfo.node()!.metadata.name'),
    says: /At 1,002 ms the filter refuses `node-a` for `cad-1`\. Its zone, north, has 2 licences and uses 0/,
  },
  {
    name: 'a count that is indexed',
    write: ({ solution }) => swap(solution, 'inUse.in(zone)', 'inUse[zone]'),
    says: /`inUse\[zone\]` is `undefined`, which is no number: what is computed from it is NaN/,
  },
  {
    name: 'both things that the state gives, taken for one',
    write: ({ solution }) =>
      swap(
        swap(solution, 'const [inUse, failed] = readState', 'const inUse = readState'),
        'if (failed) return failed;',
        '',
      ),
    says: /`inUse` is a pair, .* and has no `in`\. Take it apart: `const \[value, err\] = …`/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'this.licencesOf', 'this.LicencesOf'),
    says: /`LicencesOf` is not a method of `this`\. Did you mean `licencesOf`\?/,
  },
]);

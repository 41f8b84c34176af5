import { labelOf } from '../kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import type { OfNodes } from './of-nodes.ts';

/** Nodes by their values of some labels: those of a zone together, or those of a zone that have the same disk. */
export interface Division {
  readonly numDomains: number;
  /** The number of the domain of each node, by the node's place in the snapshot. */
  readonly domains: Int32Array;
}

/** The divisions of the nodes of a snapshot. */
export class Divisions {
  readonly #known: OfNodes<Division>;

  constructor(known: OfNodes<Division>) {
    this.#known = known;
  }

  by(keys: readonly string[]): Division {
    return this.#known.of(JSON.stringify(keys), (nodes) => divide(nodes, keys));
  }
}

/** A node that lacks a label is in another domain than those that have it. */
function divide(nodes: readonly NodeInfo[], keys: readonly string[]): Division {
  let numDomains = 1;
  const domains = new Int32Array(nodes.length);
  for (const key of keys) {
    // What was one domain is divided by the values of one more label.
    const parts = Array.from({ length: numDomains }, () => new Map<string | undefined, number>());
    numDomains = 0;
    for (const [i, info] of nodes.entries()) {
      const node = info.node();
      const value = node && labelOf(node, key);
      const part = parts[domains[i] as number] as Map<string | undefined, number>;
      const domain = part.get(value) ?? numDomains++;
      part.set(value, domain);
      domains[i] = domain;
    }
  }
  return { numDomains, domains };
}

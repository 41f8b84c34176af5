import type { PodAffinityTerm, WeightedPodAffinityTerm } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { node, pod } from '../handle.ts';
import { labels, selector } from '../labels.ts';

/** A pod as upstream's tables have it: its labels, where it runs, and which pods it wants near or far. */
export interface Told {
  readonly is?: string;
  readonly on?: string;
  readonly namespace?: string;
  /** Each as `selector @topology-key`, behind `namespace: ` if it is not the pod's own. */
  readonly near?: readonly string[];
  readonly far?: readonly string[];
  /** Each behind its weight. */
  readonly ratherNear?: readonly string[];
  readonly ratherFar?: readonly string[];
}

function term(text: string): PodAffinityTerm {
  const [, namespace, terms = '', topologyKey = ''] = /^(?:(\w+): )?(.*) @(\S*)$/.exec(text) ?? [];
  return { labelSelector: selector(terms), topologyKey, ...(namespace && { namespaces: [namespace] }) };
}

function weighted(text: string): WeightedPodAffinityTerm {
  const [, weight, rest = ''] = /^(\d+) (.*)$/.exec(text) ?? [];
  return { weight: Number(weight), podAffinityTerm: term(rest) };
}

const terms = (required: readonly string[] = [], preferred: readonly string[] = []) =>
  required.length + preferred.length === 0
    ? undefined
    : {
        requiredDuringSchedulingIgnoredDuringExecution: required.map(term),
        preferredDuringSchedulingIgnoredDuringExecution: preferred.map(weighted),
      };

export function podOf({ is = '', on, namespace = '', ...wants }: Told): Pod {
  const podAffinity = terms(wants.near, wants.ratherNear);
  const podAntiAffinity = terms(wants.far, wants.ratherFar);
  const affinity = { ...(podAffinity && { podAffinity }), ...(podAntiAffinity && { podAntiAffinity }) };
  return pod({ labels: labels(is), namespace }, { nodeName: on, affinity });
}

/** `name label=value,…`. */
export function nodeOf(text: string): Node {
  const [name = '', of = ''] = text.split(' ');
  return node(name, labels(of));
}

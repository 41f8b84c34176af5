import type { APIGroup, APIResource, APIResourceList } from 'kubernetes-types/meta/v1';
import type { StatusError } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newNotFound } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type DiscoveryClient,
  newDiscoveryClientForConfig,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import type { Config } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import {
  type Transport,
  directTransport,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Result } from '../../../../../../../../src/runtime/go/result.ts';
import type { Blocking } from '../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { run } from '../tools/cache/support.ts';

/** What a server answers, by path: an object, or an error. Anything else is not found. */
export type Answers = Record<string, object | StatusError>;

/** A group with these versions, the first of which is preferred unless another is named. */
export function group(name: string, versions: readonly string[], preferred = versions[0] ?? ''): APIGroup {
  const gv = (version: string) => ({ groupVersion: name === '' ? version : `${name}/${version}`, version });
  return { name, versions: versions.map(gv), preferredVersion: gv(preferred) };
}

/** Resources of a version, each in a namespace but for those in capital letters. */
export function resources(groupVersion: string, ...names: readonly string[]): APIResourceList {
  const resource = (name: string): APIResource => ({
    name: name.toLowerCase(),
    kind: name,
    namespaced: name === name.toLowerCase(),
    singularName: '',
    verbs: ['list'],
  });
  return { groupVersion, resources: names.map(resource) };
}

/** A discovery client of a server that answers from a table, which a test may change, and the paths and times it was asked. */
export function serverWith(answers: Answers, config: Partial<Config> = { qps: -1 }) {
  const sim = new Sim();
  const asked: string[] = [];
  const times: number[] = [];
  const transport: Transport = directTransport({
    do({ resource }): Result<KubeObject, StatusError> {
      asked.push(resource);
      times.push(sim.now);
      const answer = answers[resource] ?? newNotFound({ group: '', resource: 'paths' }, resource);
      return answer instanceof Error ? [undefined, answer as StatusError] : [answer as KubeObject, undefined];
    },
    watch: () => {
      throw new Error('discovery watches nothing');
    },
  });
  const client: DiscoveryClient = newDiscoveryClientForConfig(sim, {
    transport,
    userAgent: 'test',
    ...config,
  });
  const ask = <T>(question: Blocking<T>): T => run(question, sim);
  return { sim, client, asked, times, ask };
}

/** The resources of lists, in their order, as `apps/v1 replicasets`. */
export const names = (lists: readonly APIResourceList[] | undefined): string[] =>
  (lists ?? []).flatMap((list) => list.resources.map(({ name }) => `${list.groupVersion} ${name}`));

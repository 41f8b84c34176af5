import { describe, expect, test } from 'vitest';
import type { Clientset } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { OS } from '../../../../../src/runtime/go/os.ts';
import type { Result } from '../../../../../src/runtime/go/result.ts';
import { initPolicy } from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler_policy.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

const extender = { urlPrefix: 'http://x', enableHttps: true, httpTimeout: 2_000_000_000, weight: 1 };
const text = JSON.stringify({ kind: 'Policy', apiVersion: 'v1', predicates: [], extenders: [extender] });
const read = {
  predicates: [],
  extenders: [{ urlPrefix: 'http://x', enableHTTPS: true, httpTimeout: 2000, weight: 1 }],
};

/** What is read from a file with this text, or from a ConfigMap with these data. */
function policyOf(file?: string, data?: object) {
  const os = new OS(new Sim(), {
    args: ['kube-scheduler'],
    files: file === undefined ? {} : { '/policy': file },
  });
  const answer = data ? [{ data }, undefined] : [undefined, new Error('configmaps "p" not found')];
  const client = {
    coreV1: () => ({
      configMaps: (namespace: string) => ({
        *get(name: string) {
          return namespace === 'ns' && name === 'p' ? answer : [undefined, new Error('no such')];
        },
      }),
    }),
  } as unknown as Clientset;
  const source = data || file === undefined ? { configMap: { namespace: 'ns', name: 'p' } } : undefined;
  const { value } = initPolicy(os, client, source ?? { file: { path: '/policy' } }).next();
  const [policy, err] = value as Result<object>;
  return policy ?? err?.message;
}

describe('a policy', () => {
  test('is read from a file, or from a ConfigMap', () => {
    expect(policyOf(text)).toEqual(read);
    expect(policyOf(undefined, { 'policy.cfg': text })).toEqual(read);
  });

  test.each([
    ['{', undefined, "invalid policy: couldn't get version/kind; json parse error: "],
    [
      '{"apiVersion":"v1"}',
      undefined,
      'invalid policy: Object \'Kind\' is missing in \'{"apiVersion":"v1"}\'',
    ],
    [
      '{"apiVersion":"v2","kind":"Policy"}',
      undefined,
      'invalid policy: no kind "Policy" is registered for version "v2"',
    ],
    [undefined, { other: text }, 'missing policy config map value at key "policy.cfg"'],
    [undefined, undefined, 'couldn\'t get policy config map ns/p: configmaps "p" not found'],
  ])('%s %j is refused', (file, data, why) => {
    expect(policyOf(file, data)).toContain(why);
  });

  test('is missed where there is no such file', () => {
    const os = new OS(new Sim(), { args: ['kube-scheduler'] });
    const { value } = initPolicy(os, {} as Clientset, { file: { path: '/nowhere' } }).next();
    expect((value as [undefined, Error])[1].message).toBe('missing policy config file /nowhere');
  });
});

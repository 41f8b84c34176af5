import { expect, test } from 'vitest';
import {
  PodSyncResult,
  newSyncResult,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/sync_result.ts';

const good = [newSyncResult('StartContainer', 'container_0'), newSyncResult('SetupNetwork', 'pod')];
const bad = [newSyncResult('KillContainer', 'container_1'), newSyncResult('TeardownNetwork', 'pod')];
bad[0]!.fail(new Error('error_0'), 'message_0');
bad[1]!.fail(new Error('error_1'), 'message_1');
const told =
  'failed to "KillContainer" for "container_1" with error_0: "message_0", ' +
  'failed to "TeardownNetwork" for "pod" with error_1: "message_1"';

function resultOf(...fill: ((result: PodSyncResult) => void)[]): PodSyncResult {
  const result = new PodSyncResult();
  result.addSyncResult(...good);
  for (const step of fill) step(result);
  return result;
}

const failed = resultOf((result) => result.addSyncResult(...bad));

test.each([
  ['of which all went well', resultOf(), undefined],
  ['of which some did not', failed, `[${told}]`],
  [
    'that went wrong itself',
    resultOf((result) => result.fail(new Error('error'))),
    'failed to SyncPod: error',
  ],
  ['with another that has', resultOf((result) => result.addPodSyncResult(failed)), `[${told}]`],
])('a sync %s', (_title, result, message) => {
  expect(result.error()?.message).toBe(message);
});

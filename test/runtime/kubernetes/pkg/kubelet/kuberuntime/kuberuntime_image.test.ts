import { expect, test } from 'vitest';
import type { Secret } from 'kubernetes-types/core/v1';
import { BasicDockerKeyring } from '../../../../../../src/runtime/kubernetes/pkg/credentialprovider/keyring.ts';
import {
  getImageRef,
  imageStats,
  listImages,
  pullImage,
  removeImage,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_image.ts';
import { FakeImageService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, managerWith, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const busybox = { image: 'busybox', annotations: [] };

function world(keyring = new BasicDockerKeyring()) {
  const sim = new Sim({ epoch });
  const imageService = new FakeImageService();
  const m = managerWith({ sim, imageService, keyring });
  const pull = (image = busybox, secrets: readonly Secret[] = []) =>
    run(sim, pullImage(m, image, secrets, undefined));
  const fail = (call: string) => imageService.injectError(call, new Error('test-error'));
  return { sim, imageService, m, pull, fail };
}

test('an image that was pulled is there, until it is removed', () => {
  const { sim, m, pull, fail, imageService } = world();
  expect(pull()).toEqual(['busybox', undefined]);
  expect(run(sim, listImages(m))[0]).toMatchObject([{ repoTags: ['busybox'], spec: { image: 'busybox' } }]);
  expect(run(sim, getImageRef(m, busybox))).toEqual(['busybox', undefined]);
  fail('RemoveImage');
  expect(run(sim, removeImage(m, busybox))?.message).toBe('test-error');
  expect(imageService.images.size).toBe(1);
  expect(run(sim, removeImage(m, busybox))).toBeUndefined();
  expect(run(sim, getImageRef(m, busybox))).toEqual(['', undefined]);
});

test('what fails is said', () => {
  const { sim, m, pull, fail } = world();
  fail('PullImage');
  expect(pull()[1]?.message).toBe('test-error');
  fail('ListImages');
  expect(run(sim, listImages(m))[1]?.message).toBe('test-error');
  fail('ListImages');
  expect(run(sim, imageStats(m))[1]?.message).toBe('test-error');
  fail('ImageStatus');
  expect(run(sim, getImageRef(m, busybox))[1]?.message).toBe('test-error');
  expect(pull({ image: 'not:a:name', annotations: [] })[1]?.message).toBe(
    "couldn't parse image name: invalid reference format",
  );
});

test('all images together take what each takes', () => {
  const { sim, m, imageService } = world();
  imageService.fakeImageSize = 64;
  imageService.setFakeImages(['1111', '2222', '3333']);
  expect(run(sim, imageStats(m))).toEqual([{ totalStorageBytes: 192 }, undefined]);
});

test('what is noted with an image is noted with what was pulled', () => {
  const { sim, m, pull } = world();
  const image = {
    image: '12345',
    annotations: [{ name: 'kubernetes.io/runtimehandler', value: 'handler_name' }],
  };
  pull(image as never);
  expect(run(sim, listImages(m))[0]).toMatchObject([{ spec: image }]);
});

const passed = { 'index.docker.io/v1/': { email: 'e', auth: btoa('passed-user:passed-password') } };
const own = { username: 'passed-user', password: 'passed-password' };
const builtIn = { username: 'built-in', password: 'password' };
const secret = (type: string, key: string, content: unknown): Secret => ({
  type,
  data: { [key]: btoa(JSON.stringify(content)) },
});

test.each([
  ['nothing, where nothing is known', [], {}, undefined],
  ['what the node knows', [], { 'index.docker.io/v1/': builtIn }, builtIn],
  ['nothing that is for others', [], { extraneous: builtIn }, undefined],
  [
    'the secret of a pod before that',
    [secret('kubernetes.io/dockercfg', '.dockercfg', passed)],
    { 'index.docker.io/v1/': builtIn },
    own,
  ],
  [
    'the secret in its new form too',
    [secret('kubernetes.io/dockerconfigjson', '.dockerconfigjson', { auths: passed })],
    { 'index.docker.io/v1/': builtIn },
    own,
  ],
])('a registry is shown %s', (_title, secrets, config, expected) => {
  const keyring = new BasicDockerKeyring();
  keyring.add(config as never);
  const { pull, imageService } = world(keyring);
  expect(pull({ image: 'ubuntu', annotations: [] }, secrets)[1]).toBeUndefined();
  const [pulled] = imageService.pulledImages;
  if (expected) expect(pulled?.authConfig).toMatchObject(expected);
  else expect(pulled?.authConfig).toBeUndefined();
});

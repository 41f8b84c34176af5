import type { Secret } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { PodSandboxConfig } from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Done } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import { makeDockerKeyring } from '../../credentialprovider/secrets/secrets.ts';
import { parseImageName } from '../../util/parsers/parsers.ts';
import type { Image, ImageSpec, ImageStats } from '../container/runtime.ts';
import { toKubeContainerImageSpec, toRuntimeAPIImageSpec } from './convert.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';

/** Asks for an image with each of the credentials that may fit, one after the other; without any if there are none. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.PullImage
export function* pullImage(
  m: KubeGenericRuntimeManager,
  image: ImageSpec,
  pullSecrets: readonly Secret[],
  podSandboxConfig: PodSandboxConfig | undefined,
): Blocking<Result<string>> {
  const [parsed, err] = parseImageName(image.image);
  if (err) return [undefined, err];
  const [keyring, keyringErr] = makeDockerKeyring(pullSecrets, m.keyring);
  if (keyringErr) return [undefined, keyringErr];
  const imgSpec = toRuntimeAPIImageSpec(image);
  const [creds, withCredentials] = keyring.lookup(parsed.repoToPull);
  if (!withCredentials) return yield* m.imageService.pullImage(imgSpec, undefined, podSandboxConfig);
  const pullErrs: Error[] = [];
  for (const currentCreds of creds) {
    const [imageRef, pullErr] = yield* m.imageService.pullImage(imgSpec, currentCreds, podSandboxConfig);
    if (!pullErr) return [imageRef, undefined];
    pullErrs.push(pullErr);
  }
  const all = newAggregate(pullErrs);
  return all ? [undefined, all] : ['', undefined];
}

/** The id of an image that is there; empty if it is not. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.GetImageRef
export function* getImageRef(m: KubeGenericRuntimeManager, image: ImageSpec): Blocking<Result<string>> {
  const [status, err] = yield* m.imageService.imageStatus(toRuntimeAPIImageSpec(image));
  if (err) return [undefined, err];
  return [status?.id ?? '', undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.ListImages
export function* listImages(m: KubeGenericRuntimeManager): Blocking<Result<Image[]>> {
  const [allImages, err] = yield* m.imageService.listImages();
  if (err) return [undefined, err];
  const images = allImages.map((img): Image => ({
    id: img.id,
    size: img.size,
    repoTags: img.repoTags,
    repoDigests: img.repoDigests,
    spec: toKubeContainerImageSpec(img),
  }));
  return [images, undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.RemoveImage
export function* removeImage(m: KubeGenericRuntimeManager, image: ImageSpec): Blocking<Done> {
  return yield* m.imageService.removeImage({ image: image.image });
}

/** Layers that images share are counted for each. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.ImageStats
export function* imageStats(m: KubeGenericRuntimeManager): Blocking<Result<ImageStats>> {
  const [allImages, err] = yield* m.imageService.listImages();
  if (err) return [undefined, err];
  return [{ totalStorageBytes: allImages.reduce((sum, img) => sum + img.size, 0) }, undefined];
}

import type { Result } from '../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type {
  AuthConfig,
  FilesystemUsage,
  Image,
  ImageFilter,
  ImageSpec,
} from '../runtime/v1alpha2/api.pb.ts';
import type { Done, ImageManagerService } from '../services.ts';

/** Keeps images for tests: any image can be pulled, but where a test wants it to fail. It never parks. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService
export class FakeImageService implements ImageManagerService {
  readonly called: string[] = [];
  readonly errors = new Map<string, Error[]>();
  readonly images = new Map<string, Image>();
  /** What was pulled, and what was shown to the registry. */
  readonly pulledImages: { readonly imageSpec: ImageSpec; readonly authConfig: AuthConfig | undefined }[] =
    [];
  fakeImageSize = 0;
  fakeFilesystemUsage: readonly FilesystemUsage[] = [];

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.SetFakeImages
  setFakeImages(images: readonly string[]): void {
    this.images.clear();
    for (const image of images) this.images.set(image, this.#makeFakeImage({ image, annotations: {} }));
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.makeFakeImage
  #makeFakeImage(image: ImageSpec): Image {
    return { id: image.image, size: this.fakeImageSize, spec: image, repoTags: [image.image] };
  }

  /** The next call of that name fails. */
  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.InjectError
  injectError(f: string, err: Error): void {
    this.errors.set(f, [...(this.errors.get(f) ?? []), err]);
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.popError
  #popError(f: string): Error | undefined {
    this.called.push(f);
    return this.errors.get(f)?.shift();
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.ListImages
  *listImages(filter: ImageFilter = {}): Blocking<Result<readonly Image[]>> {
    const err = this.#popError('ListImages');
    if (err) return [undefined, err];
    const wanted = filter.image?.image;
    const images = [...this.images.values()].filter(
      ({ repoTags = [] }) => wanted === undefined || repoTags.includes(wanted),
    );
    return [images, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.ImageStatus
  *imageStatus(image: ImageSpec): Blocking<[image: Image | undefined, err: Done]> {
    const err = this.#popError('ImageStatus');
    return err ? [undefined, err] : [this.images.get(image.image), undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.PullImage
  *pullImage(image: ImageSpec, auth: AuthConfig | undefined): Blocking<Result<string>> {
    const err = this.#popError('PullImage');
    if (err) return [undefined, err];
    this.pulledImages.push({ imageSpec: image, authConfig: auth });
    const imageID = image.image;
    if (!this.images.has(imageID)) this.images.set(imageID, this.#makeFakeImage(image));
    return [imageID, undefined];
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.RemoveImage
  *removeImage(image: ImageSpec): Blocking<Done> {
    const err = this.#popError('RemoveImage');
    if (err) return err;
    this.images.delete(image.image);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.go#FakeImageService.ImageFsInfo
  *imageFsInfo(): Blocking<Result<readonly FilesystemUsage[]>> {
    const err = this.#popError('ImageFsInfo');
    return err ? [undefined, err] : [this.fakeFilesystemUsage, undefined];
  }
}

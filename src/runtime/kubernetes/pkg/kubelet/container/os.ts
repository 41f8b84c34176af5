import type { Result } from '../../../../go/result.ts';
import type { Done } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';

/** What a kubelet's runtime manager does with files of its machine. No call takes time here. */
// Mirrors: pkg/kubelet/container/os.go#OSInterface
export interface OSInterface {
  mkdirAll(path: string, perm: number): Done;
  symlink(oldname: string, newname: string): Done;
  /** An error if there is nothing: see `isNotExist`. A link is followed. */
  stat(path: string): Done;
  remove(path: string): Done;
  removeAll(path: string): Done;
  /** Makes an empty file. */
  create(path: string): Done;
  chmod(path: string, perm: number): Done;
  /** The names in a directory, in order. */
  readDir(dirname: string): Result<readonly string[]>;
  /** The paths that a pattern means. */
  glob(pattern: string): Result<readonly string[]>;
  /** The text of a file. */
  readFile(path: string): Result<string>;
}

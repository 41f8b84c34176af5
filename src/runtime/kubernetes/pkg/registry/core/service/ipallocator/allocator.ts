import type { Sim } from '../../../../../../sim/sim.ts';
import type { Result } from '../../../../../../go/result.ts';
import {
  type StatusError,
  newInternalError,
  newInvalid,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  goStringSlice,
  invalid,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

/** The address that was asked for, if it is free. */
// Mirrors: pkg/registry/core/service/ipallocator/allocator.go#Range.Allocate
export function allocate(
  address: string,
  used: ReadonlySet<string>,
  name: string,
): Result<string, StatusError> {
  const offset = numberOf(address) - base;
  // What is no address at all is told by validation.
  if (Number.isNaN(offset)) return [address, undefined];
  const inRange = offset >= 0 && offset < size;
  if (inRange && !used.has(address)) return [address, undefined];
  const range = 'provided IP is not in the valid range. The range of valid IPs is 10.96.0.0/12';
  const why = inRange ? 'provided IP is already allocated' : range;
  const message = `failed to allocated ip:${address} with error:${why}`;
  const wrong = invalid(newPath('spec', 'clusterIPs'), goStringSlice([address]), message);
  return [undefined, newInvalid({ group: '', kind: 'Service' }, name, [wrong])];
}

/** A free address, from a place that chance chooses. */
// Mirrors: pkg/registry/core/service/ipallocator/allocator.go#Range.AllocateNext
export function allocateNext(sim: Sim, used: ReadonlySet<string>): Result<string, StatusError> {
  const start = sim.random.below(size);
  for (let i = 0; i < size; i++) {
    const address = textOf(base + ((start + i) % size));
    if (!used.has(address)) return [address, undefined];
  }
  return [undefined, newInternalError(new Error('failed to allocate a serviceIP: range is full'))];
}

/** The addresses of Services: 10.96.0.0/12, as kubeadm sets it, without the first and the last. */
export const base = 10 * 2 ** 24 + 96 * 2 ** 16 + 1;
export const size = 2 ** 20 - 2;

export const textOf = (address: number): string =>
  [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
export const numberOf = (text: string): number =>
  text.split('.').reduce((n, byte) => n * 256 + Number(byte), 0);

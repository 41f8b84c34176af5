import { describe, expect, test } from 'vitest';
import { sha1 } from '../../../../../../src/runtime/go/sha1.ts';
import { isAttachableVolumeResourceName } from '../../../../../../src/runtime/kubernetes/pkg/apis/core/v1/helper/helpers.ts';
import { getCSIAttachLimitKey } from '../../../../../../src/runtime/kubernetes/pkg/volume/util/attach_limit.ts';
import { checkNodeAffinity } from '../../../../../../src/runtime/kubernetes/pkg/volume/util/util.ts';

const labels = { 'test-key1': 'test-value1', 'test-key2': 'test-value2' };
const oneOf = (key: string, ...values: string[]) => ({ key, operator: 'In', values });
const term = (...matchExpressions: object[]) => ({ matchExpressions });
const required = (...nodeSelectorTerms: object[]) => ({ required: { nodeSelectorTerms } });

// Upstream's TestCheckVolumeNodeAffinity.
describe('which nodes can have a volume', () => {
  test.each([
    ['valid-nil', undefined, true],
    ['valid-no-constraints', {}, true],
    ['select-nothing', required(), false],
    ['select-nothing-empty-terms', required(term()), false],
    [
      'valid-multiple-terms',
      required(
        term(oneOf('test-key3', 'test-value1', 'test-value3')),
        term(oneOf('test-key2', 'test-value0', 'test-value2')),
      ),
      true,
    ],
    [
      'valid-multiple-match-expressions',
      required(
        term(
          oneOf('test-key1', 'test-value1', 'test-value3'),
          oneOf('test-key2', 'test-value0', 'test-value2'),
        ),
      ),
      true,
    ],
    [
      'invalid-multiple-match-expressions-key',
      required(
        term(
          oneOf('test-key1', 'test-value1', 'test-value3'),
          oneOf('test-key3', 'test-value0', 'test-value2'),
        ),
      ),
      false,
    ],
    [
      'invalid-multiple-match-expressions-values',
      required(
        term(
          oneOf('test-key1', 'test-value3', 'test-value4'),
          oneOf('test-key2', 'test-value0', 'test-value2'),
        ),
      ),
      false,
    ],
    [
      'invalid-multiple-terms',
      required(
        term(oneOf('test-key3', 'test-value1', 'test-value3')),
        term(oneOf('test-key2', 'test-value0', 'test-value1')),
      ),
      false,
    ],
  ])('%s', (_name, nodeAffinity, fits) => {
    const err = checkNodeAffinity({ spec: { nodeAffinity } } as never, labels);
    expect(err === undefined).toBe(fits);
  });
});

// Upstream's TestGetCSIAttachLimitKey; the digest is what `crypto/sha1` gives.
describe('the resource that limits the volumes of a driver', () => {
  test('has the name of the driver, and of a long one a part and a digest', () => {
    expect(getCSIAttachLimitKey('com.amazon.ebs')).toBe('attachable-volumes-csi-com.amazon.ebs');
    const key = getCSIAttachLimitKey('com.amazon.kubernetes.eks.ec2.ebs/csi-driver');
    expect(isAttachableVolumeResourceName(key)).toBe(true);
    expect(key).toBe('attachable-volumes-csi-com.amazon.kubernetes.e87aab31eac74422c');
  });

  // The examples of FIPS 180, and the lengths at which a block is full.
  test.each([
    ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
    ['a'.repeat(55), 'c1c8bbdc22796e28c0e15163d20899b65621d65a'],
    ['a'.repeat(64), '0098ba824b5c16427bd7a1122a5a442a25ec644d'],
  ])('sha1(%s)', (text, digest) => {
    expect(sha1(text)).toBe(digest);
  });
});

import type { Result } from '../../../../../../../../go/result.ts';
import { quote } from '../../../../../../../../go/strconv.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#versionMatchRE
const versionMatchRE = /^\s*v?([0-9]+(?:\.[0-9]+)*)(.*)*$/;
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#extraMatchRE
const extraMatchRE =
  /^(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\s*$/;

/** A version, by the rules of Semantic Versioning or by looser ones. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#Version
export class Version {
  readonly components: readonly number[];
  readonly semver: boolean;
  readonly preRelease: string;
  readonly buildMetadata: string;

  constructor(components: readonly number[], semver: boolean, preRelease = '', buildMetadata = '') {
    this.components = components;
    this.semver = semver;
    this.preRelease = preRelease;
    this.buildMetadata = buildMetadata;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#Version.String
  toString(): string {
    const pre = this.preRelease === '' ? '' : `-${this.preRelease}`;
    const build = this.buildMetadata === '' ? '' : `+${this.buildMetadata}`;
    return this.components.join('.') + pre + build;
  }

  /** -1, 0 or 1. The other one is read by the same rules. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#Version.Compare
  compare(other: string): Result<number> {
    const [ov, err] = parse(other, this.semver);
    return err ? [undefined, err] : [this.#compareInternal(ov), undefined];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#Version.compareInternal
  #compareInternal(other: Version): number {
    const length = Math.max(this.components.length, other.components.length);
    for (let i = 0; i < length; i++) {
      const difference = (this.components[i] ?? 0) - (other.components[i] ?? 0); // Go: components
      if (difference !== 0) return Math.sign(difference);
    }
    if (!this.semver || !other.semver || this.preRelease === other.preRelease) return 0;
    if (this.preRelease === '') return 1;
    if (other.preRelease === '') return -1;
    return comparePreReleases(this.preRelease.split('.'), other.preRelease.split('.'));
  }
}

// Part of: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#Version.compareInternal
function comparePreReleases(vPR: readonly string[], oPR: readonly string[]): number {
  for (let i = 0; i < vPR.length && i < oPR.length; i++) {
    const [v = '', o = ''] = [vPR[i], oPR[i]]; // Go: vPR
    if (isNumber(v) && isNumber(o)) {
      if (Number(v) !== Number(o)) return Math.sign(Number(v) - Number(o));
    } else if (v !== o) {
      return o < v ? 1 : -1;
    }
  }
  return Math.sign(vPR.length - oPR.length);
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#parse
function parse(str: string, semver: boolean): Result<Version> {
  const fail = (text: string): Result<Version> => [undefined, new Error(text)];
  const parts = versionMatchRE.exec(str);
  if (!parts) return fail(`could not parse ${quote(str)} as version`);
  const [all, numbers = ''] = parts;
  const extra = all.slice(all.indexOf(numbers) + numbers.length);
  const components = numbers.split('.');
  if (semver ? components.length !== 3 : components.length < 2)
    return fail(`illegal version string ${quote(str)}`);
  const zeroPrefixed = (comp: string): Result<Version> =>
    fail(`illegal zero-prefixed version component ${quote(comp)} in ${quote(str)}`);
  for (const [i, comp] of components.entries())
    if ((i === 0 || semver) && comp.startsWith('0') && comp !== '0') return zeroPrefixed(comp);
  if (!semver || extra === '') return [new Version(components.map(Number), semver), undefined];
  const extraParts = extraMatchRE.exec(extra);
  if (!extraParts) return fail(`could not parse pre-release/metadata (${extra}) in version ${quote(str)}`);
  const [, preRelease = '', buildMetadata = ''] = extraParts;
  for (const comp of preRelease.split('.'))
    if (isNumber(comp) && comp.startsWith('0') && comp !== '0') return zeroPrefixed(comp);
  return [new Version(components.map(Number), semver, preRelease, buildMetadata), undefined];
}

/** Two numbers or more with dots between, and anything behind. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#ParseGeneric
export function parseGeneric(str: string): Result<Version> {
  return parse(str, false);
}

/** By the rules of Semantic Versioning, with or without a `v`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/version/version.go#ParseSemantic
export function parseSemantic(str: string): Result<Version> {
  return parse(str, true);
}

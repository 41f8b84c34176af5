import type { OS } from '../../../../../../go/os.ts';
import { parseBool } from '../../../../../../go/strconv.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet, Value } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** How ripe a feature is; nothing stands for generally available. */
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#prerelease
export type Prerelease = 'ALPHA' | 'BETA' | '' | 'DEPRECATED';

/** Whether a feature is on if nobody says so, and whether that can be changed. */
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#FeatureSpec
export interface FeatureSpec {
  readonly default: boolean;
  readonly lockToDefault?: boolean;
  readonly preRelease: Prerelease;
}

// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#allAlphaGate
const allAlphaGate = 'AllAlpha';
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#allBetaGate
const allBetaGate = 'AllBeta';

/** Gates that stand for all others of their stage which were not set by name. */
const special: Readonly<Record<string, Prerelease>> = { [allAlphaGate]: 'ALPHA', [allBetaGate]: 'BETA' };

/** Says which features are on. */
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#FeatureGate
export interface Gates {
  enabled(name: string): boolean;
}

/** Which features a program knows, and which were switched on or off. */
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate
export class FeatureGate implements Value, Gates {
  readonly #os: OS;
  #known: ReadonlyMap<string, FeatureSpec>;
  #enabled: ReadonlyMap<string, boolean> = new Map();
  #closed = false;

  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#NewFeatureGate
  constructor(os: OS) {
    this.#os = os;
    this.#known = new Map([
      [allAlphaGate, { default: false, preRelease: 'ALPHA' }],
      [allBetaGate, { default: false, preRelease: 'BETA' }],
    ]);
  }

  /** Switches features by a list such as `A=true,B=false`. */
  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.Set
  set(text: string): Error | undefined {
    const switches = new Map<string, boolean>();
    for (const pair of text.split(',').filter((each) => each !== '')) {
      const at = pair.indexOf('=');
      const name = (at < 0 ? pair : pair.slice(0, at)).trim();
      if (at < 0) return new Error(`missing bool value for ${name}`);
      const word = pair.slice(at + 1).trim();
      const [value, error] = parseBool(word);
      if (error) return new Error(`invalid value of ${name}=${word}, err: ${error.message}`);
      switches.set(name, value);
    }
    return this.setFromMap(switches);
  }

  /** All of them or, with an error, none. */
  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.SetFromMap
  setFromMap(switches: ReadonlyMap<string, boolean>): Error | undefined {
    const log = klog(this.#os);
    const enabled = new Map(this.#enabled);
    for (const [name, value] of switches) {
      const spec = this.#known.get(name);
      if (spec === undefined) return new Error(`unrecognized feature gate: ${name}`);
      if (spec.lockToDefault && spec.default !== value)
        return new Error(`cannot set feature gate ${name} to ${value}, feature is locked to ${spec.default}`);
      enabled.set(name, value);
      const stage = special[name];
      if (stage !== undefined) setUnsetGates(this.#known, enabled, stage, value);
      const going =
        spec.preRelease === 'DEPRECATED' ? 'deprecated' : spec.preRelease === '' ? 'GA' : undefined;
      if (going !== undefined)
        log.warning(
          `Setting ${going} feature gate ${name}=${value}. It will be removed in a future release.`,
        );
    }
    this.#enabled = enabled;
    const told = [...enabled].sort(([a], [b]) => (a < b ? -1 : 1));
    log.v(1)?.info(`feature gates: &{map[${told.map(([name, value]) => `${name}:${value}`).join(' ')}]}`);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.String
  string(): string {
    return [...this.#enabled]
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join(',');
  }

  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.Type
  type(): string {
    return 'mapStringBool';
  }

  /** Makes features known. Too late once the flag is declared, because its help lists them. */
  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.Add
  add(features: Readonly<Record<string, FeatureSpec>>): Error | undefined {
    if (this.#closed) return new Error('cannot add a feature gate after adding it to the flag set');
    const known = new Map(this.#known);
    for (const [name, spec] of Object.entries(features)) {
      const there = known.get(name);
      if (there !== undefined && !sameSpec(there, spec)) {
        const told = `{${there.default} ${there.lockToDefault ?? false} ${there.preRelease}}`;
        return new Error(`feature gate "${name}" with different spec already exists: ${told}`);
      }
      known.set(name, spec);
    }
    this.#known = known;
    return undefined;
  }

  /** Whether a feature is on. To ask for one that nobody made known is a mistake of whoever wrote the program. */
  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.Enabled
  enabled(name: string): boolean {
    const answer = this.#enabled.get(name) ?? this.#known.get(name)?.default;
    if (answer === undefined) throw new Error(`feature "${name}" is not registered in FeatureGate`);
    return answer;
  }

  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.AddFlag
  addFlag(flags: FlagSet): void {
    this.#closed = true;
    const usage =
      'A set of key=value pairs that describe feature gates for alpha/experimental features. Options are:\n';
    flags.var(this, 'feature-gates', usage + this.knownFeatures().join('\n'));
  }

  /** Features that somebody may want to switch, for the help. */
  // Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#featureGate.KnownFeatures
  knownFeatures(): string[] {
    return [...this.#known]
      .filter(([, { preRelease }]) => preRelease !== '' && preRelease !== 'DEPRECATED')
      .map(([name, spec]) => `${name}=true|false (${spec.preRelease} - default=${spec.default})`)
      .sort();
  }

  /** Every feature with its spec, by name. */
  specs(): readonly (readonly [name: string, spec: FeatureSpec])[] {
    return [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** What `AllAlpha` and `AllBeta` do: they set all of their stage that nobody set by name. */
// Mirrors: staging/src/k8s.io/component-base/featuregate/feature_gate.go#setUnsetAlphaGates
function setUnsetGates(
  known: ReadonlyMap<string, FeatureSpec>,
  enabled: Map<string, boolean>,
  stage: Prerelease,
  value: boolean,
): void {
  for (const [name, { preRelease }] of known)
    if (preRelease === stage && !enabled.has(name)) enabled.set(name, value);
}

function sameSpec(a: FeatureSpec, b: FeatureSpec): boolean {
  return (
    a.default === b.default &&
    (a.lockToDefault ?? false) === (b.lockToDefault ?? false) &&
    a.preRelease === b.preRelease
  );
}

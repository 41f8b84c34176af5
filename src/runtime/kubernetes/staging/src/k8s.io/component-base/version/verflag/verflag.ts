import { type OS, packageVariable } from '../../../../../../../go/os.ts';
import { type Pointer, newPointer } from '../../../../../../../go/pointer.ts';
import { parseBool, quote } from '../../../../../../../go/strconv.ts';
import {
  type Flag,
  type FlagSet,
  commandLine,
} from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import type { BoolFlag } from '../../../../../../vendor/github.com/spf13/pflag/bool.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import { get } from '../version.ts';

type Asked = 'false' | 'true' | 'raw';

/** Not asked for, asked for, or asked for in full. */
// Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionValue
class VersionValue implements BoolFlag {
  readonly #p: Pointer<Asked>;

  constructor(p: Pointer<Asked>) {
    this.#p = p;
  }

  // Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionValue.IsBoolFlag
  isBoolFlag(): boolean {
    return true;
  }

  // Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionValue.Set
  set(text: string): Error | undefined {
    if (text === 'raw') {
      this.#p.value = 'raw';
      return undefined;
    }
    const [value, error] = parseBool(text);
    this.#p.value = value ? 'true' : 'false';
    return error;
  }

  // Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionValue.String
  string(): string {
    return this.#p.value;
  }

  // Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionValue.Type
  type(): string {
    return 'version';
  }
}

/** The flag, declared for the whole program. */
// Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#versionFlag
const versionFlag = packageVariable((os) => {
  const asked = newPointer<Asked>('false');
  const usage = 'Print version information and quit';
  commandLine(os).varPF(new VersionValue(asked), 'version', '', usage).noOptDefVal = 'true';
  return asked;
});

// Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#AddFlags
export function addFlags(os: OS, flags: FlagSet): void {
  versionFlag(os);
  flags.addFlag(commandLine(os).lookup('version') as Flag);
}

/** Ends the program after it has told its version, if that was all it was asked for. */
// Mirrors: staging/src/k8s.io/component-base/version/verflag/verflag.go#PrintAndExitIfRequested
export function* printAndExitIfRequested(os: OS): Blocking<void> {
  const asked = versionFlag(os).value;
  if (asked === 'raw') {
    const fields = Object.entries(get()).map(
      ([name, text]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}:${quote(text)}`,
    );
    os.stdout.write(`version.Info{${fields.join(', ')}}\n`);
    yield* os.exit(0);
  } else if (asked === 'true') {
    os.stdout.write(`Kubernetes ${get().gitVersion}\n`);
    yield* os.exit(0);
  }
}

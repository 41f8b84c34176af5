import { type OS, packageVariable } from '../../../../../../go/os.ts';
import { pointerTo } from '../../../../../../go/pointer.ts';
import { initFlags, klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { type FlagSet, commandLine } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { FlagSet as PFlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { addFlags } from './logs.ts';
import { jsonLogger } from './json/json.ts';

// Mirrors: staging/src/k8s.io/component-base/logs/options.go#defaultLogFormat
const defaultLogFormat = 'text';

/** The formats that can be asked for, by name. */
const formats = ['json', 'text'];

/** Flags of Go's own set, with their defaults, for those who ask whether one was set. */
const goFlags = packageVariable(initFlags);

/** How lines of the log look. */
// Mirrors: staging/src/k8s.io/component-base/logs/options.go#Options
export class Options {
  logFormat = defaultLogFormat;
  logSanitization = false;
  readonly #os: OS;

  // Mirrors: staging/src/k8s.io/component-base/logs/options.go#NewOptions
  constructor(os: OS) {
    this.#os = os;
    goFlags(os);
  }

  /** Other formats do not honour most flags of the log, so these must not be set with them. */
  // Mirrors: staging/src/k8s.io/component-base/logs/options.go#Options.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    if (this.logFormat !== defaultLogFormat) {
      for (const name of unsupportedLoggingFlags(this.#os))
        if (flagIsSet(this.#os, name))
          errors.push(new Error(`non-default logging format doesn't honor flag: ${name}`));
    }
    if (!formats.includes(this.logFormat))
      errors.push(new Error(`unsupported log format: ${this.logFormat}`));
    return errors;
  }

  // Mirrors: staging/src/k8s.io/component-base/logs/options.go#Options.AddFlags
  addFlags(flags: FlagSet): void {
    const unsupported = unsupportedLoggingFlags(this.#os).map((name) => `--${name}`);
    const permitted = formats.map((name) => `"${name}"`);
    flags.stringVar(
      pointerTo(this, 'logFormat'),
      'logging-format',
      defaultLogFormat,
      `Sets the log format. Permitted formats: ${permitted.join(', ')}.\nNon-default formats don't honor these flags: ${unsupported.join(', ')}.\nNon-default choices are currently alpha and subject to change without warning.`,
    );
    flags.boolVar(
      pointerTo(this, 'logSanitization'),
      'experimental-logging-sanitization',
      this.logSanitization,
      '[Experimental] When enabled prevents logging of fields tagged as sensitive (passwords, keys, tokens).\nRuntime log sanitization may introduce significant computation overhead and therefore should not be enabled in production.',
    );
  }

  /** Sets the log up. Lines logged before, while the command line was read, are in the default format. */
  // Mirrors: staging/src/k8s.io/component-base/logs/options.go#Options.Apply
  apply(): void {
    klog(this.#os).logger = this.logFormat === 'json' ? jsonLogger(this.#os) : undefined;
  }
}

// Mirrors: staging/src/k8s.io/component-base/logs/options.go#flagIsSet
function flagIsSet(os: OS, name: string): boolean {
  const flag = goFlags(os).lookup(name) ?? commandLine(os).lookup(name);
  return flag !== undefined && flag.defValue !== flag.value.string();
}

/** All flags of the log but its level. */
// Mirrors: staging/src/k8s.io/component-base/logs/options.go#unsupportedLoggingFlags
function unsupportedLoggingFlags(os: OS): string[] {
  const names: string[] = [];
  goFlags(os).visitAll(({ name }) => name !== 'v' && names.push(name));
  const flags = new PFlagSet('', 'continue');
  addFlags(os, flags);
  flags.visitAll(({ name }) => void names.push(name));
  return names;
}

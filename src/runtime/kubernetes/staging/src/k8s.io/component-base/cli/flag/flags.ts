import type { OS } from '../../../../../../../go/os.ts';
import { quote } from '../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet, NormalizeFunc } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Underscores become hyphens. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/flags.go#WordSepNormalizeFunc
export const wordSepNormalizeFunc: NormalizeFunc = (_flags, name) => name.replaceAll('_', '-');

/** Underscores become hyphens, and the log says not to write them. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/flags.go#WarnWordSepNormalizeFunc
export function warnWordSepNormalizeFunc(os: OS): NormalizeFunc {
  return (_flags, name) => {
    if (!name.includes('_')) return name;
    const better = name.replaceAll('_', '-');
    klog(os).warning(`${name} is DEPRECATED and will be removed in a future version. Use ${better} instead.`);
    return better;
  };
}

/** Tells all flags and their values, to whoever wants to know at level 1. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/flags.go#PrintFlags
export function printFlags(os: OS, flags: FlagSet): void {
  flags.visitAll(({ name, value }) =>
    klog(os)
      .v(1)
      ?.info(`FLAG: --${name}=${quote(value.string())}`),
  );
}

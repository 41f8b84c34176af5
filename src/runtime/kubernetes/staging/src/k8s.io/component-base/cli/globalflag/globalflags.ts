import type { OS } from '../../../../../../../go/os.ts';
import { newPointer } from '../../../../../../../go/pointer.ts';
import { initFlags } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { addGoFlag } from '../../../../../../vendor/github.com/spf13/pflag/golangflag.ts';
import { addFlags } from '../../logs/logs.ts';

/** What every component has: the flags of the log, and help. */
// Mirrors: staging/src/k8s.io/component-base/cli/globalflag/globalflags.go#AddGlobalFlags
export function addGlobalFlags(os: OS, flags: FlagSet, name: string): void {
  addKlogFlags(os, flags);
  addFlags(os, flags);
  flags.boolVarP(newPointer(false), 'help', 'h', false, `help for ${name}`);
}

// Mirrors: staging/src/k8s.io/component-base/cli/globalflag/globalflags.go#addKlogFlags
function addKlogFlags(os: OS, flags: FlagSet): void {
  initFlags(os).visitAll((flag) => {
    flag.name = normalize(flag.name);
    addGoFlag(flags, flag);
  });
}

/** The flags of klog have underscores in Go's own set, and hyphens in a component's. */
// Mirrors: staging/src/k8s.io/component-base/cli/globalflag/globalflags.go#normalize
function normalize(name: string): string {
  return name.replaceAll('_', '-');
}

import { pointerTo } from '../../../../../../go/pointer.ts';
import type { DebuggingConfiguration } from '../../component-base/config/types.ts';
import type { FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Profiling. */
// Mirrors: staging/src/k8s.io/controller-manager/options/debugging.go#DebuggingOptions
export class DebuggingOptions {
  readonly config: DebuggingConfiguration;

  constructor(config: DebuggingConfiguration) {
    this.config = config;
  }

  // Mirrors: staging/src/k8s.io/controller-manager/options/debugging.go#DebuggingOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.boolVar(
      pointerTo(o, 'enableProfiling'),
      'profiling',
      o.enableProfiling,
      'Enable profiling via web interface host:port/debug/pprof/',
    );
    flags.boolVar(
      pointerTo(o, 'enableContentionProfiling'),
      'contention-profiling',
      o.enableContentionProfiling,
      'Enable lock contention profiling, if profiling is enabled',
    );
  }

  // Mirrors: staging/src/k8s.io/controller-manager/options/debugging.go#DebuggingOptions.ApplyTo
  applyTo(config: DebuggingConfiguration): void {
    config.enableProfiling = this.config.enableProfiling;
    config.enableContentionProfiling = this.config.enableContentionProfiling;
  }

  // Mirrors: staging/src/k8s.io/controller-manager/options/debugging.go#DebuggingOptions.Validate
  validate(): Error[] {
    return [];
  }
}

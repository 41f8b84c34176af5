import { pointerTo } from '../../../../../../go/pointer.ts';
import type { FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { get } from '../version/version.ts';
import type { Info } from '../../apimachinery/pkg/version/types.ts';

/** Which hidden metrics are shown. */
// Mirrors: staging/src/k8s.io/component-base/metrics/options.go#Options
export class Options {
  showHiddenMetricsForVersion = '';

  /** Upstream declares the flag on new options, and not on these: it is parsed, and nothing comes of it. */
  // Mirrors: staging/src/k8s.io/component-base/metrics/options.go#Options.AddFlags
  addFlags(flags: FlagSet): void {
    const o = new Options();
    flags.stringVar(
      pointerTo(o, 'showHiddenMetricsForVersion'),
      'show-hidden-metrics-for-version',
      o.showHiddenMetricsForVersion,
      "The previous version for which you want to show hidden metrics. Only the previous minor version is meaningful, other values will not be allowed. The format is <major>.<minor>, e.g.: '1.16'. The purpose of this format is make sure you have the opportunity to notice if the next release hides additional metrics, rather than being surprised when they are permanently removed in the release after that.",
    );
  }

  // Mirrors: staging/src/k8s.io/component-base/metrics/options.go#Options.Validate
  validate(): Error[] {
    const error = validateShowHiddenMetricsVersion(get(), this.showHiddenMetricsForVersion);
    return error ? [error] : [];
  }
}

// Mirrors: staging/src/k8s.io/component-base/metrics/options.go#validateShowHiddenMetricsVersion
export function validateShowHiddenMetricsVersion(current: Info, target: string): Error | undefined {
  if (target === '') return undefined;
  const valid = `${current.major}.${Number(current.minor) - 1}`;
  if (target === valid) return undefined;
  return new Error(
    `--show-hidden-metrics-for-version must be omitted or have the value '${valid}'. Only the previous minor version is allowed`,
  );
}

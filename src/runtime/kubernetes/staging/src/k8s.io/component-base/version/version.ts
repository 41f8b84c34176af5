import type { Info } from '../../apimachinery/pkg/version/types.ts';

/** The version of the release that is mirrored here. Upstream's build writes it in. */
// Mirrors: staging/src/k8s.io/component-base/version/version.go#Get
export function get(): Info {
  return {
    major: '1',
    minor: '20',
    gitVersion: 'v1.20.2',
    gitCommit: 'faecb196815e248d3ecfb03c680a4507229c2a56',
    gitTreeState: 'clean',
    buildDate: '2021-01-13T13:20:00Z',
    goVersion: 'go1.15.5',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}

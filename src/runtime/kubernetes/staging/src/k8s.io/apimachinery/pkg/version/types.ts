/** What a program was built from. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/version/types.go#Info
export interface Info {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

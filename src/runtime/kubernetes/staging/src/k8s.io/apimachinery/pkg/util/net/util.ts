// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/net/util.go#IsConnectionRefused
export const isConnectionRefused = (err: Error): boolean =>
  (err as { code?: unknown }).code === 'ECONNREFUSED';

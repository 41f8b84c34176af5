// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/interfaces.go#APIVersionInternal
export const apiVersionInternal = '__internal';

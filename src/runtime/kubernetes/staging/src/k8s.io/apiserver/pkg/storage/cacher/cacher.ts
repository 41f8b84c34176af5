// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go#defaultBookmarkFrequency
export const defaultBookmarkFrequencyMs = 60 * 1000;

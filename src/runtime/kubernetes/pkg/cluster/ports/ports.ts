// Mirrors: pkg/cluster/ports/ports.go#InsecureKubeControllerManagerPort
export const insecureKubeControllerManagerPort = 10252;
// Mirrors: pkg/cluster/ports/ports.go#KubeControllerManagerPort
export const kubeControllerManagerPort = 10257;

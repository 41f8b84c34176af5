/** So many huge pages of that size. */
// Mirrors: vendor/github.com/google/cadvisor/info/v1/machine.go#HugePagesInfo
export interface HugePagesInfo {
  /** In kB. */
  readonly pageSize: number;
  readonly numPages: number;
}

/** What a machine has, as far as a kubelet asks for it. */
// Mirrors: vendor/github.com/google/cadvisor/info/v1/machine.go#MachineInfo
export interface MachineInfo {
  readonly numCores: number;
  /** In bytes. */
  readonly memoryCapacity: number;
  readonly hugePages: readonly HugePagesInfo[];
  readonly machineID: string;
  readonly systemUUID: string;
  /** Another one after each restart. */
  readonly bootID: string;
}

/** What runs on a machine. */
// Mirrors: vendor/github.com/google/cadvisor/info/v1/machine.go#VersionInfo
export interface VersionInfo {
  readonly kernelVersion: string;
  /** The system whose name the containers' host has. */
  readonly containerOsVersion: string;
}

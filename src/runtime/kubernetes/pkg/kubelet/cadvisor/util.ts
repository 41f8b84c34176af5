import {
  newMilliQuantity,
  newQuantity,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { MachineInfo } from '../../../vendor/github.com/google/cadvisor/info/v1/machine.ts';
import { hugePageResourceName } from '../../apis/core/v1/helper/helpers.ts';

/** What there is on a machine, each size of huge pages by itself. */
// Mirrors: pkg/kubelet/cadvisor/util.go#CapacityFromMachineInfo
export function capacityFromMachineInfo(info: MachineInfo): Record<string, string> {
  const c: Record<string, string> = {
    cpu: String(newMilliQuantity(info.numCores * 1000, 'DecimalSI')),
    memory: String(newQuantity(info.memoryCapacity, 'BinarySI')),
  };
  for (const { pageSize, numPages } of info.hugePages) {
    const pageSizeBytes = pageSize * 1024;
    const name = hugePageResourceName(newQuantity(pageSizeBytes, 'BinarySI'));
    c[name] = String(newQuantity(pageSizeBytes * numPages, 'BinarySI'));
  }
  return c;
}

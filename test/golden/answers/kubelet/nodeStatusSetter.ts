import type { NodeAddress } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../src/runtime/go/result.ts';
import * as setters from '../../../../src/runtime/kubernetes/pkg/kubelet/nodestatus/setters.ts';
import { deepCopy } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { withoutEmpty } from '../../without-empty.ts';

type Amounts = Readonly<Record<string, string>>;

interface Question {
  readonly Setter: string;
  readonly Node: Node;
  readonly NowS?: number;
  readonly Pressure?: boolean;
  readonly Runtime?: string;
  readonly Network?: string;
  readonly Storage?: string;
  readonly Shutdown?: string;
  readonly Soft?: string;
  readonly AppArmorSet?: boolean;
  readonly AppArmor?: string;
  readonly MaxImages?: number;
  readonly ImagesError?: string;
  readonly Images?: readonly {
    readonly Tags: readonly string[] | null;
    readonly Digests: readonly string[] | null;
    readonly Size: number;
  }[];
  readonly MaxPods?: number;
  readonly PodsPerCore?: number;
  readonly Cores?: number;
  readonly Memory?: number;
  readonly BootID?: string;
  readonly MachineError?: string;
  readonly HugePages?: readonly { readonly page_size: number; readonly num_pages: number }[];
  readonly CapacityRL?: Amounts;
  readonly Reservation?: Amounts;
  readonly DeviceCapacity?: Amounts;
  readonly DeviceAlloc?: Amounts;
  readonly DeviceRemoved?: readonly string[];
  readonly NodeIPs?: readonly string[];
  readonly InvalidIP?: string;
  readonly Hostname?: string;
  readonly HostnameOverridden?: boolean;
  readonly External?: boolean;
  readonly Cloud?: boolean;
  readonly CloudError?: string;
  readonly CloudAddresses?: readonly NodeAddress[];
  readonly Synced?: boolean;
  readonly Volumes?: readonly string[];
}

type Recording = (type: string, reason: string, message?: string) => void;

const errorOf = (text: string | undefined): Error | undefined => (text ? new Error(text) : undefined);
const resultOf = <T>(value: T, error: string | undefined): Result<T> =>
  error ? [undefined, new Error(error)] : [value, undefined];

/** A node after one part of the kubelet has said what it knows of it. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const sim = new Sim({ epoch: Date.parse('2021-01-01T00:00:00Z') + (asked.NowS ?? 0) * 1000 });
  const events: string[] = [];
  const record: Recording = (type, reason, message) =>
    events.push(`${type} ${reason}${message === undefined ? '' : `: ${message}`}`);
  const node = deepCopy(asked.Node);
  let err: Error | undefined;
  const setter = setterOf(asked, () => sim.timestamp(), record);
  const setting = function* () {
    err = yield* setter(node);
  };
  sim.go('kubelet', setting());
  sim.runUntilIdle();
  return { error: err?.message, events, node };
}

function setterOf(asked: Question, now: () => string, recordEvent: Recording): setters.Setter {
  const pressure = { now, isUnder: () => asked.Pressure ?? false, recordEvent };
  const gates = { enabled: (name: string) => name === 'LocalStorageCapacityIsolation' };
  switch (asked.Setter) {
    case 'MemoryPressure':
      return setters.memoryPressureCondition(pressure);
    case 'DiskPressure':
      return setters.diskPressureCondition(pressure);
    case 'PIDPressure':
      return setters.pidPressureCondition(pressure);
    case 'Ready':
      return setters.readyCondition({
        gates,
        now,
        runtimeErrors: () => errorOf(asked.Runtime),
        networkErrors: () => errorOf(asked.Network),
        storageErrors: () => errorOf(asked.Storage),
        nodeShutdownManagerErrors: () => errorOf(asked.Shutdown),
        appArmorValidateHost: asked.AppArmorSet ? () => errorOf(asked.AppArmor) : undefined,
        cmSoftRequirements: () => errorOf(asked.Soft),
        recordEvent,
      });
    case 'Images':
      return setters.images(asked.MaxImages ?? 0, () => {
        const list = (asked.Images ?? []).map(({ Tags, Digests, Size }, i) => ({
          id: String(i),
          repoTags: Tags ?? [],
          repoDigests: Digests ?? [],
          size: Size,
        }));
        return resultOf(list, asked.ImagesError);
      });
    case 'MachineInfo':
      return machineInfo(asked, recordEvent);
    case 'NodeAddress':
      return nodeAddress(asked);
    case 'VolumesInUse':
      return setters.volumesInUse(
        () => asked.Synced ?? false,
        () => asked.Volumes ?? [],
      );
    default:
      throw new Error(`expected a setter, found ${asked.Setter}`);
  }
}

function machineInfo(asked: Question, recordEvent: Recording): setters.Setter {
  const info = {
    numCores: asked.Cores ?? 0,
    memoryCapacity: asked.Memory ?? 0,
    hugePages: (asked.HugePages ?? []).map(({ page_size: pageSize, num_pages: numPages }) => ({
      pageSize,
      numPages,
    })),
    machineID: 'm',
    systemUUID: 's',
    bootID: asked.BootID ?? '',
  };
  return setters.machineInfo({
    nodeName: 'n',
    gates: { enabled: (name: string) => name === 'LocalStorageCapacityIsolation' },
    maxPods: asked.MaxPods ?? 0,
    podsPerCore: asked.PodsPerCore ?? 0,
    info: () => resultOf(info, asked.MachineError),
    capacity: () => asked.CapacityRL,
    devicePluginResourceCapacity: () => ({
      capacity: asked.DeviceCapacity ?? {},
      allocatable: asked.DeviceAlloc ?? {},
      inactive: asked.DeviceRemoved ?? [],
    }),
    nodeAllocatableReservation: () => asked.Reservation ?? {},
    recordEvent,
  });
}

function nodeAddress(asked: Question): setters.Setter {
  const nobody = 'no interface';
  return setters.nodeAddress({
    nodeIPs: asked.NodeIPs ?? [],
    validateNodeIP: (ip) =>
      ip === asked.InvalidIP
        ? new Error(`node IP: "${ip}" not found in the host's network interfaces`)
        : undefined,
    hostname: asked.Hostname ?? '',
    hostnameOverridden: asked.HostnameOverridden ?? false,
    externalCloudProvider: asked.External ?? false,
    nodeAddresses: asked.Cloud ? () => resultOf(asked.CloudAddresses ?? [], asked.CloudError) : undefined,
    lookupIP: () => [],
    resolveBindAddress: () => [undefined, new Error(nobody)],
  });
}

export const comparable = withoutEmpty;

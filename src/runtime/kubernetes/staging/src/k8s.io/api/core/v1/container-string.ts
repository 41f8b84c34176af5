/**
 * A container and a handler as Go prints them in messages: all fields in the order of their numbers in Protocol Buffers, with the names
 * that they have in Go.
 */
import type { Container, LifecycleHandler as Handler } from 'kubernetes-types/core/v1';

type Print = (value: unknown) => string;
type Fields = readonly (readonly [goName: string, name: string, print: Print])[];

const plain: Print = (value) => String(value ?? '');
const number: Print = (value) => String(value ?? 0);
const truth: Print = (value) => String(value ?? false);
const texts: Print = (value) => `[${((value ?? []) as readonly string[]).join(' ')}]`;

const valuePointer =
  (print: Print): Print =>
  (value) =>
    value === undefined ? 'nil' : `*${print(value)}`;

const struct =
  (type: string, fields: Fields): Print =>
  (value) => {
    const members = (value ?? {}) as Readonly<Record<string, unknown>>;
    return `${type}{${fields.map(([goName, name, print]) => `${goName}:${print(members[name])},`).join('')}}`;
  };

const pointer =
  (print: Print): Print =>
  (value) =>
    value === undefined ? 'nil' : `&${print(value)}`;

const list =
  (type: string, print: Print): Print =>
  (value) =>
    `[]${type}{${((value ?? []) as readonly unknown[]).map((each) => `${print(each)},`).join('')}}`;

/** A number or a text, as `{type number text}`. */
export const portString: Print = (value) =>
  typeof value === 'string' ? `{1 0 ${value}}` : `{0 ${Number(value ?? 0)} }`;

const resourceList: Print = (value) => {
  const entries = Object.entries((value ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `ResourceList{${entries.map(([name, amount]) => `${name}: {{${amount}}},`).join('')}}`;
};

const handlerStruct = struct('Handler', [
  ['Exec', 'exec', pointer(struct('ExecAction', [['Command', 'command', texts]]))],
  [
    'HTTPGet',
    'httpGet',
    pointer(
      struct('HTTPGetAction', [
        ['Path', 'path', plain],
        ['Port', 'port', portString],
        ['Host', 'host', plain],
        ['Scheme', 'scheme', plain],
        [
          'HTTPHeaders',
          'httpHeaders',
          list(
            'HTTPHeader',
            struct('HTTPHeader', [
              ['Name', 'name', plain],
              ['Value', 'value', plain],
            ]),
          ),
        ],
      ]),
    ),
  ],
  [
    'TCPSocket',
    'tcpSocket',
    pointer(
      struct('TCPSocketAction', [
        ['Port', 'port', portString],
        ['Host', 'host', plain],
      ]),
    ),
  ],
]);

const port = struct('ContainerPort', [
  ['Name', 'name', plain],
  ['HostPort', 'hostPort', number],
  ['ContainerPort', 'containerPort', number],
  ['Protocol', 'protocol', plain],
  ['HostIP', 'hostIP', plain],
]);

const env = struct('EnvVar', [
  ['Name', 'name', plain],
  ['Value', 'value', plain],
  ['ValueFrom', 'valueFrom', pointer(struct('EnvVarSource', []))],
]);

const mount = struct('VolumeMount', [
  ['Name', 'name', plain],
  ['ReadOnly', 'readOnly', truth],
  ['MountPath', 'mountPath', plain],
  ['SubPath', 'subPath', plain],
  ['MountPropagation', 'mountPropagation', valuePointer(plain)],
  ['SubPathExpr', 'subPathExpr', plain],
]);

const probe: Print = pointer((value) => {
  const counts: Fields = [
    ['InitialDelaySeconds', 'initialDelaySeconds', number],
    ['TimeoutSeconds', 'timeoutSeconds', number],
    ['PeriodSeconds', 'periodSeconds', number],
    ['SuccessThreshold', 'successThreshold', number],
    ['FailureThreshold', 'failureThreshold', number],
  ];
  return struct('Probe', [['Handler', '', () => handlerStruct(value)], ...counts])(value);
});

const containerStruct = struct('Container', [
  ['Name', 'name', plain],
  ['Image', 'image', plain],
  ['Command', 'command', texts],
  ['Args', 'args', texts],
  ['WorkingDir', 'workingDir', plain],
  ['Ports', 'ports', list('ContainerPort', port)],
  ['Env', 'env', list('EnvVar', env)],
  [
    'Resources',
    'resources',
    struct('ResourceRequirements', [
      ['Limits', 'limits', resourceList],
      ['Requests', 'requests', resourceList],
    ]),
  ],
  ['VolumeMounts', 'volumeMounts', list('VolumeMount', mount)],
  ['LivenessProbe', 'livenessProbe', probe],
  ['ReadinessProbe', 'readinessProbe', probe],
  [
    'Lifecycle',
    'lifecycle',
    pointer(
      struct('Lifecycle', [
        ['PostStart', 'postStart', pointer(handlerStruct)],
        ['PreStop', 'preStop', pointer(handlerStruct)],
      ]),
    ),
  ],
  ['TerminationMessagePath', 'terminationMessagePath', plain],
  ['ImagePullPolicy', 'imagePullPolicy', plain],
  ['SecurityContext', 'securityContext', pointer(struct('SecurityContext', []))],
  ['Stdin', 'stdin', truth],
  ['StdinOnce', 'stdinOnce', truth],
  ['TTY', 'tty', truth],
  ['EnvFrom', 'envFrom', list('EnvFromSource', struct('EnvFromSource', []))],
  ['TerminationMessagePolicy', 'terminationMessagePolicy', plain],
  ['VolumeDevices', 'volumeDevices', list('VolumeDevice', struct('VolumeDevice', []))],
  ['StartupProbe', 'startupProbe', probe],
]);

/** A container. Where its environment, its volumes and its rights come from is left out. */
export const containerString = (container: Container): string => `&${containerStruct(container)}`;

export const handlerString = (handler: Handler): string => `&${handlerStruct(handler)}`;

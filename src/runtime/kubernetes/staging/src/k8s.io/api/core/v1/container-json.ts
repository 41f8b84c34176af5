/** In which order Go writes the fields of a container, and which of them always: what a container's hash is made of. */
import {
  type Kind,
  always,
  list,
  map,
  numberOrText,
  pointer,
  struct,
  text,
  truth,
  whole,
} from '../../../../../../../go/json.ts';
import { mustParse } from '../../../apimachinery/pkg/api/resource/quantity.ts';

/** Written in its canonical form. It is a struct: one that is not there is 0, and is not left out. */
const quantity: Kind = {
  isEmpty: () => false,
  write: (value) => text.write(mustParse(String(value ?? '0')).toString()),
};

const keySelector = struct({ name: text, key: always(text), optional: pointer(truth) });
const envSource = struct({ name: text, optional: pointer(truth) });

const envVar = struct({
  name: always(text),
  value: text,
  valueFrom: pointer(
    struct({
      fieldRef: pointer(struct({ apiVersion: text, fieldPath: always(text) })),
      resourceFieldRef: pointer(struct({ containerName: text, resource: always(text), divisor: quantity })),
      configMapKeyRef: pointer(keySelector),
      secretKeyRef: pointer(keySelector),
    }),
  ),
});

const handlerFields = {
  exec: pointer(struct({ command: list(text) })),
  httpGet: pointer(
    struct({
      path: text,
      port: always(numberOrText),
      host: text,
      scheme: text,
      httpHeaders: list(struct({ name: always(text), value: always(text) })),
    }),
  ),
  tcpSocket: pointer(struct({ port: always(numberOrText), host: text })),
};

/** What is run when a container starts or ends. */
export const handler: Kind = struct(handlerFields);

/** The ports of a container. */
export const containerPorts: Kind = list(
  struct({ name: text, hostPort: whole, containerPort: always(whole), protocol: text, hostIP: text }),
);

const probe = struct({
  ...handlerFields,
  initialDelaySeconds: whole,
  timeoutSeconds: whole,
  periodSeconds: whole,
  successThreshold: whole,
  failureThreshold: whole,
});

const securityContext = struct({
  capabilities: pointer(struct({ add: list(text), drop: list(text) })),
  privileged: pointer(truth),
  seLinuxOptions: pointer(struct({ user: text, role: text, type: text, level: text })),
  windowsOptions: pointer(
    struct({
      gmsaCredentialSpecName: pointer(text),
      gmsaCredentialSpec: pointer(text),
      runAsUserName: pointer(text),
    }),
  ),
  runAsUser: pointer(whole),
  runAsGroup: pointer(whole),
  runAsNonRoot: pointer(truth),
  readOnlyRootFilesystem: pointer(truth),
  allowPrivilegeEscalation: pointer(truth),
  procMount: pointer(text),
  seccompProfile: pointer(struct({ type: always(text), localhostProfile: pointer(text) })),
});

/** A container. */
export const container: Kind = struct({
  name: always(text),
  image: text,
  command: list(text),
  args: list(text),
  workingDir: text,
  ports: containerPorts,
  envFrom: list(struct({ prefix: text, configMapRef: pointer(envSource), secretRef: pointer(envSource) })),
  env: list(envVar),
  resources: struct({ limits: map(quantity), requests: map(quantity) }),
  volumeMounts: list(
    struct({
      name: always(text),
      readOnly: truth,
      mountPath: always(text),
      subPath: text,
      mountPropagation: pointer(text),
      subPathExpr: text,
    }),
  ),
  volumeDevices: list(struct({ name: always(text), devicePath: always(text) })),
  livenessProbe: pointer(probe),
  readinessProbe: pointer(probe),
  startupProbe: pointer(probe),
  lifecycle: pointer(struct({ postStart: pointer(handler), preStop: pointer(handler) })),
  terminationMessagePath: text,
  terminationMessagePolicy: text,
  imagePullPolicy: text,
  securityContext: pointer(securityContext),
  stdin: truth,
  stdinOnce: truth,
  tty: truth,
});

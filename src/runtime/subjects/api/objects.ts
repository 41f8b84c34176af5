/** Small objects for stories and tests, as a person would write them in YAML. */

/** A ReplicaSet whose pods carry `app: <name>`. */
export function replicaSet(
  name: string,
  replicas: number,
  more: { readonly minReadySeconds?: number; readonly namespace?: string } = {},
): Readonly<Record<string, unknown>> {
  const { namespace = 'default', minReadySeconds } = more;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace, labels: { app: name } },
    spec: {
      replicas,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'app', image: 'app:v1' }] },
      },
    },
  };
}

/** A pod that nobody owns. */
export function pod(
  name: string,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [{ name: 'app', image: 'app:v1' }] },
  };
}

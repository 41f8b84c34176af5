import type { OS } from '../../../../../../../go/os.ts';
import { quote } from '../../../../../../../go/strconv.ts';
import type { Cluster } from './api/v1/types.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/validation.go#ErrEmptyConfig
const errEmptyConfig = new Error(
  'no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
);

// Mirrors: staging/src/k8s.io/client-go/tools/clientcmd/validation.go#validateClusterInfo
export function validateClusterInfo(os: OS, name: string, cluster: Cluster): Error[] {
  if (Object.values(cluster).every((value) => !value)) return [errEmptyConfig];
  const errors: Error[] = [];
  if (!cluster.server)
    errors.push(
      new Error(
        name === '' ? 'default cluster has no server defined' : `no server found for cluster ${quote(name)}`,
      ),
    );
  const ca = cluster['certificate-authority'];
  if (ca && !os.files.has(ca))
    errors.push(
      new Error(
        `unable to read certificate-authority ${ca} for ${name} due to open ${ca}: no such file or directory`,
      ),
    );
  return errors;
}

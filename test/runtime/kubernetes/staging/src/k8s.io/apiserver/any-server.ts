import type { APIServerOptions } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { podPools } from '../../../../../../../src/runtime/demo/pool/definition.ts';
import { enabledPlugins } from '../../../../../../../src/runtime/kubernetes/pkg/kubeapiserver/options/plugins.ts';
import { schedulingChecks } from '../../../../../../../src/runtime/kubernetes/pkg/kubeapiserver/scheduling-checks.ts';
import { bareKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/bare-kinds.ts';
import { controllerKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/controller-kinds.ts';
import { leases } from '../../../../../../../src/runtime/kubernetes/pkg/registry/coordination/lease/strategy.ts';
import { serviceAccountsWithTokens } from '../../../../../../../src/runtime/kubernetes/pkg/registry/core/serviceaccount/storage/token.ts';
import type { Kind } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { coreKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { schedulerKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';

/** All kinds that there are, of which the later counts where two have one name. */
const kinds: readonly Kind[] = [
  ...bareKinds,
  ...coreKinds,
  ...controllerKinds,
  ...schedulerKinds,
  serviceAccountsWithTokens,
  leases,
  podPools,
];

/** What makes a server one of all kinds that looks at everything it knows to look at. */
export function everything(): APIServerOptions {
  const plugins = enabledPlugins({ enableAdmissionPlugins: [], disableAdmissionPlugins: [] });
  return { kinds, admission: [schedulingChecks, ...plugins] };
}

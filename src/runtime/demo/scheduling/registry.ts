import { Registry } from '../../kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { licencesWith } from './licence-mistakes.ts';
import * as licences from './licences.ts';
import * as together from './together.ts';

/**
 * The plugins that a scheduler of one's own has besides those of Kubernetes. In Go each is an option of its command:
 * `app.NewSchedulerCommand(app.WithPlugin(licences.Name, licences.New))`.
 */
export function newOutOfTreeRegistry(mistake = ''): Registry {
  const registry = new Registry();
  registry.register(together.name, together.newPlugin);
  if (mistake !== 'forgotten') registry.register(licences.name, licencesWith(mistake));
  return registry;
}

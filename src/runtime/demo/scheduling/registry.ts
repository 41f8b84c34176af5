import { Registry } from '../../scheduler/framework/runtime/registry.ts';
import * as together from './together.ts';

/**
 * The plugins that a scheduler of one's own has besides those of Kubernetes. In Go each is an option of its command:
 * `app.NewSchedulerCommand(app.WithPlugin(together.Name, together.New))`.
 */
export function newOutOfTreeRegistry(): Registry {
  return new Registry({
    [together.name]: together.newPlugin,
  });
}

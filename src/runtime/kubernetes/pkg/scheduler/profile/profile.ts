import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { KubeSchedulerProfile } from '../apis/config/types.ts';
import type { Framework } from '../framework/interface.ts';
import { newFramework } from '../framework/runtime/framework.ts';
import type { FrameworkOptions } from '../framework/runtime/framework.ts';
import type { Registry } from '../framework/runtime/registry.ts';

/** Makes a recorder of events for the scheduler of a name. */
// Mirrors: pkg/scheduler/profile/profile.go#RecorderFactory
export type RecorderFactory = (name: string) => EventRecorder;

/** Frameworks by the names of their schedulers, which pods ask for. */
// Mirrors: pkg/scheduler/profile/profile.go#Map
export type ProfileMap = ReadonlyMap<string, Framework>;

// Mirrors: pkg/scheduler/profile/profile.go#newProfile
function newProfile(
  cfg: KubeSchedulerProfile,
  r: Registry,
  recorderFact: RecorderFactory,
  opts: FrameworkOptions,
): Result<Framework> {
  const eventRecorder = recorderFact(cfg.schedulerName);
  return newFramework(r, cfg.plugins ?? {}, cfg.pluginConfig ?? [], {
    ...opts,
    eventRecorder,
    profileName: cfg.schedulerName,
  });
}

/** A framework for each profile, by name. They must order the queue in the same way, because they share it. */
// Mirrors: pkg/scheduler/profile/profile.go#NewMap
export function newMap(
  cfgs: readonly KubeSchedulerProfile[],
  r: Registry,
  recorderFact: RecorderFactory,
  opts: FrameworkOptions,
): Result<ProfileMap> {
  const m = new Map<string, Framework>();
  const v = new CfgValidator(m);
  for (const cfg of cfgs) {
    const err = v.validate(cfg);
    if (err) return [undefined, err];
    const [p, unmade] = newProfile(cfg, r, recorderFact, opts);
    if (unmade) {
      const why = `creating profile for scheduler name ${cfg.schedulerName}: ${unmade.message}`;
      return [undefined, new Error(why, { cause: unmade })];
    }
    m.set(cfg.schedulerName, p);
  }
  return [m, undefined];
}

// Mirrors: pkg/scheduler/profile/profile.go#cfgValidator
class CfgValidator {
  readonly #m: ProfileMap;
  #queueSort = '';
  #queueSortArgs: object | undefined;

  constructor(m: ProfileMap) {
    this.#m = m;
  }

  // Mirrors: pkg/scheduler/profile/profile.go#cfgValidator.validate
  validate({ schedulerName, plugins, pluginConfig = [] }: KubeSchedulerProfile): Error | undefined {
    if (schedulerName === '') return new Error('scheduler name is needed');
    const name = quote(schedulerName);
    if (!plugins) return new Error(`plugins required for profile with scheduler name ${name}`);
    if (this.#m.has(schedulerName)) return new Error(`duplicate profile with scheduler name ${name}`);
    const [sort, ...more] = plugins.queueSort?.enabled ?? [];
    if (!sort || more.length > 0)
      return new Error(`one queue sort plugin required for profile with scheduler name ${name}`);
    const queueSort = sort.name;
    const queueSortArgs = pluginConfig.findLast((plCfg) => plCfg.name === queueSort)?.args;
    if (this.#queueSort === '') {
      this.#queueSort = queueSort;
      this.#queueSortArgs = queueSortArgs;
      return undefined;
    }
    if (this.#queueSort !== queueSort) {
      const found = `${quote(queueSort)}, first: ${quote(this.#queueSort)}`;
      return new Error(`different queue sort plugins for profile ${name}: ${found}`);
    }
    if (!semanticDeepEqual(this.#queueSortArgs, queueSortArgs))
      return new Error(`different queue sort plugin args for profile ${name}`);
    return undefined;
  }
}

import { type Aftermath, isActive, mostActive, ownerOf, queueFaults } from './storm.ts';

/** What has to hold of a ReplicaSet after any storm. Each gives what is wrong, or nothing. */
export const invariants: Readonly<Record<string, (after: Aftermath) => string | undefined>> = {
  'the count of active pods reaches the spec': ({ pods, set }) => {
    const owned = pods.filter((pod) => isActive(pod) && ownerOf(pod) === set.metadata.uid).length;
    const asked = set.spec?.replicas ?? 0;
    return owned === asked ? undefined : `expected ${asked} active pods, found ${owned}`;
  },
  'the status says what there is': ({ pods, set }) => {
    const owned = pods.filter((pod) => isActive(pod) && ownerOf(pod) === set.metadata.uid).length;
    const said = set.status?.replicas ?? 0;
    return owned === said ? undefined : `expected status.replicas ${owned}, found ${said}`;
  },
  'never more pods than were asked for, but for those given back': ({
    entries,
    set,
    mostAsked,
    restored,
  }) => {
    const most = mostActive(entries, set);
    return most <= mostAsked + restored
      ? undefined
      : `expected at most ${mostAsked + restored}, found ${most} at once`;
  },
  'no active pod that matches is without an owner': ({ pods }) => {
    const lone = pods.find((pod) => isActive(pod) && pod.metadata.labels?.['app'] === 'web' && !ownerOf(pod));
    return lone && `pod ${lone.metadata.name} matches and has no owner`;
  },
  'no key is lost in the queue, and none is with two workers': ({ entries }) => queueFaults(entries)[0],
};

/** All that is wrong, in words; empty if all is well. */
export function wrongs(after: Aftermath): string[] {
  return Object.entries(invariants).flatMap(([name, check]) => {
    const wrong = check(after);
    return wrong === undefined ? [] : [`${name}: ${wrong}`];
  });
}

import type {
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { annBindCompleted } from '../../src/runtime/kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';
import { type Cluster, keyOf } from './cluster.ts';

const defaultClass = 'storageclass.kubernetes.io/is-default-class';

/** The claim of a volume, as a key. */
function claimOf({ spec }: PersistentVolume): string | undefined {
  const { claimRef } = spec;
  return claimRef && `${claimRef.namespace ?? 'default'}/${claimRef.name}`;
}

/**
 * Claims as they are when a scheduler sees them: with the default class where they name none, and bound where they name a volume that
 * is theirs. Who writes YAML by hand leaves the annotation out that says so.
 */
export function storedClaims({ claims, volumes, storageClasses }: Cluster): PersistentVolumeClaim[] {
  const usual = [...storageClasses.values()].find(
    ({ metadata }) => metadata.annotations?.[defaultClass] === 'true',
  )?.metadata.name;
  return [...claims.values()].map((claim) => {
    const { metadata, spec } = claim;
    const volume = volumes.get(spec.volumeName ?? '');
    const bound = volume !== undefined && (claimOf(volume) ?? keyOf(claim)) === keyOf(claim);
    return {
      ...claim,
      metadata: bound
        ? { ...metadata, annotations: { ...metadata.annotations, [annBindCompleted]: 'yes' } }
        : metadata,
      spec:
        usual === undefined || spec.storageClassName !== undefined
          ? spec
          : { ...spec, storageClassName: usual },
    };
  });
}

/**
 * Volumes with the claims to which they are bound. A claim that is recreated gets another identity: `uidOf` gives it, by the
 * claim's key.
 */
export function storedVolumes(
  { claims, volumes }: Cluster,
  uidOf: (key: string) => string | undefined,
): PersistentVolume[] {
  const owners = new Map([...claims.values()].map((claim) => [claim.spec.volumeName ?? '', claim]));
  return [...volumes.values()].map((volume) => {
    const owner = owners.get(volume.metadata.name);
    const key = claimOf(volume) ?? (owner && keyOf(owner));
    if (key === undefined) return volume;
    const claim = claims.get(key);
    const [namespace, name] = key.split('/');
    const { claimRef } = volume.spec;
    // One of another identity was bound to it, and is gone.
    const another =
      claimRef?.uid !== undefined && claim?.metadata.uid !== undefined && claimRef.uid !== claim.metadata.uid;
    const uid = another ? claimRef.uid : (uidOf(key) ?? claimRef?.uid);
    const ref = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, ...(uid && { uid }) };
    return { ...volume, spec: { ...volume.spec, claimRef: ref } };
  });
}

import type { Result } from '../../../../../../../go/result.ts';
import { quote } from '../../../../../../../go/strconv.ts';
import { labelMultiZoneDelimiter } from '../constants.ts';

/** The zones of a volume, as its label has them. */
// Mirrors: staging/src/k8s.io/cloud-provider/volume/helpers/zones.go#LabelZonesToSet
export function labelZonesToSet(labelZonesValue: string): Result<ReadonlySet<string>> {
  return stringToSet(labelZonesValue, labelMultiZoneDelimiter);
}

// Mirrors: staging/src/k8s.io/cloud-provider/volume/helpers/zones.go#stringToSet
function stringToSet(str: string, delimiter: string): Result<ReadonlySet<string>> {
  const zonesSet = new Set<string>();
  for (const zone of str.split(delimiter)) {
    const trimmedZone = zone.trim();
    if (trimmedZone === '') {
      const what = `${quote(delimiter)} separated list (${quote(str)})`;
      return [undefined, new Error(`${what} must not contain an empty string`)];
    }
    zonesSet.add(trimmedZone);
  }
  return [zonesSet, undefined];
}

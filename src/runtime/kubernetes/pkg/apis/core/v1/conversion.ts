import type { Draft, Secret } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { base64 } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';

/** What was given as text goes to the data. */
// Mirrors: pkg/apis/core/v1/conversion.go#Convert_v1_Secret_To_core_Secret
export function convertSecret(secret: Draft<Secret>): void {
  for (const [key, text] of Object.entries(secret.stringData ?? {})) {
    secret.data = { ...secret.data, [key]: base64(text) };
  }
  delete secret.stringData;
}

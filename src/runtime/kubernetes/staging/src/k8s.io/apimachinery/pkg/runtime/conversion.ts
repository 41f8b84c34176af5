import { quote } from '../../../../../../../go/strconv.ts';
import type { TransformFunc } from '../fields/selector.ts';

/** Which fields an object of a kind can be selected by that says nothing else of it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/conversion.go#DefaultMetaV1FieldSelectorConversion
export const defaultFieldLabels: TransformFunc = (label, value) =>
  label === 'metadata.name' || label === 'metadata.namespace'
    ? [[label, value], undefined]
    : [
        undefined,
        new Error(
          `${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
        ),
      ];

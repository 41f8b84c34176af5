import type { LabelSelector } from 'kubernetes-types/meta/v1';
import { labelSelectorAsSelector } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { matched } from './selector.ts';

/** The same as `selector`, from the object that a spec has. */
export function answer(args: unknown): unknown {
  const { Selector, Sets } = args as {
    readonly Selector: LabelSelector;
    readonly Sets: readonly Readonly<Record<string, string>>[];
  };
  const [selector, err] = labelSelectorAsSelector(Selector);
  if (err) throw err;
  return matched(selector, Sets);
}

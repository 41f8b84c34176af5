import {
  type PlegContainerState,
  generateEvents,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/pleg/generic.ts';

interface Question {
  readonly Old: PlegContainerState;
  readonly New: PlegContainerState;
}

/** What is told of a container that went from one state to another. */
export function answer(question: unknown): unknown {
  const { Old, New } = question as Question;
  return generateEvents('u', 'c', Old, New).map(({ type }) => type);
}

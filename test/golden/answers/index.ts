import { answer as deltaFifo } from './deltaFifo.ts';
import { answer as labelSelector } from './labelSelector.ts';
import { answer as mergePatch } from './mergePatch.ts';
import { answer as podDeletionOrder } from './podDeletionOrder.ts';
import { answer as quantity } from './quantity.ts';
import { answer as selector } from './selector.ts';
import { answer as strategicMerge } from './strategicMerge.ts';
import { answer as workqueue } from './workqueue.ts';

export const answers: Readonly<Record<string, (args: unknown) => unknown>> = {
  deltaFifo,
  labelSelector,
  mergePatch,
  podDeletionOrder,
  quantity,
  selector,
  strategicMerge,
  workqueue,
};

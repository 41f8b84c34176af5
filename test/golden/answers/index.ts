import { answer as deltaFifo } from './deltaFifo.ts';
import { answer as podDeletionOrder } from './podDeletionOrder.ts';
import { answer as workqueue } from './workqueue.ts';

export const answers: Readonly<Record<string, (args: unknown) => unknown>> = {
  deltaFifo,
  podDeletionOrder,
  workqueue,
};

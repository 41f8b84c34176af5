import { schedulerObservers } from '../../observe/scheduler.ts';
import type { Kind } from '../../registry/kind.ts';
import { schedulerKinds } from '../../registry/scheduler-kinds.ts';
import type { Plane } from '../program.ts';
import { scheduler } from '../scheduler-program.ts';
import { kubelets } from '../stand-ins/programs.ts';

/** The scheduler, as upstream has it, and a stand-in for each kubelet. Nobody makes pods but who acts. */
export const plane: Plane = {
  kinds: schedulerKinds as readonly unknown[] as readonly Kind[],
  programsOf: (settings) => [...kubelets(settings), scheduler],
  observers: schedulerObservers,
};

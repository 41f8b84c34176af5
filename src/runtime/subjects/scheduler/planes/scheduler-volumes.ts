import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import { VolumeControllerStandIn } from '../../nodes/stand-ins/volume-controller-stand-in.ts';
import { plane as scheduler } from './scheduler.ts';

const volumeController: Program = {
  name: 'volume-controller-stand-in',
  standIn: true,
  *main(host) {
    yield* new VolumeControllerStandIn(host.sim, newForConfig(host.sim, configOf(host, 20, 30))).run();
  },
};

/** The plane `scheduler`, with one who binds claims to volumes, and makes volumes. */
export const plane: Plane = {
  ...scheduler,
  programsOf: (settings) => [...scheduler.programsOf(settings), volumeController],
};

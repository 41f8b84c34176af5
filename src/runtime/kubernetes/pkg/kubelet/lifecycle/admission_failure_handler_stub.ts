import type { Pod } from '../../api/objects.ts';
import type { AdmissionFailureHandler, Failure } from './predicate.ts';

/** Makes no room. */
// Mirrors: pkg/kubelet/lifecycle/admission_failure_handler_stub.go#NewAdmissionFailureHandlerStub
export function newAdmissionFailureHandlerStub(): AdmissionFailureHandler {
  return {
    // Mirrors: pkg/kubelet/lifecycle/admission_failure_handler_stub.go#AdmissionFailureHandlerStub.HandleAdmissionFailure
    *handleAdmissionFailure(_admitPod: Pod, failureReasons: readonly Failure[]) {
      return [failureReasons, undefined] as const;
    },
  };
}

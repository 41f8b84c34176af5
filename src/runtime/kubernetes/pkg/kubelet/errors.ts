/** Before a runtime has said a first word of it. */
// Mirrors: pkg/kubelet/errors.go#ErrNetworkUnknown
export const errNetworkUnknown: Error = new Error('network state unknown');

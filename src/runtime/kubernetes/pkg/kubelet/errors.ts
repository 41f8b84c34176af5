/** How the error begins of a pod that has to wait for the network. */
// Mirrors: pkg/kubelet/errors.go#NetworkNotReadyErrorMsg
export const networkNotReadyErrorMsg = 'network is not ready';
/** Before a runtime has said a first word of it. */
// Mirrors: pkg/kubelet/errors.go#ErrNetworkUnknown
export const errNetworkUnknown: Error = new Error('network state unknown');

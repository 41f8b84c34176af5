/** What stands in for the scheduler and for kubelets. */
export type StandInEvent =
  /** A stand-in for the scheduler or a kubelet does its part. */
  { readonly kind: 'stand-in'; readonly program: string; readonly text: string; readonly key: string };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly nodes: StandInEvent;
  }
}

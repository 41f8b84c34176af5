/** What happens at a door. */
export type DoorbellEvent =
  | { readonly kind: 'bell.press'; readonly program: string; readonly door: string }
  | { readonly kind: 'bell.ring'; readonly program: string; readonly door: string; readonly tone: string };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly doorbell: DoorbellEvent;
  }
}

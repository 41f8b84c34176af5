import type { Acts } from '../../stage/acts.ts';

export type DoorbellAct = { readonly kind: 'press'; readonly door: string };

declare module '../../stage/acts.ts' {
  interface ActMap {
    readonly doorbell: DoorbellAct;
  }
}

export const doorbellActs: Acts = {
  press: ({ door }, stage) => stage.programs.request(`button-${door}`, { path: '/press' }),
};

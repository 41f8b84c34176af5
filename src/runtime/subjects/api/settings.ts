import type { Settings } from '../../stage/settings.ts';

declare module '../../stage/settings.ts' {
  interface Settings {
    /** Plugins of the API server that it does not have by itself, and those that it is to be without, by name. */
    readonly enableAdmissionPlugins: readonly string[];
    readonly disableAdmissionPlugins: readonly string[];
    /** Delay on watches from the start, by `<program>/<resource>`. */
    readonly watchDelayMs: Readonly<Record<string, number>>;
  }
}

export const apiSettings: Partial<Settings> = {
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  watchDelayMs: {},
};

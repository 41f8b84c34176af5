import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newControllerManagerCommand } from '../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { newKubeControllerManagerOptions } from '../../src/runtime/kubernetes/cmd/kube-controller-manager/app/options/options.ts';
import { addGlobalFlags } from '../../src/runtime/kubernetes/staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import { addFlags } from '../../src/runtime/kubernetes/staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import { registerLegacyGlobalFlags } from '../../src/runtime/kubernetes/cmd/kube-controller-manager/app/flags_providers.ts';
import { OS } from '../../src/runtime/go/os.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { controllers } from '../runtime/kubernetes/cmd/kube-controller-manager/program.ts';
import golden from './controller-manager-flags.json' with { type: 'json' };

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
function* nothing() {
  return undefined;
}
const newOS = () => new OS(new Sim(), { args: ['kube-controller-manager'] });

/** The sections as the command fills them. */
function sections(os: OS) {
  const sets = newKubeControllerManagerOptions(os).flags(
    controllers.knownControllers,
    controllers.controllersDisabledByDefault,
  );
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), 'kube-controller-manager');
  registerLegacyGlobalFlags(sets);
  return sets;
}

test('CLI-11: sections come in the order in which v1.20.2 declares them', () => {
  expect(sections(newOS()).order).toEqual(golden.sections);
});

test('CLI-11: each section has the flags of v1.20.2: names, kinds, defaults, words, and what is deprecated', () => {
  const sets = sections(newOS());
  const ours: unknown[] = [];
  for (const section of sets.order) {
    sets.flagSet(section).visitAll(({ name, value, defValue, usage, deprecated, hidden }) => {
      const row = golden.flags.find((each) => each[0] === section && each[1] === name);
      // A text that is put together while the program runs has no digest in the list.
      const words = row?.[4] === '' ? '' : digest(usage);
      ours.push([section, name, value.type(), defValue, words, deprecated, hidden]);
    });
  }
  const sorted = (rows: readonly unknown[]): unknown[] => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(ours)).toEqual(sorted(golden.flags));
});

test('CLI-22: the defaults are those that are used later', () => {
  const flags = newControllerManagerCommand(newOS(), { ...controllers, run: nothing }).flags();
  const defaults = {
    'min-resync-period': '12h0m0s',
    'controller-start-interval': '0s',
    controllers: '[*]',
    'leader-elect': 'true',
    'leader-elect-lease-duration': '15s',
    'leader-elect-renew-deadline': '10s',
    'leader-elect-retry-period': '2s',
    'leader-elect-resource-lock': 'leases',
    'secure-port': '10257',
    port: '10252',
    'kube-api-qps': '20',
    'kube-api-burst': '30',
  };
  for (const [name, value] of Object.entries(defaults))
    expect([name, flags.lookup(name)?.defValue]).toEqual([name, value]);
});

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { goPrograms, zipAddress, zipOf } from '../../../src/components/programs/go-programs.ts';
import { goPlace } from '../../../src/components/code/source.ts';
import { sourceTree } from '../../../src/sources/tree.ts';

const programs = goPrograms();
const folderOf = (chapter: string, module: string): string => `content/${chapter}/go/${module}`;
const hasGo = spawnSync('gofmt', ['-h']).error === undefined;
const tree = sourceTree();

describe('the Go programs of chapters', () => {
  test('are found by their place, each in both ways', () => {
    expect(
      programs.map(({ chapter, name, modules }) => [chapter, name, modules.map((each) => each.name)]),
    ).toEqual([
      ['your-own/custom-resource', 'pool-manager', ['client-go', 'controller-runtime']],
      ['your-own/first-controller', 'pod-manager', ['client-go', 'controller-runtime']],
      ['your-own/standard-shape', 'node-counter', ['client-go', 'controller-runtime']],
    ]);
  });

  test.each(programs)('$name can be taken home whole, and the same each time', (program) => {
    const files = unzipSync(zipOf(program));
    const source = `${program.name}/client-go/controller.go`;
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        source,
        `${program.name}/client-go/go.mod`,
        `${program.name}/client-go/deploy/rbac.yaml`,
        `${program.name}/client-go/deploy/deployment.yaml`,
        `${program.name}/controller-runtime/main.go`,
      ]),
    );
    expect(strFromU8(files[source]!)).toContain('package main');
    expect(zipOf(program)).toEqual(zipOf(program));
    expect(zipAddress(program)).toBe(`/${program.chapter}/${program.name}.zip`);
  });

  test('have the same types in both ways', () => {
    const [pool] = programs;
    const types = pool?.modules.map(({ files }) => files.find(({ path }) => path === 'types.go')?.text);
    expect(types?.[0]).toBe(types?.[1]);
  });

  test('have a place on their page for each file', () => {
    expect(goPlace('content/your-own/standard-shape/go/client-go/deploy/rbac.yaml#x')).toEqual({
      file: 'client-go/deploy/rbac.yaml',
      address: '/your-own/standard-shape/go/#client-go-deploy-rbac-yaml',
    });
  });

  test.skipIf(!hasGo)('are formatted by gofmt', () => {
    const { stdout, stderr } = spawnSync('gofmt', ['-l', '-e', 'content'], { encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  });

  // With a Go toolchain and the tree of Kubernetes, whose vendor folder has client-go at the very version. No network is asked.
  test.skipIf(!hasGo || tree === undefined || !existsSync(join(tree, 'vendor')))(
    'with client-go compile, and go vet has nothing to say',
    { timeout: 600_000 },
    () => {
      const path = goPath(tree!);
      for (const { chapter, name } of programs)
        cpSync(folderOf(chapter, 'client-go'), join(path, 'src/demo.example', name), { recursive: true });
      const { status, stderr } = spawnSync('go', ['vet', './...'], {
        cwd: join(path, 'src/demo.example'),
        encoding: 'utf8',
        env: { ...process.env, GO111MODULE: 'off', GOPATH: path, GOFLAGS: '' },
      });
      rmSync(path, { recursive: true });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    },
  );
});

/** A GOPATH whose packages are those of the vendor folder of a tree, under their own names. */
function goPath(root: string): string {
  const path = mkdtempSync(join(tmpdir(), 'loopscope-go-'));
  const vendor = resolve(root, 'vendor');
  for (const host of readdirSync(vendor, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    mkdirSync(join(path, 'src', host.name), { recursive: true });
    for (const owner of readdirSync(join(vendor, host.name)))
      symlinkSync(join(vendor, host.name, owner), join(path, 'src', host.name, owner));
  }
  mkdirSync(join(path, 'src/demo.example'), { recursive: true });
  return path;
}

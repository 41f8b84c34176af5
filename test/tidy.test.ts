import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { componentFiles } from '../src/chapters/components.ts';
import { show, type Problem, type SourceFile } from '../src/sources/problem.ts';
import upstream from '../src/runtime/upstream.json' with { type: 'json' };
import { mirrorsOf, misplaced, unresolved } from '../src/sources/mirrors.ts';
import { openTree, sourceTree } from '../src/sources/tree.ts';
import { unmarked } from './tidy/unmarked.ts';
import { symbolsOf } from '../src/components/code/symbols.ts';
import { droppedGenerators } from './tidy/blocking.ts';
import { withoutUnit } from './tidy/durations.ts';
import { byLine, filesUnder, root } from './tidy/files.ts';
import { functionLengths } from './tidy/functions.ts';
import { isNamedAfter } from './tidy/homes.ts';
import { importsOf } from './tidy/imports.ts';
import { ambient } from './tidy/ambient.ts';

const code = ['.ts', '.tsx', '.mjs', '.astro'];
const runtime = filesUnder(['src/runtime'], ['.ts']);
const ours = filesUnder(['src', 'content', 'playground', 'scripts', 'attacks', 'test', 'bench'], code);
const all = [
  ...ours,
  ...filesUnder(['astro.config.mjs', 'sidebar.ts', 'vitest.config.ts', 'playwright.config.ts'], code),
];
const under = (folder: string) => (file: SourceFile) => file.path.startsWith(`${folder}/`);
const clean = (problems: readonly Problem[]) => expect(show(problems)).toBe('');

const hasMirrors = ({ text }: SourceFile): boolean => /\bMirrors(?: v[\d.]+)?: /.test(text);

/** A mirror has the length of its Go file. */
const isMirror = (file: SourceFile): boolean =>
  file.path.startsWith('src/runtime/kubernetes/') && hasMirrors(file);

describe('files', () => {
  test('are named by what they are: snake_case mirrors upstream, kebab-case is ours, PascalCase is a component', () => {
    const problems = ours.flatMap((file): Problem[] => {
      const { path, text } = file;
      const name = posix.basename(path).replace(/(\.test|\.d|\.config|\.worker|\.txt)?\.\w+$/, '');
      if (/^\[.*\]$/.test(name.replace(/\.(json|svg|zip)$/, ''))) return [];
      if (isNamedAfter(file)) return [];
      const mirrored = path.startsWith('src/runtime/') && hasMirrors(file);
      const component = path.endsWith('.tsx')
        ? !path.startsWith('test/') && /^export (function |\{ \w+ as )[A-Z]/m.test(text)
        : path.endsWith('.astro') && path.startsWith('src/components/');
      const [style, pattern] = mirrored
        ? ['snake_case, as the Go file it mirrors', /^[a-z0-9]+(_[a-z0-9]+)*$/]
        : component
          ? ['PascalCase, as the component in it', /^[A-Z][A-Za-z0-9]*$/]
          : path.startsWith('test/')
            ? [
                'the name of the file it tests, or kebab-case',
                /^([a-z0-9]+([-_][a-z0-9]+)*|[A-Za-z][A-Za-z0-9]*)$/,
              ]
            : ['kebab-case: it mirrors no file of upstream', /^[a-z0-9]+(-[a-z0-9]+)*$/];
      return (pattern as RegExp).test(name)
        ? []
        : [{ path, line: 1, says: `write the name in ${style as string}.` }];
    });
    clean(problems);
  });

  test('of ours have at most 300 lines', () => {
    const sheets = filesUnder(['src', 'playground'], ['.css']);
    const problems = [...ours, ...sheets].flatMap((file): Problem[] => {
      const { path, text } = file;
      const lines = text.trimEnd().split('\n').length;
      if (lines <= 300 || isMirror(file) || path.startsWith('test/')) return [];
      return [{ path, line: 301, says: `has ${lines} lines: split it by what it is about.` }];
    });
    clean(problems);
  });

  test('have functions of at most 70 lines', () => {
    // As long upstream: a list of flags or of handlers, or the one path of a command from its arguments to its hooks.
    const asUpstream = [
      'pkg/scheduler/eventhandlers.ts#addAllEventHandlers',
      'cmd/kube-controller-manager/app/options/csrsigningcontroller.ts#addFlags',
      'cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.ts#addFlags',
      'cmd/kube-scheduler/app/options/deprecated.ts#addFlags',
      'staging/src/k8s.io/cloud-provider/options/kubecloudshared.ts#addFlags',
      'vendor/github.com/spf13/cobra/command.ts#execute',
    ].map((id) => `src/runtime/kubernetes/${id}`);
    const long = ours
      .filter(({ path }) => !path.startsWith('test/'))
      .flatMap(functionLengths)
      .filter(({ lines }) => lines > 70);
    clean(
      long
        .filter(({ id }) => !asUpstream.includes(id))
        .map(({ id, path, line, lines }) => {
          const says = `${id.slice(path.length + 1)} has ${lines} lines: cut it into parts that have a name of their own.`;
          return { path, line, says };
        }),
    );
    expect(asUpstream.filter((id) => !long.some((each) => each.id === id))).toEqual([]);
  });

  test('have lines of at most 120 characters, comments of at most 140', () => {
    // What Prettier cannot break: addresses, text in quotes or between tags, the import of one name, and what a line mirrors.
    const unbreakable =
      /https?:\/\/|['"`].{60,}['"`]|>[^<]{60,}|^\s*[\w ,.:;’“”()-]{100,}$|^import (type )?\{ [\w ]+ \} from |\bMirrors: /;
    clean(
      byLine(
        all.filter(({ path }) => !path.startsWith('test/')),
        (line) => {
          const most = /^\s*(\/\/|\/?\*)/.test(line) ? 140 : 120;
          if (line.length <= most || unbreakable.test(line)) return undefined;
          return `has ${line.length} characters: break it before ${most}.`;
        },
      ),
    );
  });

  test('leave nothing for later', () => {
    const words = /\b(TODO|FIXME|XXX|HACK)\b/;
    clean(
      byLine([...all, ...filesUnder(['content'], ['.mdx', '.md'])], (line, path) => {
        if (path === 'test/tidy.test.ts') return undefined;
        const [word] = words.exec(line) ?? [];
        return word === undefined
          ? undefined
          : `says ${word}: do it, or open an issue and take the line out.`;
      }),
    );
  });

  test('export by name', () => {
    const needsDefault = /(^|\/)[\w-]+\.config\.\w+$/;
    clean(
      byLine(all, (line, path) => {
        if (/^\s*export \*/.test(line)) return 'writes `export *`: list the names.';
        if (/^\s*export default\b/.test(line) && !needsDefault.test(path))
          return 'has a default export: export it by its name.';
        return undefined;
      }),
    );
  });

  test('are all used by something', () => {
    const entries =
      /^(src\/pages\/|src\/(content\.config|middleware)\.ts|scripts\/|attacks\/|test\/|bench\/|content\/|playground\/scenarios\/|\w+\.config\.)|^src\/runtime\/(tsconfig|subjects\/[\w-]+\/(events\.ts|planes\/))|^src\/components\/picture\/blocks\/|^src\/subjects\/[\w-]+\/(pictures\/[\w-]+\.ts$|(words|panes|offers|counts|states)\.)|\/testing\//;
    const texts = [...all, ...filesUnder(['content'], ['.mdx']), ...filesUnder(['src'], ['.css'])];
    const known = new Set(texts.map(({ path }) => path));
    const atHand = componentFiles(root);
    const live = new Set<string>();
    const reach = (path: string): void => {
      if (live.has(path)) return;
      live.add(path);
      const file = texts.find((each) => each.path === path);
      if (file === undefined) return;
      for (const { target } of importsOf(file)) if (target !== undefined && known.has(target)) reach(target);
      if (path.endsWith('.mdx')) {
        for (const [, name = ''] of file.text.matchAll(/<([A-Z]\w*)/g)) reach(atHand.get(name) ?? '');
        if (/^\s*```mermaid/m.test(file.text)) reach('src/components/prose/diagram/Diagram.astro');
      }
      if (path === 'astro.config.mjs') {
        for (const [, target = ''] of file.text.matchAll(/['"]\.\/([^'"]+)['"]/g))
          if (known.has(target)) reach(target);
      }
    };
    // What only a test uses is as dead as what nothing uses; but a mirror is whole, with parts that no chapter has come to yet.
    for (const { path } of texts) if (entries.test(path) && !path.startsWith('test/')) reach(path);
    const tested = new Set(
      texts
        .filter(({ path }) => path.startsWith('test/'))
        .flatMap((file) => importsOf(file).map(({ target }) => target)),
    );
    for (const file of runtime) if (tested.has(file.path) && hasMirrors(file)) reach(file.path);
    clean(
      ours
        .filter(({ path }) => /^(src|playground)\//.test(path) && !path.endsWith('.d.ts') && !live.has(path))
        .map(({ path }) => ({
          path,
          line: 1,
          says: 'is imported by nothing but tests: use it, or take it out.',
        })),
    );
  });
});

describe('layers', () => {
  test('the runtime imports nothing from outside itself, and types alone from packages', () => {
    clean(
      runtime.flatMap((file) =>
        importsOf(file).flatMap(({ line, specifier, target, typeOnly }): Problem[] => {
          if (target !== undefined && target.startsWith('src/runtime/')) return [];
          if (target === undefined && typeOnly && specifier.startsWith('kubernetes-types')) return [];
          const says = `imports ${specifier}: the runtime stands alone. Move what it needs into src/runtime, or import a type of kubernetes-types.`;
          return [{ path: file.path, line, says }];
        }),
      ),
    );
  });

  test('recording and instrument know nothing of pages, but for the language they are in', () => {
    clean(
      ours
        .filter((file) => under('src/recording')(file) || under('src/instrument')(file))
        .flatMap((file) =>
          importsOf(file).flatMap(({ line, specifier, target }): Problem[] =>
            // The words of subjects are brought by their name.
            target === undefined ||
            /^src\/(runtime|recording|instrument|subjects)\/|^src\/i18n\/t\.ts$/.test(target)
              ? []
              : [{ path: file.path, line, says: `imports ${specifier}: pass it in as an argument.` }],
          ),
        ),
    );
  });

  test('what a page draws is drawn by one function, which lets nothing but text come from outside', () => {
    const own = 'src/components/base/render.ts';
    clean(
      byLine(
        ours.filter(({ path }) => /^(src|playground)\//.test(path) && path !== own),
        (line) =>
          /^import (?!type).*\b(render|hydrate|createRoot)\b.* from 'preact/.test(line)
            ? `imports it from Preact: import it from ${own}.`
            : undefined,
      ),
    );
  });

  test('the machine is not loaded with the configuration of the site: the check of the content would record no lines', () => {
    const seen = new Set<string>();
    const loaded = (path: string, way: readonly string[]): Problem[] => {
      const file = all.find((each) => each.path === path);
      if (!file || seen.has(path)) return [];
      seen.add(path);
      const lines = file.text.split('\n');
      return importsOf(file).flatMap(({ line, target, typeOnly }): Problem[] => {
        // What is loaded on demand comes later.
        if (target === undefined || typeOnly || /\bimport\(|\bURL\(/.test(lines[line - 1] ?? '')) return [];
        if (target !== 'src/runtime/stage/stage.ts') return loaded(target, [...way, target]);
        const says = `astro.config.mjs loads the machine by way of ${way.join(', ')}: write \`await import(…)\` there.`;
        return [{ path, line, says }];
      });
    };
    clean(loaded('astro.config.mjs', []));
  });
});

describe('the runtime', () => {
  test('knows no time, chance or identity but those of its Sim', () => {
    clean(runtime.flatMap(ambient));
  });

  let made: ts.Program | undefined;
  const program = (): ts.Program => {
    const config = ts.getParsedCommandLineOfConfigFile(
      `${root}/src/runtime/tsconfig.json`,
      {},
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
          throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
        },
      },
    );
    return (made ??= ts.createProgram(config?.fileNames ?? [], config?.options ?? {}));
  };
  const isRuntime = (file: string): boolean => file.includes('/src/runtime/');
  const fromRoot = (found: readonly Problem[]): Problem[] =>
    found.map((problem) => ({ ...problem, path: problem.path.slice(root.length + 1) }));

  test('drops no generator', { timeout: 120_000 }, () => {
    clean(fromRoot(droppedGenerators(program(), isRuntime)));
  });

  test('says the unit of each duration', { timeout: 120_000 }, () => {
    clean(fromRoot(withoutUnit(program(), isRuntime)));
  });

  const { mirrors, problems } = mirrorsOf(runtime);

  test('says what it mirrors as path#Symbol', () => {
    clean(problems);
    expect(mirrors.length).toBeGreaterThan(0);
  });

  test('says it on a line of its own, right above what it says it of', () => {
    clean(
      byLine(runtime, (line) => {
        const [, mark] = /^\s*(?:\/\*)?\*+ ((?:Mirrors|Part of)\b.*: \S+#\S+)/.exec(line) ?? [];
        return mark === undefined
          ? undefined
          : `is within a comment: write it under that, as \`// ${mark}\`.`;
      }),
    );
    const apart = /^ *(\/\/ (?:Mirrors|Part of)\b.*: \S+#\S+)\n *(?:\n|\/\*)/m;
    clean(
      runtime.flatMap(({ path, text }) => {
        const { index, 1: mark = '' } = apart.exec(text) ?? { 1: undefined };
        if (index === undefined) return [];
        const says = `"${mark}" stands apart: write it right above the declaration, under what else is said of it.`;
        return [{ path, line: text.slice(0, index).split('\n').length, says }];
      }),
    );
  });

  test('keeps each mirrored declaration in the folder that upstream has it in', () => {
    clean(misplaced(mirrors, upstream));
  });

  const tree = sourceTree();
  test.skipIf(tree === undefined)('mirrors what is there upstream (npm run sources)', () => {
    const pinned = mirrors.filter(({ tag }) => tag === undefined);
    clean(unresolved(pinned, openTree(tree ?? '')));
  });

  test.skipIf(tree === undefined)('marks what upstream has by the same name (npm run sources)', () => {
    const { read } = openTree(tree ?? '');
    // The map of the start shows what is marked as a step of its own, and to name a group is none.
    const groups = /#[sS]haredInformerFactory\.(Core|Apps|Policy)\b/;
    const problems = runtime
      .filter(isMirror)
      .flatMap((file) => unmarked(file, symbolsOf(file.path, file.text), read));
    clean(problems.filter(({ says }) => !groups.test(says)));
  });
});

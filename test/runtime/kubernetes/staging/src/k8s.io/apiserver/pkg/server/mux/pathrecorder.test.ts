import { describe, expect, test } from 'vitest';
import { newPathRecorderMux } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { type Handler, plainHandler } from '../../../../../../../../../../src/runtime/go/http.ts';
import { Server } from '../program.ts';

const says = (text: string): Handler => plainHandler((w) => w.write(text));

function muxOf(server: Server) {
  const mux = newPathRecorderMux(server.os, 'mux');
  return { mux, at: (path: string): string => server.ask(mux, path).body };
}

describe('a path is served', () => {
  test('by its own handler, or by that of the prefix with the most parts, or by none', () => {
    const server = new Server();
    const { mux, at } = muxOf(server);
    mux.handle('/a', says('exact'));
    mux.unlistedHandlePrefix('/a/', says('a'));
    mux.unlistedHandlePrefix('/a/bcdefgh/', says('long'));
    mux.unlistedHandlePrefix('/a/b/c/', says('deep'));
    mux.unlistedHandlePrefix('/z/', says('z'));
    mux.unlistedHandle('/a/b/c/', says('the prefix itself'));
    expect(['/a', '/a/', '/a/x', '/a/bcdefgh/x', '/a/b/c/d', '/a/b/c/', '/z/', '/z'].map(at)).toEqual([
      'exact',
      'a',
      'a',
      'long',
      'deep',
      'the prefix itself',
      'z',
      '404 page not found\n',
    ]);
    expect(server.logged()).toEqual([
      'registered "/a/b/c/" twice',
      'mux: "/a" satisfied by exact match',
      'mux: "/a/" satisfied by prefix /a/',
      'mux: "/a/x" satisfied by prefix /a/',
      'mux: "/a/bcdefgh/x" satisfied by prefix /a/bcdefgh/',
      'mux: "/a/b/c/d" satisfied by prefix /a/b/c/',
      'mux: "/a/b/c/" satisfied by exact match',
      'mux: "/z/" satisfied by prefix /z/',
      'mux: "/z" satisfied by NotFoundHandler',
    ]);
  });

  test('by a handler of the program where there is none, or by nobody once it is taken away', () => {
    const server = new Server();
    const { mux, at } = muxOf(server);
    mux.handle('/a', says('a'));
    mux.handlePrefix('/b/', says('b'));
    mux.setNotFoundHandler(says('nothing here'));
    expect(['/a', '/b/c', '/d'].map(at)).toEqual(['a', 'b', 'nothing here']);
    mux.unregister('/a');
    mux.unregister('/b/');
    expect(['/a', '/b/c'].map(at)).toEqual(['nothing here', 'nothing here']);
    expect([mux.listedPaths(), mux.paths()]).toEqual([[], []]);
  });

  test('by the later of two handlers, and the log tells of both', () => {
    const server = new Server();
    const { mux, at } = muxOf(server);
    mux.handle('/a', says('first'));
    mux.handle('/a', says('second'));
    mux.handlePrefix('/b/', says('first'));
    mux.handlePrefix('/b/', says('second'));
    expect(server.logged()).toEqual(['registered "/a" twice', 'registered "/b/" twice']);
    expect(['/a', '/b/c'].map(at)).toEqual(['second', 'second']);
  });
});

test('paths are told of in order, if they are to be', () => {
  const { mux } = muxOf(new Server());
  mux.handle('/b', says(''));
  mux.handle('/a', says(''));
  mux.handlePrefix('/c/', says(''));
  mux.unlistedHandle('/d', says(''));
  mux.unlistedHandlePrefix('/e/', says(''));
  expect(mux.listedPaths()).toEqual(['/a', '/b', '/c/']);
  expect(mux.paths()).toEqual([
    { path: '/b', prefix: false, listed: true },
    { path: '/a', prefix: false, listed: true },
    { path: '/d', prefix: false, listed: false },
    { path: '/c/', prefix: true, listed: true },
    { path: '/e/', prefix: true, listed: false },
  ]);
});

test('a prefix ends in a slash', () => {
  const { mux } = muxOf(new Server());
  for (const add of [mux.handlePrefix, mux.unlistedHandlePrefix])
    expect(() => add.call(mux, '/a', says(''))).toThrow('"/a" must end in a trailing slash');
  expect(mux.paths()).toEqual([]);
});

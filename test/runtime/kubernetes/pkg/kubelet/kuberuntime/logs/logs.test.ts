import { describe, expect, test } from 'vitest';
import { PathError } from '../../../../../../../src/runtime/go/fs.ts';
import {
  type LogOptions,
  newLogOptions,
  readLogs,
} from '../../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/logs/logs.ts';

const now = Date.UTC(2016, 9, 20, 18, 39, 20, 576);
const time = '2016-10-20T18:39:20.57606443Z';
const all: LogOptions = { tail: -1, bytes: -1, since: -Infinity, timestamp: false };

/** What is read of a log with that text. */
function read(text: string, opts: Partial<LogOptions> = {}) {
  const out = { stdout: '', stderr: '' };
  const writer = (stream: keyof typeof out) => ({ write: (part: string) => void (out[stream] += part) });
  const err = readLogs(
    { readFile: () => [text, undefined] },
    '/log',
    { ...all, ...opts },
    writer('stdout'),
    writer('stderr'),
  );
  return { ...out, err: err?.message };
}

test.each([
  ['nothing', {}, all],
  ['the last lines', { tailLines: 8 }, { ...all, tail: 8 }],
  ['so many bytes', { limitBytes: 64 }, { ...all, bytes: 64 }],
  ['what came since a moment', { sinceTime: '2016-10-20T18:39:20Z' }, { ...all, since: now - 576 }],
  ['what came in the last seconds', { sinceSeconds: 10 }, { ...all, since: now - 10_000 }],
])('who asks for %s', (_title, asked, expected) => {
  expect(newLogOptions(asked, now)).toEqual(expected);
});

describe('a line', () => {
  test.each([
    ['of docker', `{"log":"docker\\n","stream":"stdout","time":"${time}"}\n`, 'docker\n', ''],
    ['of docker to stderr', `{"log":"docker","stream":"stderr","time":"${time}"}\n`, '', 'docker'],
    ['of a CRI runtime', `${time} stdout F cri log\n`, 'cri log\n', ''],
    ['of a CRI runtime to stderr', `${time} stderr F cri log\n`, '', 'cri log\n'],
    ['that goes on', `${time} stdout P cri log\n`, 'cri log', ''],
    ['that goes on, with more tags', `${time} stdout P:TAG1:TAG2 cri log\n`, 'cri log', ''],
  ])('%s', (_title, line, stdout, stderr) => {
    expect(read(line)).toEqual({ stdout, stderr, err: undefined });
  });

  test('that nobody can read ends it if it is the first, and is passed over later', () => {
    expect(read('no such format\n').err).toBe(
      String.raw`failed to get parse function: unsupported log format: "no such format\n"`,
    );
    expect(read(`${time} stdout F a\nno such format\n${time} stdout F b\n`).stdout).toBe('a\nb\n');
  });
});

describe('of a log is written', () => {
  const out = `${time} stdout F abcdefg\n`;
  const errors = `${time} stderr F abcdefg\n`;
  const stamp = '2016-10-20T18:39:20.576000000Z';

  test.each([
    ['nothing from before', out, { since: now + 1000 }, '', ''],
    ['the time, if it is wanted', errors, { timestamp: true }, '', `${stamp} abcdefg\n`],
    ['less than a line', out.repeat(3), { bytes: 3 }, 'abc', ''],
    ['more than a line', out.repeat(3), { bytes: 11 }, 'abcdefg\nabc', ''],
    ['all of it', out.repeat(3), { bytes: 24 }, 'abcdefg\n'.repeat(3), ''],
    ['as much of stderr', errors.repeat(3), { bytes: 11 }, '', 'abcdefg\nabc'],
    ['as much of both', out + errors.repeat(2), { bytes: 11 }, 'abcdefg\n', 'abc'],
    [
      'the time too, where bytes count',
      out.repeat(3),
      { timestamp: true, bytes: 41 },
      `${stamp} abcdefg\n20`,
      '',
    ],
    ['its last lines', out + errors + out, { tail: 2 }, 'abcdefg\n', 'abcdefg\n'],
    ['none of its lines', out, { tail: 0 }, '', ''],
  ])('%s', (_title, text, opts, stdout, stderr) => {
    expect(read(text, opts)).toEqual({ stdout, stderr, err: undefined });
  });

  test('nothing if it is not there', () => {
    const missing = { readFile: () => [undefined, new PathError('open', '/log', 'ENOENT')] as const };
    const nobody = { write: () => undefined };
    expect(readLogs(missing as never, '/log', all, nobody, nobody)?.message).toBe(
      'failed to open log file "/log": open /log: no such file or directory',
    );
  });
});

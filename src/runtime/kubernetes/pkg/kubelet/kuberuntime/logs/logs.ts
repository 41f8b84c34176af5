import type { Writer } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { OSInterface } from '../../container/os.ts';
import { findTailLineStartIndex } from '../../../util/tail/tail.ts';

/** One line of a log. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#logMessage
interface LogMessage {
  /** ms since 1970. */
  readonly timestamp: number;
  readonly stream: 'stdout' | 'stderr';
  readonly log: string;
}

/** Which part of a log is wanted, and how. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#LogOptions
export interface LogOptions {
  /** How many of the last lines; below 0 all. */
  readonly tail: number;
  /** How many characters at most; below 0 any number. */
  readonly bytes: number;
  /** ms since 1970. */
  readonly since: number;
  readonly timestamp: boolean;
}

/** What somebody who asks for a log may say. */
interface PodLogOptions {
  readonly tailLines?: number;
  readonly limitBytes?: number;
  readonly sinceSeconds?: number;
  readonly sinceTime?: string;
  readonly timestamps?: boolean;
}

/** `now` is in ms since 1970. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#NewLogOptions
export function newLogOptions(apiOpts: PodLogOptions, now: number): LogOptions {
  const { tailLines = -1, limitBytes = -1, sinceSeconds, sinceTime, timestamps = false } = apiOpts;
  const bySeconds = sinceSeconds === undefined ? -Infinity : now - sinceSeconds * 1000;
  const byTime = sinceTime === undefined ? -Infinity : Date.parse(sinceTime);
  return { tail: tailLines, bytes: limitBytes, since: Math.max(bySeconds, byTime), timestamp: timestamps };
}

// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#parseFunc
type ParseFunc = (line: string) => Result<LogMessage>;

/** A time, the stream, tags of which the first says whether the line goes on, and the text: `2016-10-06T00:17:09Z stdout F text`. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#parseCRILog
const parseCRILog: ParseFunc = (line) => {
  const fail = (text: string): Result<LogMessage> => [undefined, new Error(text)];
  const [time = '', stream, tags, ...rest] = line.split(' ');
  if (stream === undefined) return fail('timestamp is not found');
  const timestamp = Date.parse(time);
  if (Number.isNaN(timestamp)) return fail(`unexpected timestamp format: ${quote(time)}`);
  if (tags === undefined) return fail('stream type is not found');
  if (stream !== 'stdout' && stream !== 'stderr') return fail(`unexpected stream type ${quote(stream)}`);
  if (rest.length === 0) return fail('log tag is not found');
  const [tag] = tags.split(':');
  const log = rest.join(' ');
  return [{ timestamp, stream, log: tag === 'P' ? log.replace(/\n$/, '') : log }, undefined];
};

/** As docker writes them: `{"log":"text\n","stream":"stdout","time":"2016-10-20T18:39:20Z"}`. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#parseDockerJSONLog
const parseDockerJSONLog: ParseFunc = (line) => {
  try {
    const { log = '', stream, time } = JSON.parse(line) as Record<'log' | 'stream' | 'time', string>;
    return [{ timestamp: Date.parse(time), stream: stream as LogMessage['stream'], log }, undefined];
  } catch (error) {
    return [undefined, new Error(`failed with ${(error as Error).message} to unmarshal log ${quote(line)}`)];
  }
};

/** Who can read a log, by one of its lines. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#getParseFunc
function getParseFunc(log: string): Result<ParseFunc> {
  const parse = [parseCRILog, parseDockerJSONLog].find((p) => p(log)[1] === undefined);
  return parse ? [parse, undefined] : [undefined, new Error(`unsupported log format: ${quote(log)}`)];
}

/** Always nine digits of a second, though only three are known. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#timeFormatOut
function timeFormatOut(timestamp: number): string {
  return new Date(timestamp).toISOString().replace('Z', '000000Z');
}

/** Writes messages to their streams, as much as is wanted. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#logWriter
class LogWriter {
  readonly #streams: Readonly<Record<'stdout' | 'stderr', Writer>>;
  readonly #opts: LogOptions;
  #remain: number;

  constructor(stdout: Writer, stderr: Writer, opts: LogOptions) {
    this.#streams = { stdout, stderr };
    this.#opts = opts;
    this.#remain = opts.bytes >= 0 ? opts.bytes : Infinity;
  }

  /** False once nothing more is wanted. */
  // Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#logWriter.write
  write(msg: LogMessage): boolean {
    if (msg.timestamp < this.#opts.since) return true;
    const time = this.#opts.timestamp ? `${timeFormatOut(msg.timestamp)} ` : '';
    const line = (time + msg.log).slice(0, Math.min(this.#remain, Number.MAX_SAFE_INTEGER));
    this.#streams[msg.stream].write(line);
    this.#remain -= line.length;
    return this.#remain > 0;
  }
}

/** Writes what is in a log to the streams that it came from. To follow a log is left out. */
// Mirrors: pkg/kubelet/kuberuntime/logs/logs.go#ReadLogs
export function readLogs(
  osInterface: Pick<OSInterface, 'readFile'>,
  path: string,
  opts: LogOptions,
  stdout: Writer,
  stderr: Writer,
): Error | undefined {
  const [text, err] = osInterface.readFile(path);
  if (err) return new Error(`failed to open log file ${quote(path)}: ${err.message}`);
  const lines = text.slice(findTailLineStartIndex(text, opts.tail)).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const writer = new LogWriter(stdout, stderr, opts);
  let parse: ParseFunc | undefined;
  for (const l of lines) {
    if (!parse) {
      const [found, parseErr] = getParseFunc(l);
      if (parseErr) return new Error(`failed to get parse function: ${parseErr.message}`);
      parse = found;
    }
    const [msg] = parse(l);
    // What cannot be read is passed over.
    if (msg && !writer.write(msg)) return undefined;
  }
  return undefined;
}

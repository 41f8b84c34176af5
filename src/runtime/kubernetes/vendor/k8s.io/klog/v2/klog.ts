import { millisecond, second } from '../../../../../go/duration.ts';
import { GoFlagSet, type GoValue } from '../../../../../go/flag.ts';
import { type OS, packageVariable } from '../../../../../go/os.ts';
import { type Pointer, pointerTo } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import { parseInt, quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';

// Mirrors: vendor/k8s.io/klog/v2/klog.go#severity
type Severity = 0 | 1 | 2 | 3;
const infoLog = 0;
const warningLog = 1;
const errorLog = 2;
const fatalLog = 3;

// Mirrors: vendor/k8s.io/klog/v2/klog.go#severityChar
const severityChar = 'IWEF';

/** How grave a line is. Upstream counts them from 0. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#severityName
export const severityName = ['INFO', 'WARNING', 'ERROR', 'FATAL'] as const;

function parseDecimal(text: string): Result<number> {
  const [value, error] = parseInt(text.replace(/^([+-]?)0+(?=\d)/, '$1'), 32);
  if (error === undefined) return [value, undefined];
  return [undefined, new Error(error.message.replace(/"[^"]*"/, () => quote(text)))];
}

/** A threshold: the name of a severity, or its number. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#severity.Set
function severityValue(p: Pointer<number>): GoValue {
  return {
    typeName: 'severity',
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#severity.String
    string: () => String(p.value),
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#severity.Set
    set(text) {
      const named = severityName.findIndex((name) => name === text.toUpperCase());
      const [number, error] = named >= 0 ? ([named, undefined] as const) : parseDecimal(text);
      if (error) return error;
      p.value = number;
      return undefined;
    },
  };
}

/** How much is told. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#Level
function levelValue(p: Pointer<number>): GoValue {
  return {
    typeName: 'Level',
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#Level.String
    string: () => String(p.value),
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#Level.Set
    set(text) {
      const [number, error] = parseDecimal(text);
      if (error) return error;
      p.value = number;
      return undefined;
    },
  };
}

/** Levels by file. They are kept and printed, but nothing is told more by them: a line of ours has no Go file. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#moduleSpec
function moduleSpec(p: Pointer<string>): GoValue {
  const syntax = 'syntax error: expect comma-separated list of filename=N';
  return {
    typeName: 'moduleSpec',
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#moduleSpec.String
    string: () => p.value,
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#moduleSpec.Set
    set(text) {
      const kept: string[] = [];
      for (const part of text.split(',').filter((each) => each !== '')) {
        const [pattern = '', levelText = '', more] = part.split('=');
        const [level] = parseDecimal(levelText);
        if (pattern === '' || level === undefined || more !== undefined) return new Error(syntax);
        if (level < 0) return new Error('negative value for vmodule level');
        if (level > 0) kept.push(`${pattern}=${level}`);
      }
      p.value = kept.join(',');
      return undefined;
    },
  };
}

/** A place at which Go would print its stack. Kept and printed, no more. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#traceLocation
function traceLocation(p: Pointer<string>): GoValue {
  return {
    typeName: 'traceLocation',
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#traceLocation.String
    string: () => p.value,
    // Mirrors: vendor/k8s.io/klog/v2/klog.go#traceLocation.Set
    set(text) {
      if (text === '') {
        p.value = ':0';
        return undefined;
      }
      const [file = '', lineText = '', more] = text.split(':');
      const [line] = parseDecimal(lineText);
      if (!file.includes('.') || line === undefined || more !== undefined)
        return new Error('syntax error: expect file.go:234');
      if (line <= 0) return new Error('negative or zero value for level');
      p.value = `${file}:${line}`;
      return undefined;
    },
  };
}

/** Declares the flags of the log. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#InitFlags
export function initFlags(os: OS): GoFlagSet {
  const l = klog(os);
  const flags = new GoFlagSet();
  const bool = (name: string, field: BooleanField, usage: string): void =>
    flags.boolVar(pointerTo(l, field), name, l[field], usage);
  flags.stringVar(
    pointerTo(l, 'logDir'),
    'log_dir',
    l.logDir,
    'If non-empty, write log files in this directory',
  );
  flags.stringVar(pointerTo(l, 'logFile'), 'log_file', l.logFile, 'If non-empty, use this log file');
  flags.uint64Var(
    pointerTo(l, 'logFileMaxSizeMB'),
    'log_file_max_size',
    l.logFileMaxSizeMB,
    'Defines the maximum size a log file can grow to. Unit is megabytes. If the value is 0, the maximum file size is unlimited.',
  );
  bool('logtostderr', 'toStderr', 'log to standard error instead of files');
  bool('alsologtostderr', 'alsoToStderr', 'log to standard error as well as files');
  flags.var(levelValue(pointerTo(l, 'verbosity')), 'v', 'number for the log level verbosity');
  bool(
    'add_dir_header',
    'addDirHeader',
    'If true, adds the file directory to the header of the log messages',
  );
  bool('skip_headers', 'skipHeaders', 'If true, avoid header prefixes in the log messages');
  bool(
    'one_output',
    'oneOutput',
    'If true, only write logs to their native severity level (vs also writing to each lower severity level',
  );
  bool('skip_log_headers', 'skipLogHeaders', 'If true, avoid headers when opening log files');
  const threshold = severityValue(pointerTo(l, 'stderrThreshold'));
  flags.var(threshold, 'stderrthreshold', 'logs at or above this threshold go to stderr');
  const modules = moduleSpec(pointerTo(l, 'vmodule'));
  flags.var(modules, 'vmodule', 'comma-separated list of pattern=N settings for file-filtered logging');
  const trace = traceLocation(pointerTo(l, 'traceLocation'));
  flags.var(trace, 'log_backtrace_at', 'when logging hits line file:N, emit a stack trace');
  return flags;
}

type BooleanField =
  'toStderr' | 'alsoToStderr' | 'addDirHeader' | 'skipHeaders' | 'oneOutput' | 'skipLogHeaders';

/**
 * The log of a program. Lines go to the standard error at once, as they do by default, or into files with buffers.
 * Left out are rotation by size, stack traces, and the file and line of the caller in the head of a line.
 */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT
export class Logging {
  toStderr = true;
  alsoToStderr = false;
  stderrThreshold: number = errorLog;
  verbosity = 0;
  vmodule = '';
  traceLocation = ':0';
  logDir = '';
  logFile = '';
  logFileMaxSizeMB = 1800;
  skipHeaders = false;
  skipLogHeaders = false;
  addDirHeader = false;
  oneOutput = false;
  logger: Logger | undefined;
  readonly file: (SyncBuffer | undefined)[] = [];
  readonly #os: OS;

  constructor(os: OS) {
    this.#os = os;
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#Info
  info(text: string): void {
    this.print(infoLog, text);
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#Warning
  warning(text: string): void {
    this.print(warningLog, text);
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#Error
  error(text: string): void {
    this.print(errorLog, text);
  }

  /**
   * Writes a last line and ends the program with 255. It flushes by itself; what the program had put off to its end
   * does not happen.
   */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#Fatal
  *fatal(text: string): Blocking<never> {
    this.print(fatalLog, text);
    this.flush();
    return yield* this.#os.exit(255, text);
  }

  /** Whether lines of that level are wanted: `log.v(2)?.info(…)`. */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#V
  v(level: number): Pick<Logging, 'info' | 'error'> | undefined {
    return level <= this.verbosity ? this : undefined;
  }

  /** One line of the log. Whoever observes a log watches this. */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT.print
  print(severity: Severity, text: string): void {
    const line = `${text.replace(/\n$/, '')}\n`;
    this.#output(severity, this.logger || this.skipHeaders ? line : this.#header(severity) + line);
  }

  /** Severity, month and day, time, and the number of the process, which is 1 in a container. */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT.formatHeader
  #header(severity: Severity): string {
    const { sim } = this.#os;
    const time = new Date(sim.epoch + sim.now).toISOString();
    const [, month, day, clock] = /^\d+-(\d+)-(\d+)T([\d:.]+)Z$/.exec(time) ?? [];
    return `${severityChar.charAt(severity)}${month}${day} ${clock}000       1] `;
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT.output
  #output(severity: Severity, data: string): void {
    const { stderr } = this.#os;
    if (this.logger) {
      if (severity === errorLog) this.logger.error(data);
      else this.logger.info(data);
      return;
    }
    if (this.toStderr) {
      stderr.write(data);
      return;
    }
    if (this.alsoToStderr || severity >= this.stderrThreshold) stderr.write(data);
    const one = this.logFile !== '';
    this.#createFiles(one ? infoLog : severity);
    if (one || this.oneOutput) {
      this.file[one ? infoLog : severity]?.write(data);
    } else {
      // A line is in the files of all lower severities too.
      for (let s: number = severity; s >= infoLog; s--) this.file[s]?.write(data);
    }
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT.createFiles
  #createFiles(severity: Severity): void {
    const program = (this.#os.args[0] ?? '').replace(/^.*\//, '');
    for (let s: number = severity; s >= infoLog && this.file[s] === undefined; s--) {
      const path = this.logFile || `${this.logDir || '/tmp'}/${program}.${severityName[s as Severity]}`;
      const file = new SyncBuffer(this.#os.files, path);
      this.file[s] = file;
      if (this.skipLogHeaders) continue;
      const { sim, hostname } = this.#os;
      file.write(
        `Log file created at: ${sim.timestamp().replaceAll('-', '/').replace('T', ' ').slice(0, -1)}\n`,
      );
      file.write(`Running on machine: ${hostname}\n`);
      file.flush();
    }
  }

  /** Writes out what the files hold back, the gravest first. */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#Flush
  flush(): void {
    for (let s: number = fatalLog; s >= infoLog; s--) this.file[s]?.flush();
  }

  /** Flushes now and then, for as long as the program lives. */
  // Mirrors: vendor/k8s.io/klog/v2/klog.go#loggingT.flushDaemon
  *flushDaemon(): Blocking<void> {
    for (;;) {
      yield* this.#os.sim.sleep(flushIntervalMs / millisecond);
      this.flush();
    }
  }
}

/** The program's log, observed as `log`. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#logging
export const klog = packageVariable((os) => os.sim.observe('log', os.name, new Logging(os)));

/** A log file: what is written stays in a buffer until it is flushed. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#syncBuffer
export class SyncBuffer {
  readonly #files: Map<string, string>;
  readonly path: string;
  /** What the file does not have yet. */
  held = '';

  constructor(files: Map<string, string>, path: string) {
    this.#files = files;
    this.path = path;
  }

  // Mirrors: vendor/k8s.io/klog/v2/klog.go#syncBuffer.Write
  write(text: string): void {
    this.held += text;
    if (this.held.length > bufferSize) this.flush();
  }

  flush(): void {
    if (this.held === '') return;
    this.#files.set(this.path, (this.#files.get(this.path) ?? '') + this.held);
    this.held = '';
  }
}

/** How many characters a log file holds back before it writes them by itself. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#bufferSize
export const bufferSize = 256 * 1024;

/** How often klog itself writes out what is held back. */
// Mirrors: vendor/k8s.io/klog/v2/klog.go#flushInterval
export const flushIntervalMs = 5 * second;

/** Another writer of log lines, in klog's place. */
export interface Logger {
  info(text: string): void;
  error(text: string): void;
}

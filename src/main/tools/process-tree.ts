import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'

/** The time between the signal to end and killing the process, in ms. */
export const GRACE_MS = 300
/** How long the output may stay open after a process has ended, in ms, because a child process may hold it. */
const OUTPUT_OPEN_MS = 200
/** The most searches for child processes, because one may have started another before it was killed. */
const MAX_SEARCHES = 50
/** The environment variable that identifies the processes started by a process. */
const MARK = 'PROSCENIUM_RUN'

/** Why a process ended: by itself, by a time limit, by too much or unusable output, or by a cancellation. */
export type EndReason = 'exit' | 'timeout' | 'output' | 'garbage' | 'cancelled'

/** A process that has ended, together with all its child processes. */
export interface EndedProcess {
  ending: EndReason
  /** The exit code; null if a signal ended it. */
  code: number | null
  stdout: string
  /** The beginning of standard error. */
  stderr: string
  isForced: boolean
  ms: number
}

/** A process to start, and its limits. */
export interface ProcessStart {
  command: string
  args: readonly string[]
  /** Its working directory: a full path without links, used by nothing else, because all processes in it are ended. */
  cwd: string
  env: Readonly<Record<string, string>>
  /** Written to standard input, which is then closed; undefined leaves it open. */
  input?: string
  timeoutMs: number
  /** The most bytes of standard output; a process that writes more is ended. */
  maxOutputBytes: number
  /** The most bytes of standard error that are kept. */
  maxErrorBytes: number
  /** Called with each chunk of standard output. */
  onOutput?: (part: Buffer) => void
  cancel?: AbortSignal
}

/** A running process. */
export interface RunningProcess {
  /** Writes to standard input. */
  write(text: string): void
  /** Ends it as cancelled, or because its output is unusable. */
  stop(why?: EndReason): void
  /** Settles when it and all its child processes have ended. Rejects with the system's error if it can't be started. */
  ended: Promise<EndedProcess>
}

/** Runs a process to its end, or ends it with all its children, by a signal and then by force. Rejects if it can't be started. */
export const runProcess = (start: ProcessStart): Promise<EndedProcess> => startProcess(start).ended

/** Starts a process as `runProcess` does, for communication while it runs. */
export function startProcess({
  command,
  args,
  cwd,
  env,
  input,
  timeoutMs,
  maxOutputBytes,
  maxErrorBytes,
  onOutput,
  cancel
}: ProcessStart): RunningProcess {
  if (cancel?.aborted) {
    const ended: EndedProcess = { ending: 'cancelled', code: null, stdout: '', stderr: '', isForced: false, ms: 0 }
    return { write: () => undefined, stop: () => undefined, ended: Promise.resolve(ended) }
  }
  const started = performance.now()
  const mark = randomUUID()
  const child = spawn(command, [...args], { cwd, env: { ...env, [MARK]: mark }, detached: true, stdio: 'pipe', windowsHide: true })
  const timers: NodeJS.Timeout[] = []
  let ending: EndReason = 'exit'
  let isForced = false
  const [out, err] = [new Kept(maxOutputBytes), new Kept(maxErrorBytes)]

  const force = (): void => killTree(child, mark, cwd)
  const stop = (why: EndReason): void => {
    if (ending !== 'exit' || child.exitCode !== null || child.signalCode !== null) return
    ending = why
    signalGroup(child, 'SIGTERM')
    const wait = why === 'output' ? 0 : GRACE_MS
    timers.push(
      setTimeout(() => {
        isForced = true
        force()
      }, wait)
    )
  }
  const onCancel = (): void => stop('cancelled')
  timers.push(setTimeout(() => stop('timeout'), timeoutMs))
  cancel?.addEventListener('abort', onCancel)
  child.stdout.on('data', (part: Buffer) => {
    out.add(part)
    if (out.isOver) stop('output')
    else onOutput?.(part)
  })
  child.stderr.on('data', (part: Buffer) => err.add(part))
  // A process may end without reading its input.
  child.stdin.on('error', () => undefined)
  if (input !== undefined) child.stdin.end(input)

  const ended = new Promise<EndedProcess>((resolve, reject) => {
    const finish = (): void => {
      for (const timer of timers) clearTimeout(timer)
      cancel?.removeEventListener('abort', onCancel)
    }
    child.once('error', (error) => {
      finish()
      reject(error)
    })
    child.once('exit', () => {
      timers.push(
        setTimeout(() => {
          force()
          child.stdout.destroy()
          child.stderr.destroy()
        }, OUTPUT_OPEN_MS)
      )
    })
    child.once('close', (code) => {
      finish()
      force()
      resolve({ ending, code, stdout: out.text(), stderr: err.text(), isForced, ms: performance.now() - started })
    })
  })
  return { write: (text) => void child.stdin.write(text), stop: (why = 'cancelled') => stop(why), ended }
}

/** The first bytes of a stream, up to a limit. */
class Kept {
  readonly #parts: Buffer[] = []
  #bytes = 0
  isOver = false
  constructor(readonly max: number) {}

  add(part: Buffer): void {
    const room = this.max - this.#bytes
    if (part.length > room) this.isOver = true
    if (room > 0) this.#parts.push(part.subarray(0, room))
    this.#bytes += Math.min(part.length, Math.max(0, room))
  }

  text(): string {
    return Buffer.concat(this.#parts).toString('utf8')
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    // Without taskkill the process is left to end by itself.
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined)
    return
  }
  kill(-pid, signal)
}

/** Kills a process and all its child processes, even those that left its group. */
function killTree(child: ChildProcess, mark: string, cwd: string): void {
  signalGroup(child, 'SIGKILL')
  if (process.platform !== 'linux') return
  for (let i = 0; i < MAX_SEARCHES; i++) {
    const found = startedBy(mark, cwd)
    for (const pid of found) kill(pid, 'SIGKILL')
    if (found.length === 0) return
  }
}

/** The processes that have inherited this mark, or run in this folder. A zombie process has neither. */
function startedBy(mark: string, cwd: string): number[] {
  const needle = `${MARK}=${mark}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(needle)) return true
        const where = readlinkSync(`/proc/${pid}/cwd`)
        return where === cwd || where.startsWith(cwd + sep)
      } catch {
        // It has ended, or belongs to another user.
        return false
      }
    })
    .map(Number)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

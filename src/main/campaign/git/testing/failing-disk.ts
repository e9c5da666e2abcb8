import { type Disk, nodeDisk } from '../disk'

/**
 * How a disk fails: `stop` refuses everything from a call on, like a killed process; `tear` writes half and stops; `fail` fails one call only,
 * with ENOSPC and EIO in turn.
 */
export type Failure = 'stop' | 'tear' | 'fail'

const CHANGING = new Set([
  'openSync',
  'writeSync',
  'ftruncateSync',
  'fchmodSync',
  'mkdirSync',
  'rmdirSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'symlinkSync'
])

/**
 * The real disk until it is armed; then it fails at the n-th relevant call. `stop` counts calls that change something, `tear` writes, `fail`
 * every call.
 */
export class FailingDisk {
  /** The number of relevant calls since it was armed. */
  calls = 0
  /** Whether the failure has happened. */
  failed = false
  #mode: Failure | undefined
  #at = Number.POSITIVE_INFINITY
  readonly disk: Disk

  constructor() {
    const wrap =
      (name: string, call: (...args: never[]) => unknown) =>
      (...args: never[]): unknown =>
        this.#run(name, call, args)
    const calls = Object.entries(nodeDisk) as [string, (...args: never[]) => unknown][]
    this.disk = Object.fromEntries(calls.map(([name, call]) => [name, wrap(name, call)])) as unknown as Disk
  }

  arm(mode: Failure, at: number): void {
    this.#mode = mode
    this.#at = at
    this.calls = 0
    this.failed = false
  }

  #run(name: string, call: (...args: never[]) => unknown, args: never[]): unknown {
    const mode = this.#mode
    if (mode === undefined) return call(...args)
    const ends = mode === 'stop' || mode === 'tear'
    if (this.failed && ends) throw new Error('the process is dead')
    const counts = mode === 'stop' ? CHANGING.has(name) : mode === 'tear' ? name === 'writeSync' : true
    if (!counts || this.failed || this.calls++ !== this.#at) return call(...args)
    this.failed = true
    if (mode === 'tear') {
      const [fd, from, offset, length, position] = args as unknown as [number, Buffer, number, number, number | null]
      nodeDisk.writeSync(fd, from, offset, length >> 1, position)
    }
    if (ends) throw new Error('the process is dead')
    // Linux closes the file even when close reports an error.
    if (name === 'closeSync') call(...args)
    const code = this.#at % 2 === 0 ? 'ENOSPC' : 'EIO'
    throw Object.assign(new Error(`${code}: ${name}`), { code })
  }
}

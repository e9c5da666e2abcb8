import { execFileSync, spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A shell that runs programs for this process. Its files have no names any more. */
interface SmallShell {
  commands: number
  codes: number
  output: number
  errors: number
}

/** Git's settings are those of the tests alone. */
const ENV = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C' }

let shell: SmallShell | undefined

/** Starts the shell. It ends when this process closes its commands, or ends. */
function startShell(): SmallShell {
  const folder = mkdtempSync(join(tmpdir(), 'proscenium-shell-'))
  const [commands, codes] = [join(folder, 'commands'), join(folder, 'codes')]
  try {
    execFileSync('mkfifo', [commands, codes])
    const [output, errors] = [openSync(join(folder, 'output'), 'a+'), openSync(join(folder, 'errors'), 'a+')]
    const child = spawn('sh', ['-c', 'exec sh < "$0" 5> "$1"', commands, codes], { env: ENV, stdio: ['ignore', 'ignore', 'inherit', output, errors] })
    if (child.pid === undefined) throw new Error('Couldn’t start sh.')
    child.unref()
    // A pipe opens when both ends are open, so both processes open them in the same order.
    return { commands: openSync(commands, 'w'), codes: openSync(codes, 'r'), output, errors }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The content of a file, which is empty afterwards. */
function take(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size)
  readSync(file, bytes, 0, bytes.length, 0)
  ftruncateSync(file)
  return bytes
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Runs a program and returns its output. Throws an Error with its `status` and `stderr` if it fails.
 *
 * The time that a process needs to start another grows with its memory: 30 ms for a worker of the tests, each time. A shell needs less than 1 ms.
 */
export function runProgram(program: string, args: readonly string[]): string {
  if (process.platform === 'win32') return execFileSync(program, args, { encoding: 'utf8', env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
  const { commands, codes, output, errors } = (shell ??= startShell())
  writeSync(commands, `${[program, ...args].map(quoted).join(' ')} < /dev/null >&3 2>&4 3>&- 4>&- 5>&-; echo $? >&5\n`)
  const code = Buffer.alloc(8)
  const length = readSync(codes, code)
  const [stdout, stderr] = [take(output).toString(), take(errors).toString()]
  if (length === 0) {
    for (const file of [commands, codes, output, errors]) closeSync(file)
    shell = undefined
    throw new Error(`The shell ended while it ran ${program}.`)
  }
  const status = Number(code.toString('latin1', 0, length))
  if (status === 0) return stdout
  throw Object.assign(new Error(`Command failed: ${[program, ...args].join(' ')}\n${stderr}`), { status, stdout, stderr })
}

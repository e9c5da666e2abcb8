import { execFile, type ExecFileException } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { removeFolder } from './remove-folder'

/** The checkout. */
export const root = join(import.meta.dirname, '..')

/** The built command line. */
export const CLI = join(root, 'out/main/cli.js')

export interface Outcome {
  code: number
  out: string
  err: string
}

/** Runs a program and resolves with its output; the code is -1 if it was killed. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}, cwd = root): Promise<Outcome> {
  const codeOf = (error: ExecFileException | null) => (error ? (typeof error.code === 'number' ? error.code : -1) : 0)
  return new Promise((done) => {
    execFile(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 << 20 }, (error, out, err) =>
      done({ code: codeOf(error), out, err })
    )
  })
}

/** Runs git in a folder with an author for its commits; rejects with git's output if it fails. */
export async function git(dir: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await run('git', ['-C', dir, '-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args])
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err}`)
  return out.trim()
}

export interface Terminal {
  /** An empty folder of the test's own. */
  folder: string
  /** Runs the built command line, whose home is in that folder. Its PATH is empty: Proscenium needs no git and no other program. */
  cli: (...args: string[]) => Promise<Outcome>
}

async function emptyFolder(use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'proscenium-cli-'))
  await use(folder)
  await removeFolder(folder)
}

/** Tests of the command line. `sound` is a new campaign shared by all tests of a worker: copy it, never change it. */
export const test = base.extend<Terminal, { pristine: string }>({
  pristine: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) =>
      emptyFolder(async (folder) => {
        await run(process.execPath, [CLI, 'new', join(folder, 'sound'), '--seed', '3'], { PROSCENIUM_HOME: folder })
        await use(join(folder, 'sound'))
      }),
    { scope: 'worker' }
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  folder: async ({}, use) => emptyFolder(use),
  cli: async ({ folder }, use) => {
    await use((...args) => run(process.execPath, [CLI, ...args], { PROSCENIUM_HOME: join(folder, 'home'), PATH: '' }))
  }
})
export { expect } from '@playwright/test'

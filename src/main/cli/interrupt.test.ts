import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { put } from '../campaign/git/testing/folders'
import { memoryKeys } from '../machine/keys'
import { Problem } from '../../shared/base/problem'
import { VERSION } from '../place'
import { campaignsOf } from './campaigns'
import { runCommandLine } from './program'
import { command } from './program.fixture'
import type { Host } from './usage'

const home = mkdtempSync(join(tmpdir(), 'proscenium-interrupt-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const campaigns = campaignsOf({ home, keys: memoryKeys(), tokens: memoryKeys(), environment: () => ({ allowed: false }) })

async function proscenium(...argv: string[]): Promise<{ code: number; err: string[] }> {
  const err: string[] = []
  const terminal = { out: () => undefined, file: () => undefined, err: (line: string) => void err.push(line) }
  return { code: await runCommandLine(argv, campaigns, {} as Host, terminal, VERSION), err }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('Ctrl+C during a plan ends the tool and says so', async () => {
  const dir = join(home, 'well')
  const started = join(home, 'started')
  await proscenium('new', dir, '--seed', '7')
  put(dir, 'tools/hang/tool.yaml', 'name: hang\ndescription: Hangs.\nrun: [node, hang.mjs]\ntimeout: 60\ninput: { type: object }\n')
  const written = JSON.stringify(started)
  put(
    dir,
    'tools/hang/hang.mjs',
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${written}, String(process.pid))\nsetInterval(() => {}, 1000)\n`
  )
  await proscenium('tool', 'trust', dir)
  await proscenium('play', dir, '--beats', '3', '--edits', 'adopt')
  const plan = join(home, 'plan.json')
  writeFileSync(plan, JSON.stringify({ actions: [{ actionId: 'a', skillName: 'hang', parameters: {} }] }))
  const known = new Set(process.listeners('SIGINT'))
  const ended = proscenium('narrator', 'plan', dir, plan)
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8'), { timeout: 20_000 }).toMatch(/^\d+$/)
  const pid = Number(readFileSync(started, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  for (const listener of process.listeners('SIGINT')) if (!known.has(listener)) listener('SIGINT')
  expect([await ended, isAlive(pid), existsSync(join(dir, '.git/proscenium/lock'))]).toEqual([{ code: 1, err: ['Cancelled.'] }, false, false])
  expect(process.listeners('SIGINT').filter((listener) => !known.has(listener))).toEqual([])
})

const NUMBER = ['--number', 'world/a.yaml:difficulty', '--from', '0', '--to', '4', '--goal', 'ended', '--share', '60']
it.each([
  ['labVersus', 'compare', ['lab', 'versus', '/well', '--a', 'a'.repeat(40), '--b', 'b'.repeat(40)]],
  ['labSolve', 'balance', ['lab', 'solve', '/well', ...NUMBER]],
  ['labTest', 'tests', ['test', '/well']]
] as const)('Ctrl+C during %s stops the experiment, which would go on without its caller', async (method, kind, argv) => {
  const known = new Set(process.listeners('SIGINT'))
  let stop: ((problem: Problem) => void) | undefined
  const ended = command([...argv], {
    async *[method]() {
      yield await new Promise((_, fail) => (stop = fail))
    },
    labStopExperiment: (stopped: { kind: string }) => stop?.(new Problem('refused', `Stopped ${stopped.kind}.`))
  })
  await expect.poll(() => stop).toBeDefined()
  for (const listener of process.listeners('SIGINT')) if (!known.has(listener)) listener('SIGINT')
  expect((await ended).err).toEqual([`Stopped ${kind}.`])
})

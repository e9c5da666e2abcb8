import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeOf } from '../lint/tiers.mjs'
import { CLI, expect, git, root, test } from './terminal'

const KILLS = sizeOf(import.meta.filename, 'kills')

/** A number in [0, 1) for a seed, so that the kills are always the same. */
const chance = (seed: number, k: number) => {
  let x = Math.imul(seed * 31 + k + 1, 0x9e3779b1)
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  return ((x ^ (x >>> 13)) >>> 0) / 2 ** 32
}

/** Plays, and kills the process `after` ms after it printed beat number `count`. Resolves with the printed ids. */
function playAndKill(dir: string, home: string, count: number, after: number): Promise<string[]> {
  const child = spawn(process.execPath, [CLI, 'play', dir, '--sessions', '9', '--json', '--edits', 'leave'], {
    cwd: root,
    env: { ...process.env, PROSCENIUM_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let said = ''
  let aimed = false
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part
    if (aimed || said.split('\n').length <= count) return
    aimed = true
    setTimeout(() => child.kill('SIGKILL'), after)
  })
  // An incomplete last line counts as not printed.
  const ids = () =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: string }).id)
  return new Promise((done) => child.once('close', () => done(ids())))
}

/** The number of consecutive kills of one campaign. */
const IN_A_ROW = 5

for (let first = 1; first <= KILLS; first += IN_A_ROW) {
  const last = Math.min(KILLS, first + IN_A_ROW - 1)
  test(`no printed beat is lost when the process is killed: kills ${first} to ${last}`, async ({ folder, cli, pristine }) => {
    const dir = join(folder, 'well')
    await cp(pristine, dir, { recursive: true })
    const about = join(dir, 'world/players/Wren/ABOUT.md')
    const unstaged = `${await readFile(about, 'utf8')}\nShe hums when nobody listens.\n`
    await writeFile(join(dir, 'draft.md'), '# A draft\n')
    await git(dir, 'add', 'draft.md')
    await writeFile(join(dir, 'draft.md'), '# A draft, gone on with\n')
    await writeFile(about, unstaged)
    await writeFile(join(dir, 'to myself.txt'), 'buy bread')

    for (let kill = first; kill <= last; kill++) {
      const printed = await playAndKill(dir, join(folder, 'home'), 1 + Math.floor(chance(kill, 0) * 40), chance(kill, 1) * 8)
      expect(printed.length).toBeGreaterThan(0)

      // The next start finishes or undoes the beat that was being written.
      const step = await cli('step', dir, '--edits', 'leave')
      expect(step.code, step.err).toBe(0)
      const history = (await git(dir, 'rev-list', 'HEAD')).split('\n')
      expect(printed.filter((id) => !history.includes(id))).toEqual([])
      expect(await git(dir, 'fsck', '--strict', '--no-dangling')).toBe('')
      const mine = {
        staged: await git(dir, 'show', ':draft.md'),
        draft: await readFile(join(dir, 'draft.md'), 'utf8'),
        about: await readFile(about, 'utf8'),
        note: await readFile(join(dir, 'to myself.txt'), 'utf8')
      }
      expect(mine).toEqual({ staged: '# A draft', draft: '# A draft, gone on with\n', about: unstaged, note: 'buy bread' })
      expect(await git(dir, 'status', '--porcelain')).toBe('AM draft.md\n M world/players/Wren/ABOUT.md\n?? "to myself.txt"')
    }
    const verified = await cli('verify', dir)
    expect(verified.code, verified.out + verified.err).toBe(0)
  })
}

/** The number of kills of `new` at points spread over its run time. */
const MAKINGS = Math.ceil(KILLS / 4)

test(`a campaign can be created or opened after its creation was killed: ${MAKINGS} kills`, async ({ folder, cli }) => {
  const env = { ...process.env, PROSCENIUM_HOME: join(folder, 'home') }
  /** Starts `new`, and kills it `after` ms after its folder appeared. */
  const making = (dir: string, after: number): Promise<void> => {
    const child = spawn(process.execPath, [CLI, 'new', dir, '--seed', '3'], { cwd: root, env, stdio: 'ignore' })
    const look = setInterval(() => {
      if (!existsSync(dir)) return
      clearInterval(look)
      setTimeout(() => child.kill('SIGKILL'), after)
    }, 1)
    return new Promise((done) =>
      child.once('close', () => {
        clearInterval(look)
        done()
      })
    )
  }
  for (let kill = 0; kill < MAKINGS; kill++) {
    const dir = join(folder, `made-${kill}`)
    await making(dir, chance(kill, 2) * 60)
    const again = await cli('new', dir, '--seed', '3')
    expect(again.code === 0 || again.err.includes('already holds a campaign')).toBe(true)
    const played = await cli('step', dir)
    expect(played).toMatchObject({ code: 0, err: '' })
    expect(await git(dir, 'status', '--porcelain')).toBe('')
  }
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createStudio } from '../src/main/studio/studio'
import { APP_ROOT, VERSION } from '../src/main/place'

const WHO = ['-c', 'user.name=Bench', '-c', 'user.email=bench@proscenium.invalid', '-c', 'gc.auto=0', '-c', 'commit.gpgsign=false']

/** Runs native git in a folder and returns its output. Throws if git fails. */
export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', [...WHO, ...args], { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })

/** Throws unless `git status` is clean, because a fast beat with unfinished work doesn't count. */
export function assertClean(dir: string): void {
  const status = git(dir, 'status', '--porcelain')
  if (status !== '') throw new Error(`git status is not empty in ${dir}:\n${status.slice(0, 500)}`)
}

/** Writes a file and its parent folders. */
export function write(dir: string, path: string, text: string): void {
  const full = join(dir, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}

/** Stages and commits everything with native git. */
export function commitAll(dir: string, message: string): void {
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', message)
}

/** A Studio in this process, with its own home beside the campaign. */
export const openStudio = (dir: string): ReturnType<typeof createStudio> =>
  createStudio({ kind: 'terminal', version: VERSION, home: join(dir, '..', 'home'), resources: APP_ROOT })

const WORDS = 'the well rope lantern stone water dark old miller keeper path hill bell night rain door voice deep cold iron'.split(' ')

/**
 * A new sample campaign, or one without a world, with at least `files` tracked files. It is filled up with notes: one in ten is a ruling by the DM,
 * the others are a player's, a hundred in each folder. Many small folders would be unfair to isomorphic-git, which writes every folder again with
 * each commit.
 */
export async function makeCampaign(
  home: string,
  name: string,
  files = 0,
  template: 'sample' | 'blank' = 'sample',
  game = 'cairn-hack'
): Promise<string> {
  const dir = join(home, name)
  const studio = openStudio(dir)
  await studio.create({ dir, seed: '7', template, game })
  await studio.dispose()
  const have = git(dir, 'ls-files').split('\n').length - 1
  for (let i = have; i < files; i++) {
    const group = Math.floor(i / 100)
    const path = i % 10 === 0 ? `world/rulings/ruling-${i}.md` : `player-notes/bench/group-${group}/note-${i}.md`
    const prose = Array.from({ length: 160 }, (_, k) => WORDS[(i * 7 + k * k) % WORDS.length]).join(' ')
    write(dir, path, `${frontMatter(`topic, g${group}`, 1)}# Topic ${i}\n\n${prose} [[Topic ${i - 2}]].\n`)
  }
  if (have < files) commitAll(dir, `${files} files`)
  return dir
}

/** The front matter of a note, last modified in this month of the year. */
export const frontMatter = (tags: string, month: number): string =>
  `---\ntags: [${tags}]\ncreated: 2026-01-01T00:00:00Z\nmodified: 2026-0${month}-01T00:00:00Z\n---\n`

/** The files of a bundled game, by path. */
export function gameFiles(game: string): Map<string, string> {
  const root = join(APP_ROOT, 'rules', game)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]
    })
  )
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const WHO = ['-c', 'user.name=Bench', '-c', 'user.email=bench@proscenium.invalid', '-c', 'gc.auto=0', '-c', 'commit.gpgsign=false']

/** Runs native git in a folder and returns its output. Throws if git fails. */
export function git(dir: string, ...args: string[]): string {
  return execFileSync('git', [...WHO, ...args], { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Throws unless `git status` is clean, because a fast beat with unfinished work doesn't count. */
export function assertClean(dir: string): void {
  const status = git(dir, 'status', '--porcelain')
  if (status !== '') throw new Error(`git status is not empty in ${dir}:\n${status.slice(0, 500)}`)
}

const WORDS = 'the well rope lantern stone water dark old miller keeper path hill bell night rain door voice deep cold iron'.split(' ')

/**
 * Adds notes until the folder has `count` tracked files, as one commit. One in ten is a ruling by the DM, the others are a player's notes, a hundred
 * per folder. Many small folders would be unfair to isomorphic-git, which writes every folder again with each commit.
 */
export function fillTo(dir: string, count: number): void {
  const have = git(dir, 'ls-files').split('\n').length - 1
  for (let i = have; i < count; i++) {
    const group = Math.floor(i / 100)
    const path = i % 10 === 0 ? `world/rulings/ruling-${i}.md` : `player-notes/bench/group-${group}/note-${i}.md`
    const prose = Array.from({ length: 160 }, (_, k) => WORDS[(i * 7 + k * k) % WORDS.length]).join(' ')
    const front = `---\ntags: [topic, g${group}]\ncreated: 2026-01-01T00:00:00Z\nmodified: 2026-01-01T00:00:00Z\n---\n`
    write(dir, path, `${front}# Topic ${i}\n\n${prose} [[Topic ${i - 2}]].\n`)
  }
  if (have < count) commitAll(dir, `${count} files`)
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

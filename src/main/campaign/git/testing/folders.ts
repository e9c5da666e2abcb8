import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { NewFile } from '../../history'
import { rangeOf } from '../pack-file'

const folders: string[] = []

/** Removes every folder that `tempFolder` created. */
export function removeFolders(): void {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
}

/** A new empty folder outside any repository, removed after the tests of a file. */
export function tempFolder(name = 'history'): string {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `proscenium-${name}-`))
  folders.push(dir)
  return dir
}

const ENV = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C' }
const WHO = ['-c', 'user.name=Designer', '-c', 'user.email=designer@example.org', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']

/** Runs native git in a folder and returns its output. */
export function git(dir: string, ...args: string[]): string {
  return execFileSync('git', ['-C', dir, ...WHO, ...args], { encoding: 'utf8', env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Writes a file as a designer would. */
export function put(dir: string, path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}

/** A file's text; undefined if there is none. */
export function get(dir: string, path: string): string | undefined {
  return existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : undefined
}

/** Gives the newest single-beat pack the last number of its row of 256, so that the row is complete. */
export function completeRow(dir: string): void {
  const folder = join(dir, '.git/objects/pack')
  const singles = readdirSync(folder).filter((name) => rangeOf(name)?.level === 0)
  const last = Math.max(...singles.map((name) => rangeOf(name)?.first ?? 0))
  for (const name of singles.filter((one) => rangeOf(one)?.first === last))
    renameSync(join(folder, name), join(folder, `${name.slice(0, 15)}${(last | 255).toString(16).padStart(8, '0')}${name.slice(23)}`))
}

/** Our files that must not outlive an operation: locks, notes, drafts, incomplete packs. */
export function leftovers(dir: string): string[] {
  const all = readdirSync(join(dir, '.git'), { recursive: true, encoding: 'utf8' })
  const isHalf = (path: string): boolean => {
    const half = /^(objects\/pack\/.*\.)(pack|idx)$/.exec(path)
    return half !== null && !all.includes(`${half[1]}${half[2] === 'idx' ? 'pack' : 'idx'}`)
  }
  return all.filter((path) => path.endsWith('.lock') || /^proscenium\/(tmp\/.|pending|switch)/.test(path) || path.includes('tmp_obj') || isHalf(path))
}

/** New content from text. */
export const file = (text: string, appended?: string): NewFile =>
  appended === undefined ? { bytes: Buffer.from(text) } : { bytes: Buffer.from(text), appended: Buffer.from(appended) }

export const WREN = { name: 'Wren', email: 'wren@proscenium' }

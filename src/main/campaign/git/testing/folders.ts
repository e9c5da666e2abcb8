import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { NewFile } from '../../history'
import { beatRangeOf } from '../pack-file'
import { runProgram } from './small-process'

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

const WHO = ['-c', 'user.name=Designer', '-c', 'user.email=designer@example.org', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']

/** Runs native git in a folder and returns its output. */
export function git(dir: string, ...args: string[]): string {
  return runProgram('git', ['-C', dir, ...WHO, ...args])
}

/** Copies a folder into a new one, and returns the copy's path. */
export function copyFolder(from: string, to = join(tempFolder('copy'), 'copy')): string {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else copyFileSync(source, target)
  }
  return to
}

/** Outputs of git by folder content and arguments. */
const outputs = new Map<string, string>()

/** Output of a git command that only reads. Starting git is slow, so it runs once for all folders with the same content. */
export function gitOnce(dir: string, ...args: string[]): string {
  const key = [contentOf(dir), ...args].join('\0')
  const output = outputs.get(key) ?? git(dir, ...args)
  outputs.set(key, output)
  return output
}

/** A hash of everything that git reads in a folder, except times and inodes. */
function contentOf(dir: string): string {
  const content = createHash('sha1')
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(dir, name)
    if (name.startsWith('.git/proscenium') || !lstatSync(path).isFile()) continue
    content.update(`${name}\0`).update(name === '.git/index' ? withoutStats(readFileSync(path)) : readFileSync(path))
  }
  return content.digest('hex')
}

/** An index without what depends on the disk: the times, device, inode and owner of each entry, and the checksum. */
function withoutStats(index: Buffer): Buffer {
  let at = 12
  for (let entries = index.readUInt32BE(8); entries > 0; entries--) {
    index.fill(0, at, at + 24).fill(0, at + 28, at + 36)
    at += (62 + (index.readUInt16BE(at + 60) & 0xfff) + 8) & ~7
  }
  return index.subarray(0, -20)
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
  const singles = readdirSync(folder).filter((name) => beatRangeOf(name)?.level === 0)
  const last = Math.max(...singles.map((name) => beatRangeOf(name)?.first ?? 0))
  for (const name of singles.filter((one) => beatRangeOf(one)?.first === last))
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

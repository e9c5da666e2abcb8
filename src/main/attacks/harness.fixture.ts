import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { type Problem, type ProblemCode, toProblem } from '../../shared/base/problem'
import { copyFolder } from '../campaign/git/testing/folders'
import { APP_ROOT, VERSION } from '../place'
import { createCampaign } from '../story/creation/create'
import { createStudio } from '../studio/studio'
import { playMany, storyLog } from '../playthroughs/commands.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

/** Where an attack is planted: a campaign, and a folder that represents the user's other files. */
export interface Target {
  dir: string
  outside: string
}

/** One attack: a row of a family's table. */
export interface Attack {
  name: string
  plant: (at: Target) => unknown
  /** Matches the sentence that refuses opening or the first beat. Without it, the campaign must play as if there were no attack. */
  says?: RegExp
  code?: ProblemCode
  /** Opening may repair the folder before it is refused or played. */
  mends?: true
  /** What must hold at the end, besides the assertions for every attack. */
  holds?: (at: Target) => unknown
}

/** A row that takes this long, in ms, hangs, and its process is ended. */
const HANGS = 240_000
const PLAYED = 'It was played.'
const SENTENCE = /^[\p{Lu}“"/\w][^\n]*[.!]$/u

const home = mkdtempSync(join(tmpdir(), 'proscenium-attacks-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))
const templates = new Map<string, Promise<string>>()

/** A campaign with one scene played, made once in a process: copy it, never change it. The blank one has the smallest world. */
export function campaign(template: 'sample' | 'blank' = 'sample'): Promise<string> {
  const make = async (): Promise<string> => {
    const dir = join(home, template)
    await createCampaign({ dir, game: 'cairn-hack', seed: '7', template, resources: APP_ROOT, now: 0 })
    await playMany(dir, { scenes: 1 }, () => undefined)
    return dir
  }
  const made = templates.get(template) ?? make()
  templates.set(template, made)
  return made
}

/** Attacks that differ only in a path or a name: the first few represent them in the gate. */
export const alike = (rows: readonly Attack[]): readonly Attack[] => rows.slice(0, sizeOf(import.meta.filename, 'alike'))

/** In the gate, every nth attack of a family represents it. */
const EVERY = sizeOf(import.meta.filename, 'every')

/** A test for each attack of a family. */
export function attacks(rows: readonly Attack[]): void {
  test.each(rows.filter((_, n) => n % EVERY === 0))('$name', async (row) => {
    const room = mkdtempSync(join(home, 'room-'))
    const at = { dir: join(room, 'campaign'), outside: join(room, 'outside') }
    copyFolder(await campaign('blank'), at.dir)
    layOutside(at.outside)
    await row.plant(at)
    const beside = fingerprint(room, 'campaign')
    const folder = fingerprint(at.dir)
    const { problem, isOpened } = await watched(row.name, () => opened(at.dir, join(home, 'app')))
    const { message = PLAYED, code } = problem ?? {}
    const answer = { message, isSentence: SENTENCE.test(message), isOurs: code === 'internal', code: row.code && code }
    const isTouched = { beside: fingerprint(room, 'campaign') !== beside, campaign: !isOpened && !row.mends && fingerprint(at.dir) !== folder }
    expect({ ...answer, isTouched }).toEqual({
      message: expect.stringMatching(row.says ?? PLAYED),
      isSentence: true,
      isOurs: false,
      code: row.code,
      isTouched: { beside: false, campaign: false }
    })
    await row.holds?.(at)
    rmSync(room, { recursive: true, force: true })
  })
}

/**
 * Opens a campaign as the commands and the app do, plays a beat and reads it. Returns the refusal, if there was one, and whether the campaign was
 * open by then.
 */
async function opened(dir: string, app: string): Promise<{ problem?: Problem | undefined; isOpened: boolean }> {
  const read = await storyLog(dir).then(
    () => undefined,
    (thrown: unknown) => toProblem(thrown)
  )
  let isOpened = false
  const studio = createStudio({ kind: 'browser', version: VERSION, home: app, resources: APP_ROOT })
  try {
    await studio.open({ dir })
    isOpened = true
    await studio.present()
    // Plays the saved world, whatever was changed in the folder.
    await studio.leaveEdits()
    await studio.step()
    await studio.timeline({ limit: 10 })
    return { problem: read, isOpened }
  } catch (thrown) {
    return { problem: toProblem(thrown), isOpened }
  } finally {
    await studio.dispose()
  }
}

/** A user's other files, beside the campaign. */
function layOutside(outside: string): void {
  for (const [path, text] of [
    ['.bashrc', '# Mine\n'],
    ['letters/one.md', 'Dear all\n'],
    ['letters/two.md', 'Dear nobody\n']
  ] as const)
    put(outside, path, text)
}

/** One line for each entry below a folder except `without`: name, mode, link target, content. */
export function fingerprint(folder: string, without?: string): string {
  const hash = createHash('sha256')
  const walk = (path: string): void => {
    const stat = lstatSync(path)
    hash.update(`${path.slice(folder.length)}\0${stat.mode}\0`)
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stat.isFile()) hash.update(readFileSync(path))
    else if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) if (path !== folder || name !== without) walk(join(path, name))
  }
  walk(folder)
  return hash.digest('hex')
}

/** Kills the process once something that it was told of by a name and an id isn't over in time. */
const WATCH = `const { parentPort, workerData: { ms, pid } } = require('node:worker_threads')
const timers = new Map()
parentPort.on('message', ({ id, name }) => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (name !== undefined) timers.set(id, setTimeout(() => { require('node:fs').writeSync(2, 'The attack "' + name + '" hangs.\\n'); process.kill(pid, 'SIGKILL') }, ms))
})`
let watch: Worker | undefined
let watchedSoFar = 0

/** Ends the process if something never returns: a thread blocked in a system call can't be ended alone. One thread watches every attack of a process. */
export async function watched<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!watch) {
    watch = new Worker(WATCH, { eval: true, workerData: { ms: HANGS, pid: process.pid } })
    watch.unref()
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (message: { id: number; name?: string }): void => watch?.postMessage(message)
  const id = watchedSoFar++
  tell({ id, name })
  try {
    return await work()
  } finally {
    tell({ id })
  }
}

/** Writes a file of the campaign, replacing whatever is there. */
export function put(dir: string, path: string, content: string | Buffer): void {
  const at = join(dir, path)
  rmSync(at, { recursive: true, force: true })
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, content)
}

/** Replaces a file or folder with a link. */
export function link(dir: string, path: string, target: string): void {
  const at = join(dir, path)
  rmSync(at, { recursive: true, force: true })
  mkdirSync(dirname(at), { recursive: true })
  symlinkSync(target, at)
}

/** The path of a loose object written by native git: the tree of a commit made with git. */
export function looseObject(dir: string): string {
  put(dir, 'loose.md', 'Loose\n')
  git(dir, 'add', 'loose.md')
  git(dir, 'commit', '-q', '-m', 'By hand')
  const tree = git(dir, 'rev-parse', 'HEAD^{tree}').trim()
  return `.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`
}

/** Replaces a file or folder with a named pipe: opening it blocks for ever. */
export function fifo(dir: string, path: string): void {
  const at = join(dir, path)
  rmSync(at, { recursive: true, force: true })
  mkdirSync(dirname(at), { recursive: true })
  execFileSync('mkfifo', [at])
}

/** Runs native git in a campaign, as its owner. */
export const git = (dir: string, ...args: string[]): string =>
  runProgram('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args])

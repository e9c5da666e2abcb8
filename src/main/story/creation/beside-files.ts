import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ForeignFolder } from '../../../shared/contract/folder-calls'
import { freeName, fold } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { replacePlain } from '../../campaign/git/plain-files'
import { History } from '../../campaign/history'
import { takeLock } from '../../campaign/lock'
import { campaignBranches, elsewhere, holdsCampaign } from '../history/branches'
import { type Beginning, beginningOf, SCHEMAS, writeSchemas } from './create'
import { checkFolder } from './folder'
import { FILES } from '../../campaign/layout'
import type { MapFormat } from '../../../shared/contract/world-edits'
import { readGraphml } from '../../campaign/map/graphml'
import { readJsonMap } from '../../campaign/map/json-map'

/** Limits: the number of searched files, the size of one and of all in bytes, and the number of listed maps. */
const MAX_FILES_READ = 300
const LARGE = 8 << 20
const ALL = 64 << 20
const MAX_MAPS = 20

/** The map format of a file, by its extension. */
export const formatOf = (path: string): MapFormat | undefined => (/\.graphml$/i.test(path) ? 'graphml' : /\.json$/i.test(path) ? 'json' : undefined)

/** The map files of a commit with their number of places, those nearest to the top folder first. Files over the limits are left out. */
function mapsIn(history: History, paths: Iterable<string>): { path: string; places: number }[] {
  const depth = (path: string): number => path.split('/').length
  const candidates = [...paths].filter((path) => formatOf(path) !== undefined).toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  const maps: { path: string; places: number }[] = []
  let read = 0
  for (const path of candidates.slice(0, MAX_FILES_READ)) {
    const size = sizeOf(join(history.dir, path))
    if (size === undefined || size > LARGE || read + size > ALL) continue
    read += size
    const places = placesIn(() => mapText(history, path), formatOf(path))
    if (places > 0) maps.push({ path, places })
    if (maps.length === MAX_MAPS) break
  }
  return maps
}

/** The text of a committed file. Throws Problem `not-found`. */
export function mapText(history: History, path: string): string {
  const entry = history.entry(history.head().commit, path)
  if (!entry || (entry.mode !== 0o100644 && entry.mode !== 0o100755))
    throw new Problem('not-found', `This repository has no file ${path}. Choose a map that is committed.`, { file: path })
  const bytes = history.blob(entry.oid)
  if (bytes.length > ALL) throw new Problem('bad-file', `${path} is larger than ${ALL >> 20} MB; choose a smaller map.`, { file: path })
  return bytes.toString('utf8')
}

/** The size in bytes of a file in the folder; undefined if it isn't a plain file. */
function sizeOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.size : undefined
}

/** A bare list doesn't count as a map, because any program has such files. */
function placesIn(read: () => string, format: MapFormat | undefined): number {
  try {
    const text = read()
    if (format === 'graphml') return readGraphml(text).places.length
    return /^\uFEFF?\s*\{/.test(text) && text.includes('"locations"') ? readJsonMap(text).places.length : 0
  } catch {
    return 0
  }
}

const top = (path: string): string => fold(path.split('/')[0] ?? path)

/** The names in a campaign's top folder that belong to it: those it begins with and those that play adds. */
const OWN = new Set([...Object.values(FILES), 'rules', 'sessions', '.proscenium'].map(top))

/** The files where a campaign keeps its own, in any case: everything below `world/` or `rules/` would count as part of the story. */
const inTheWay = (theirs: Iterable<string>): string[] => [...theirs].filter((path) => OWN.has(top(path))).toSorted()

/** The branch for a campaign in a repository that already holds something else. */
const BRANCH = 'proscenium'
const MAX_NAMED_FILES = 3

/** Options of a campaign beside other files. `resources`: the app's resources folder; `now` in ms. */
export interface RepositoryOptions {
  dir: string
  title?: string | undefined
  game: string
  /** What the game is called in this campaign; its own name if undefined. */
  gameName?: string | undefined
  seed: string
  resources: string
  now: number
}

/** The state of a repository without a campaign, and what prevents one there. Throws Problem if the folder is no usable git repository. */
export function examineRepository(path: string): ForeignFolder {
  const dir = resolve(path)
  checkFolder(dir)
  const history = History.open(dir, { readOnly: true })
  try {
    const { branch, commit } = history.head()
    const theirs = [...history.files(history.commit(commit).tree).keys()]
    const stop = obstacle(history)
    return {
      dir,
      title: titleOf(dir),
      here: branch,
      branch: freeBranch(history),
      campaigns: campaignBranches(history).map(({ name }) => name),
      maps: mapsIn(history, theirs),
      ...(stop ? { refusal: stop.message } : {}),
      files: (stop?.data['paths'] as string[] | undefined) ?? []
    }
  } finally {
    history.dispose()
  }
}

/** Creates a campaign beside the files of a repository, as one commit on a branch of its own. Throws Problem; then nothing has changed. */
export async function createInRepository(options: RepositoryOptions): Promise<void> {
  const dir = resolve(options.dir)
  checkFolder(dir)
  const beginning = await blank({ ...options, dir, title: options.title ?? titleOf(dir) })
  // Refuses before anything is written into the folder, even the lock.
  const seen = History.open(dir, { readOnly: true })
  const early = obstacle(seen)
  seen.dispose()
  if (early) throw early
  writing(dir, (history) => {
    const late = obstacle(history)
    if (late) throw late
    const { files, message, author } = beginning
    const person = { ...author, ...history.person() }
    history.commitBeside(freeBranch(history), { parent: history.head().commit, files, message, author: person, time: options.now })
  })
  // The repository's .gitignore belongs to its owner, so the folder hides itself.
  mkdirSync(join(dir, '.proscenium'), { recursive: true })
  replacePlain(join(dir, '.proscenium', '.gitignore'), '*\n')
  writeSchemas(dir, options.resources)
}

/** Switches to a branch that holds a campaign, and creates it first if it was only fetched. Throws Problem; then nothing has changed. */
export function checkOut(path: string, branch: string): void {
  const dir = resolve(path)
  checkFolder(dir)
  writing(dir, (history) => {
    const found = campaignBranches(history).find(({ name }) => name === branch)
    if (!found) throw new Problem('not-found', `The branch ${branch} of this repository holds no campaign. Choose another branch.`, { branch })
    const open = uncommitted(history)
    if (open) throw open
    if (found.fetched) history.createBranch(branch, found.head)
    history.switchTo(branch)
  })
}

function writing(dir: string, work: (history: History) => void): void {
  const lock = takeLock(dir)
  if (!('release' in lock)) throw new Problem('locked', `Another Proscenium (process ${lock.heldBy.pid}) is writing here. Close it first.`, { dir })
  try {
    const history = History.open(dir)
    try {
      work(history)
    } finally {
      history.dispose()
    }
  } finally {
    lock.release()
  }
}

/** The game and a blank world. They have no .gitignore, because the repository has its own. */
async function blank(options: Omit<RepositoryOptions, 'now'>): Promise<Beginning> {
  const beginning = await beginningOf({ ...options, template: 'blank' })
  beginning.files.delete('.gitignore')
  return beginning
}

const titleOf = (dir: string): string => basename(dir).slice(0, 120) || 'A campaign'

function obstacle(history: History): Problem | undefined {
  const { commit } = history.head()
  const unsavable = History.whyReadOnly(history.dir)
  if (unsavable !== undefined) return new Problem('bad-repository', unsavable, { dir: history.dir })
  const linked = [dirname(SCHEMAS), SCHEMAS].find((path) => lstatSync(join(history.dir, path), { throwIfNoEntry: false })?.isDirectory() === false)
  if (linked !== undefined)
    return new Problem('refused', `Proscenium writes schemas for the rules into ${linked}, but ${linked} is a link or a file. Remove it first.`, {
      file: linked
    })
  if (holdsCampaign(history, commit)) return new Problem('refused', 'This folder holds a campaign already. Open it.', { dir: history.dir })
  const other = campaignBranches(history)[0]?.name
  if (other !== undefined) return new Problem('refused', `This repository holds a campaign already. ${elsewhere(other)}.`, { branch: other })
  const tracked = inTheWay(history.files(history.commit(commit).tree).keys())
  const paths = tracked.length > 0 ? tracked : inTheWay(readdirSync(history.dir)).filter((name) => name !== '.proscenium')
  if (paths.length === 0) return uncommitted(history)
  return new Problem('refused', `The campaign's own files would overwrite ${named(paths)}. Move these files elsewhere first.`, { paths })
}

/** The files with changes that aren't committed yet. */
function uncommitted(history: History): Problem | undefined {
  const paths = history.externalChanges().map(({ path }) => path)
  return paths.length === 0
    ? undefined
    : new Problem('dirty', `The repository has uncommitted changes (${named(paths)}). Commit or stash them with git, then try again.`, { paths })
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED_FILES).join(', ')}${paths.length > MAX_NAMED_FILES ? ` and ${(paths.length - MAX_NAMED_FILES).toLocaleString('en')} more` : ''}`

function freeBranch(history: History): string {
  const taken = history.branches().map(({ name }) => name)
  return freeName(BRANCH, (name) => taken.some((one) => one === name || one.startsWith(`${name}/`)))
}

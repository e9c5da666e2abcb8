import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, toProblem } from '../../shared/base/problem'
import type { ToolPlace } from '../../shared/contract/table-calls'
import { isLitter } from '../campaign/git/litter'
import { fingerprint } from './fingerprint'
import { MANIFEST, readTool, type Tool } from './manifest'

/** The folder of tools in a campaign and in the app's own folder. */
export const TOOLS_FOLDER = 'tools'
const MAX_TOOLS = 100
/** The endings of programs in script languages. */
const SCRIPT = /\.(?:[cm]?js|py|sh|rb|pl|lua)$/

/** A tool, its location, and the hash of its content. */
export interface FoundTool extends Tool {
  place: ToolPlace
  /** Identifies it for trust: `tools/bell` in a campaign, the full path for a tool of the user's own. */
  key: string
  hash: string
}

/** The tools of a campaign and the user's own, in the order of their folders, and a Problem for each unusable one. */
export interface FoundTools {
  tools: FoundTool[]
  findings: Problem[]
}

/** Finds the tools of the campaign in `dir` and those in the app's own folder `home`. Starts none of them. */
export function findTools(dir: string, home?: string): FoundTools {
  const found: FoundTools = { tools: [], findings: [] }
  gather(found, 'campaign', join(dir, TOOLS_FOLDER))
  if (home !== undefined) gather(found, 'own', join(home, TOOLS_FOLDER))
  return found
}

function gather(found: FoundTools, place: ToolPlace, folder: string): void {
  try {
    const { names, bare } = namesIn(folder)
    for (const path of bare)
      found.findings.push(
        new Problem(
          'bad-file',
          `${path} is a program without a ${MANIFEST}, so it is no tool. Put it into a folder of its own in ${TOOLS_FOLDER}/ with a ${MANIFEST}; "proscenium tool new" shows how.`,
          { file: path }
        )
      )
    for (const name of names.slice(0, MAX_TOOLS)) add(found, place, folder, name)
    if (names.length > MAX_TOOLS)
      throw new Problem('bad-file', `${folder} holds more than ${MAX_TOOLS} tools; the last ones are left out. Remove some.`, { file: folder })
  } catch (error) {
    found.findings.push(toProblem(error))
  }
}

function add(found: FoundTools, place: ToolPlace, folder: string, name: string): void {
  const path = join(folder, name)
  try {
    const tool = readTool(path)
    found.tools.push({ ...tool, place, key: place === 'campaign' ? `${TOOLS_FOLDER}/${name}` : path, hash: fingerprint(path) })
  } catch (error) {
    found.findings.push(toProblem(error))
  }
}

/** The names of the folders with a manifest, and the paths of programs that have none. */
function namesIn(folder: string): { names: string[]; bare: string[] } {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  const found = { names: [] as string[], bare: [] as string[] }
  if (!stats) return found
  if (stats.isSymbolicLink())
    throw new Problem('bad-file', `${folder} is a link, so its tools are not used. Replace it by a folder.`, { file: folder })
  if (!stats.isDirectory()) return found
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) throw new Problem('bad-file', `${path} is a link. Replace it by a copy.`, { file: folder })
    if (!entry.isDirectory()) found.bare.push(...programs(folder, [entry]))
    else if (lstatSync(join(path, MANIFEST), { throwIfNoEntry: false })) found.names.push(entry.name)
    else found.bare.push(...programs(path, entriesIn(path)))
  }
  return found
}

const entriesIn = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLitter(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** The paths of files that are executable, or scripts by their name. */
const programs = (folder: string, entries: readonly Dirent[]): string[] =>
  entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    const isExecutable = process.platform !== 'win32' && entry.isFile() && (lstatSync(path).mode & 0o111) !== 0
    return entry.isFile() && (isExecutable || SCRIPT.test(entry.name)) ? [path] : []
  })

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, toProblem } from '../../shared/base/problem'
import type { ToolPlace } from '../../shared/contract/table-calls'
import { fingerprint } from './fingerprint'
import { MANIFEST, readTool, type Tool } from './manifest'

/** The folder of tools in a campaign and in the app's own folder. */
export const TOOLS_FOLDER = 'tools'
const MAX_TOOLS = 100

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
    const names = namesIn(folder)
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

function namesIn(folder: string): string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isSymbolicLink())
    throw new Problem('bad-file', `${folder} is a link, so its tools are not used. Replace it by a folder.`, { file: folder })
  if (!stats.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => {
      if (entry.isSymbolicLink()) throw new Problem('bad-file', `${join(folder, entry.name)} is a link. Replace it by a copy.`, { file: folder })
      return entry.isDirectory() && lstatSync(join(folder, entry.name, MANIFEST), { throwIfNoEntry: false }) !== undefined
    })
    .map(({ name }) => name)
    .toSorted()
}

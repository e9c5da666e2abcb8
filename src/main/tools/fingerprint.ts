import { createHash } from 'node:crypto'
import { type Stats, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Problem, toProblem } from '../../shared/base/problem'
import { asDisk } from '../campaign/git/disk-problem'
import { readPlain } from '../campaign/git/plain-files'
import type { AbortSignalLike } from '../../shared/base/abort'
import { type SkillResult, failedSkill } from '../../shared/table/skills'

/** A tool whose content was trusted at a hash. */
interface TrustedTool {
  name: string
  folder: string
  hash: string
}

const MAX_FILES = 5000
const MAX_TOOL_BYTES = 64 << 20

/** Cached hashes by folder, with the state of the files at that time. */
const known = new Map<string, { look: string; hash: string }>()

/**
 * A hash of everything in a tool's folder: names, contents, and permissions to execute. It changes whenever the code to run does. Reads only files
 * that look different from the last time. Throws Problem `bad-file` for links out of the folder, pipes and devices, and for a folder that is too
 * large.
 */
export function fingerprint(folder: string): string {
  try {
    const files = filesOf(folder)
    const look = files.map(({ path, stats }) => [path, stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, stats.mode].join(':')).join('\n')
    const last = known.get(folder)
    if (last?.look === look) return last.hash
    const hash = createHash('sha256')
    for (const { path, stats } of files) {
      const content = stats.isSymbolicLink() ? readlinkSync(join(folder, path)) : (readPlain(join(folder, path), MAX_TOOL_BYTES) ?? '')
      const kind = stats.isSymbolicLink() ? 'link' : (stats.mode & 0o111) === 0 ? 'file' : 'program'
      hash.update(`${JSON.stringify(path)} ${kind} ${createHash('sha256').update(content).digest('hex')}\n`)
    }
    const answer = hash.digest('hex')
    known.set(folder, { look, hash: answer })
    return answer
  } catch (error) {
    return asDisk(error)
  }
}

interface Found {
  /** Its path in the folder, with slashes. */
  path: string
  stats: Stats
}

function filesOf(folder: string): Found[] {
  const files: Found[] = []
  const outer = realpathSync(folder)
  const waiting = ['']
  let bytes = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of readdirSync(join(folder, at))) {
      const path = at === '' ? name : `${at}/${name}`
      const stats = lstatSync(join(folder, path))
      if (stats.isDirectory()) waiting.push(path)
      else {
        if (stats.isSymbolicLink()) refuseOutside(folder, path, outer)
        else if (!stats.isFile()) throw refusal(folder, `${path} is neither a file nor a folder. Remove it`)
        bytes += stats.size
        files.push({ path, stats })
      }
      if (files.length + waiting.length > MAX_FILES) throw refusal(folder, `it holds more than ${MAX_FILES} files. Bundle what it needs into fewer`)
      if (bytes > MAX_TOOL_BYTES) throw refusal(folder, `it holds more than ${MAX_TOOL_BYTES >> 20} MB. Remove what it doesn't need`)
    }
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Refuses links out of the folder, because their targets could change unnoticed. */
function refuseOutside(folder: string, path: string, outer: string): void {
  try {
    if (realpathSync(join(folder, path)).startsWith(outer + sep)) return
  } catch {
    // Its target doesn't exist.
  }
  throw refusal(folder, `${path} is a link that leads out of the folder. Replace it by a copy`)
}

const refusal = (folder: string, why: string): Problem => new Problem('bad-file', `The tool in ${folder} can't be used: ${why}.`, { file: folder })

/** Why a trusted tool may no longer run; undefined if its content is still the trusted one. Throws Problem. */
export const changedSince = ({ name, folder, hash }: TrustedTool): string | undefined =>
  fingerprint(folder) === hash ? undefined : `The tool ${name} has changed since it was trusted. Look at it under Tools and trust it again.`

/** Runs a tool if its content is still the trusted one. Any problem becomes a failed result. */
export async function usedIfUnchanged(
  tool: TrustedTool,
  signal: AbortSignalLike,
  use: (cancel: AbortSignal) => Promise<SkillResult>
): Promise<SkillResult> {
  try {
    const changed = changedSince(tool)
    return changed !== undefined ? failedSkill(changed) : await use(cancelledBy(signal))
  } catch (error) {
    return failedSkill(toProblem(error).message)
  }
}

/** A signal of Node that follows one of the core. */
export function cancelledBy(signal: AbortSignalLike): AbortSignal {
  const cancel = new AbortController()
  if (signal.aborted) cancel.abort()
  else signal.addEventListener('abort', () => cancel.abort())
  return cancel.signal
}

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { nodeDisk } from '../../campaign/git/disk'
import { guarded } from '../../campaign/git/disk-problem'
import { isGone, ownSelf } from '../../campaign/git/owner'
import { Repo } from '../../campaign/git/repo'
import { initRepository } from '../../campaign/git/repository'
import { sourceAddress } from '../../campaign/remote/address'
import { fetchCommit } from '../../campaign/remote/ssh'
import { textsOf } from '../../rules/read-game'
import { type LabMaterial, materialOf } from '../material'
import { withChange } from '../numbers'
import type { QueuedRun } from './protocol'

/** The most commits that are kept. */
const MAX_KEPT = 8

export interface SourceOptions {
  /** The folder in which fetched commits are kept. */
  cache: string
  /** The app's folder with `resources/`. */
  resources: string
  /** Whether addresses of files may be fetched: the queue is on this machine, so that its owner is, too. */
  readsFiles: boolean
}

/** The hash of the rules that sessions are played with. */
export function rulesHash({ files }: LabMaterial): string {
  const rules = [...files].filter(([path]) => path.startsWith('rules/'))
  return textsOf(new Map(rules.map(([path, bytes]) => [path.slice('rules/'.length), bytes]))).hash
}

/** Fetches the commit of a run, if it isn't kept from before, and reads its files. Throws Problem, `refused` if its rules aren't those of the run. */
export async function fetchedMaterial(run: QueuedRun, { cache, resources, readsFiles }: SourceOptions, stop: AbortSignal): Promise<LabMaterial> {
  const kept = join(cache, run.commit)
  const read = (dir: string): LabMaterial => materialOf({ history: new Repo(nodeDisk, dir, Date.now, true) }, run.commit, resources)
  if (!isFolder(kept)) await fetchInto(kept, run, readsFiles, stop)
  utimesSync(kept, new Date(), new Date())
  sweep(cache, run.commit)
  const fetched = guarded(() => read(kept))
  const material = run.change ? withChange(fetched, run.change) : fetched
  if (rulesHash(material) !== run.rules)
    throw new Problem(
      'refused',
      'The rules at the commit are not those of the run. Begin the run again, and fetch from the campaign’s own repository.'
    )
  return material
}

/** The folder appears when the commit is complete. */
async function fetchInto(kept: string, { commit, source }: QueuedRun, readsFiles: boolean, stop: AbortSignal): Promise<void> {
  const address = sourceAddress(source)
  if (address.isFile && !readsFiles)
    throw new Problem('refused', 'The commit is in a folder of another machine. Begin the run with a --source that this machine can fetch from.')
  const { pid, start } = ownSelf()
  const draft = `${kept}.fetching-${pid}-${start}`
  guarded(() => {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    initRepository(nodeDisk, draft, 'main')
  })
  try {
    await fetchCommit(join(draft, '.git'), address, commit, stop)
    guarded(() => renameSync(draft, kept))
  } catch (thrown) {
    // Another worker of this machine was faster.
    if (!isFolder(kept)) throw thrown
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Removes the commits that were used longest ago, and what killed processes left unfinished. */
function sweep(cache: string, used: string): void {
  const names = readdirSync(cache)
  for (const name of names) {
    const [, pid, start = ''] = /\.fetching-(\d+)-(\d*)$/.exec(name) ?? []
    if (pid !== undefined && isGone({ pid: Number(pid), host: ownSelf().host, start })) rmSync(join(cache, name), { recursive: true, force: true })
  }
  const timeOf = (name: string): number => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const commits = names.filter((name) => /^[0-9a-f]{40}$/.test(name) && name !== used).toSorted((a, b) => timeOf(b) - timeOf(a))
  for (const name of commits.slice(MAX_KEPT - 1)) rmSync(join(cache, name), { recursive: true, force: true })
}

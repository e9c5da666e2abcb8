import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LabPlan } from '../../shared/lab/plan'
import type { LabRun } from '../../shared/lab/report'
import { Problem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import { guarded } from '../campaign/git/disk-problem'
import { isGone, isSelf, LockOwner, ownSelf } from '../campaign/git/owner'
import { replaceFile } from '../machine/save-file'
import { ENGINE } from '../story/creation/create'

/** Raise this when sessions are measured differently. Runs with older measures can be read, not continued. */
export const MEASURES = 2

/** The file run.json of a run. */
export const StoredRun = z.object({
  measures: z.int(),
  engine: z.int(),
  name: z.string(),
  begun: z.number(),
  commit: z.string(),
  subject: z.string(),
  /** Hash of the game's rules. */
  rules: z.string(),
  /** What other versions wrote besides is left out. */
  plan: z.object(LabPlan.shape),
  status: z.enum(['running', 'done', 'stopped']),
  /** The process that plays it, or did last. */
  owner: LockOwner.optional(),
  done: z.int(),
  pinned: z.boolean(),
  /** Why it stopped by itself, in a sentence. */
  problem: z.string().optional(),
  remarks: z.array(z.string())
})
export type StoredRun = z.infer<typeof StoredRun>

/** A run that begins now. */
export const newRun = (what: Pick<StoredRun, 'commit' | 'subject' | 'rules' | 'plan' | 'remarks'>): StoredRun => ({
  measures: MEASURES,
  engine: ENGINE,
  name: what.plan.name,
  begun: Date.now(),
  status: 'running',
  done: 0,
  pinned: false,
  ...what
})

/** How long a run that another machine plays may save nothing before it counts as interrupted, in ms. */
const SILENT_MS = 600_000

/** Changes when a run of a campaign begins, goes on, is over or is removed, by whatever process. `home`: `.git/proscenium`. */
export const runsVersion = (home: string): number => statSync(join(home, 'lab'), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The runs of a campaign, each in a folder `<id>` with `run.json`, `results.duckdb`, and `continuations.json` once models continued one of its sessions. */
export class Runs {
  /** `folder`: `.git/proscenium/lab`, which may not exist yet. Other processes may play runs of it, too. */
  constructor(private readonly folder: string) {}

  results = (id: string): string => join(this.folder, id, 'results.duckdb')
  continuations = (id: string): string => join(this.folder, id, 'continuations.json')
  world = (id: string): string => join(this.folder, id, 'world.json')

  /** Every run, the newest first. `playing`: the id of the one that is being played here. */
  list(playing?: string): LabRun[] {
    if (!existsSync(this.folder)) return []
    const ids = readdirSync(this.folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []
    )
    return ids.map((id) => this.shown(id, playing)).toSorted((a, b) => b.begun - a.begun || (a.id < b.id ? 1 : -1))
  }

  /** A run as it is shown; with a problem if its file can't be read. */
  shown(id: string, playing?: string): LabRun {
    try {
      const { measures: _, engine: __, rules: ___, status, owner, problem, ...run } = this.read(id)
      const elsewhere = status === 'running' && id !== playing && owner ? this.#otherProcess(id, owner) : undefined
      const isLost = status === 'running' && id !== playing && elsewhere === undefined
      return {
        id,
        ...run,
        status: isLost ? 'interrupted' : status,
        ...(elsewhere === undefined ? {} : { elsewhere }),
        ...(problem === undefined ? {} : { problem: new Problem('internal', problem).toJSON() })
      }
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const plan = LabPlan.parse({})
      const unread = { begun: 0, commit: '', subject: '', plan, status: 'stopped' as const, done: 0, pinned: false, remarks: [] }
      return { id, name: id, ...unread, problem: thrown.toJSON() }
    }
  }

  /** Which other process plays a run that is running, in a sentence; undefined if none does. */
  #otherProcess(id: string, owner: LockOwner): string | undefined {
    if (isSelf(owner) || isGone(owner)) return undefined
    if (owner.host === ownSelf().host) return `Another Proscenium (process ${owner.pid}) is playing this run.`
    const saved = statSync(this.#file(id), { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - saved < SILENT_MS ? `Proscenium on the computer “${visible(owner.host.slice(0, 64))}” is playing this run.` : undefined
  }

  /** Throws Problem `locked` while another process plays a run. */
  checkFree(id: string): void {
    const { elsewhere } = this.shown(id)
    if (elsewhere !== undefined) throw new Problem('locked', `${elsewhere} Stop it there, or wait until it is done.`)
  }

  #file = (id: string): string => join(this.folder, id, 'run.json')

  /** Throws Problem `not-found`, `bad-file`. */
  read(id: string): StoredRun {
    const file = this.#file(id)
    if (!existsSync(file)) throw new Problem('not-found', `There is no run ${id} in this campaign. Choose another one.`)
    try {
      return StoredRun.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      throw new Problem('bad-file', `The file run.json of the run ${id} is damaged or from a newer version. Remove the run, or update Proscenium.`, {
        file
      })
    }
  }

  /** Creates the folder of a run. Returns its id, which says when it began. */
  create(run: StoredRun): string {
    const day = new Date(run.begun).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    let id = day
    // Other processes never see a run without its file, and may begin one at the same second.
    const draft = `.${process.pid}.new`
    guarded(() => {
      rmSync(join(this.folder, draft), { recursive: true, force: true })
      mkdirSync(join(this.folder, draft), { recursive: true })
    })
    this.#write(draft, { ...run, owner: ownSelf() })
    guarded(() => {
      for (let n = 2; !isMoved(join(this.folder, draft), join(this.folder, id)); n++) id = `${day}-${n}`
    })
    return id
  }

  #write(id: string, run: StoredRun): void {
    replaceFile(this.#file(id), `${JSON.stringify(run, undefined, 2)}\n`)
  }

  change(id: string, change: Partial<StoredRun>): StoredRun {
    const run = { ...this.read(id), ...change, ...(change.status === 'running' ? { owner: ownSelf() } : {}) }
    this.#write(id, run)
    const now = new Date()
    if (change.status !== undefined) guarded(() => utimesSync(this.folder, now, now))
    return run
  }

  /** Removes a run and its results. Throws Problem `refused` for a pinned one, `locked` while another process plays it. */
  remove(id: string): void {
    this.checkFree(id)
    if (this.shown(id).pinned) throw new Problem('refused', 'This run is pinned. Unpin it to remove it.')
    guarded(() => rmSync(join(this.folder, id), { recursive: true, force: true }))
  }
}

/** Gives a folder another name. Returns false if something has that name. */
function isMoved(folder: string, to: string): boolean {
  if (existsSync(to)) return false
  try {
    renameSync(folder, to)
    return true
  } catch (thrown) {
    if (existsSync(to)) return false
    throw thrown
  }
}

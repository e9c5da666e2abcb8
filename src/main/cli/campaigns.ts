import { resolve } from 'node:path'
import type { router } from '../../shared/api'
import type { PlayNews, Played } from '../../shared/contract/table-calls'
import { Problem } from '../../shared/base/problem'
import type { Seat } from '../../shared/table/turns'
import type { KeyStore } from '../machine/keys'
import type { MachineGiven } from '../machine/machine'
import { APP_ROOT, VERSION } from '../place'
import { untilInterrupted } from './interrupt'

/** The calls of the Studio contract. */
export type Calls = ReturnType<typeof router.createCaller>

/** The agents by actor id, `DM` or `all`. */
export type Seats = Readonly<Record<string, Seat>>

/** How a campaign is opened. The seats are for this run alone; a model among them, or `callsModels`, is the owner's permission to call models. */
export interface OpenSettings {
  seats?: Seats | undefined
  callsModels?: boolean
  /** Whether the table plays. Then Ctrl+C stops it and ends its tools, which have process groups of their own. */
  plays?: boolean
}

/** Campaigns on this machine. Each function runs work with the calls of a Studio in this process, and closes it afterwards. Failures are Problems. */
export interface Campaigns {
  none<Result>(work: (calls: Calls) => Promise<Result>): Promise<Result>
  open<Result>(dir: string, work: (calls: Calls) => Promise<Result>, settings?: OpenSettings): Promise<Result>
  /** Opens a campaign for reading, even while another instance plays there. `at`: the commit of the revision, if there is one. */
  read<Result>(dir: string, revision: string | undefined, work: (calls: Calls, at: { at?: string }) => Promise<Result>): Promise<Result>
}

/** The dependencies from this process's owner: the app's own folder, keys and tokens. */
export interface ProcessOwner {
  home: string
  keys: KeyStore
  tokens: KeyStore
  /** The base URL for models, and whether they may be called in this run. */
  environment: (callsModels: boolean) => MachineGiven
}

/** The campaigns of this machine, for its owner. The Studio is loaded only when it is used, because the help doesn't need it. */
export function campaignsOf({ home, keys, tokens, environment }: ProcessOwner): Campaigns {
  const withStudio = async <Result>(
    work: (calls: Calls) => Promise<Result>,
    { seats, callsModels, plays = false }: OpenSettings = {}
  ): Promise<Result> => {
    const [{ createStudio }, { router }, { problemFrom }] = await Promise.all([
      import('../studio/studio'),
      import('../../shared/api'),
      import('../../shared/contract/calls')
    ])
    const isAllowed = callsModels ?? Object.values(seats ?? {}).some(({ agent }) => agent === 'anthropic')
    const settings = { kind: 'terminal', version: VERSION, home, resources: APP_ROOT, keys, tokens, environment: environment(isAllowed) } as const
    const studio = createStudio({ ...settings, ...(seats ? { given: seats } : {}) })
    const run = async (cancel?: AbortSignal): Promise<Result> => {
      // No campaign may be open yet; then there is nothing to pause.
      cancel?.addEventListener('abort', () => void studio.pause().catch(() => undefined))
      const result = await work(router.createCaller({ studio }, { signal: cancel }))
      cancel?.throwIfAborted()
      return result
    }
    let cancelled: AbortSignal | undefined
    try {
      return await (plays ? untilInterrupted((cancel) => run((cancelled = cancel))) : run())
    } catch (thrown) {
      throw cancelled?.aborted ? new Problem('refused', 'Cancelled.') : problemFrom(thrown)
    } finally {
      await studio.dispose()
    }
  }
  return {
    none: (work) => withStudio(work),
    open: (dir, work, settings) =>
      withStudio(async (calls) => {
        await calls.open({ dir: resolve(dir) })
        return work(calls)
      }, settings),
    read: (dir, revision, work) =>
      withStudio(async (calls) => {
        await calls.open({ dir: resolve(dir), readOnly: true })
        return work(calls, revision === undefined ? {} : { at: await calls.commitOf({ revision }) })
      })
  }
}

/** A summary of play. `aside`: the folder to which changed files were moved before the first beat. */
export type PlaySummary = Played & { aside?: string }

/** Lets the table play. Passes on each beat after its commit is on disk, and each wait for a model before it begins. */
export async function playUntil(
  calls: Calls,
  limits: Parameters<Calls['playOn']>[0],
  onNews: (news: Extract<PlayNews, { kind: 'beat' | 'retry' }>) => void
): Promise<PlaySummary> {
  let aside: string | undefined
  for await (const news of await calls.playOn(limits)) {
    if (news.kind === 'aside') aside = news.folder
    else if (news.kind === 'played') return { ...news.played, ...(aside === undefined ? {} : { aside }) }
    else onNews(news)
  }
  throw new Problem('internal', 'The table stopped without saying what was played. Please report this.')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { router } from '../../shared/api'
import type { WorkNews } from '../../shared/contract/calls'
import type { FindResult } from '../../shared/analysis/analysis'
import { Problem } from '../../shared/base/problem'
import type { KeyStore } from '../machine/keys'
import type { MachineGiven } from '../machine/machine'
import { APP_ROOT, VERSION } from '../place'
import type { Span } from '../../shared/contract/try-calls'
import type { Commands, ReplayWish, Seats } from './commands'

/** The dependencies from this process's owner: the app's own folder, keys and tokens. */
export interface Owner {
  home: string
  /** The keys for models. */
  keys: KeyStore
  /** The tokens for git servers. */
  tokens: KeyStore
  /** The base URL for models, and whether they may be called in this run. */
  environment: (callsModels: boolean) => MachineGiven
  /** A token for this run, for a git server that the owner names. */
  gitToken?: string | undefined
  /** Throws Problem `bad-input` if that token must not go to the servers that a folder names. */
  checkTokenServer: () => void
}

type Calls = ReturnType<typeof router.createCaller>
type Kept = Awaited<ReturnType<Commands['replay']>>

/** The commands that work on a campaign, through the calls of the Studio contract. */
export function campaignCommands(
  owner: Owner
): Omit<Commands, 'serve' | 'serveArrow' | 'openApp' | 'bench'> & { tryOpen(dir: string): Promise<void> } {
  /**
   * Runs work on a Studio in this process, through the checked calls of the contract, and closes it afterwards. The Studio is loaded only now,
   * because the help doesn't need it. `seats` are for this run alone; a model among them, or `callsModels`, is the owner's permission to call models.
   */
  const withStudio = async <Result>(
    work: (calls: Calls) => Promise<Result>,
    seats?: Seats,
    callsModels = Object.values(seats ?? {}).some(({ agent }) => agent === 'anthropic')
  ): Promise<Result> => {
    const [{ createStudio }, { router }, { problemFrom }] = await Promise.all([
      import('../studio/studio'),
      import('../../shared/api'),
      import('../../shared/contract/calls')
    ])
    const studio = createStudio({
      kind: 'terminal',
      version: VERSION,
      home: owner.home,
      resources: APP_ROOT,
      keys: owner.keys,
      tokens: owner.tokens,
      environment: owner.environment(callsModels),
      ...(seats ? { given: seats } : {})
    })
    try {
      return await work(router.createCaller({ studio }))
    } catch (thrown) {
      throw problemFrom(thrown)
    } finally {
      await studio.dispose()
    }
  }

  /** Opens a campaign to change it. */
  const withCampaign = <Result>(dir: string, work: (calls: Calls) => Promise<Result>, seats?: Seats, callsModels?: boolean): Promise<Result> =>
    withStudio(
      async (calls) => {
        await calls.open({ dir })
        return work(calls)
      },
      seats,
      callsModels
    )

  /** Opens a campaign for reading, even while another instance plays there. `at`: the commit of the revision, if there is one. */
  const withReadOnlyCampaign = <Result>(
    dir: string,
    revision: string | undefined,
    work: (calls: Calls, at: { at?: string }) => Promise<Result>
  ): Promise<Result> =>
    withStudio(async (calls) => {
      await calls.open({ dir, readOnly: true })
      return work(calls, revision === undefined ? {} : { at: await calls.commitOf({ revision }) })
    })

  return {
    tryOpen: (dir) => withCampaign(dir, async () => undefined),
    create: (input) => withStudio((calls) => calls.create(input)),
    createHere: (input) =>
      withStudio(async (calls) => {
        const { maps } = await calls.foreign({ dir: input.dir })
        const result = await calls.createHere(input)
        const branch = (await calls.present())?.branch ?? ''
        return { ...result, branch, maps: maps.map(({ path }) => join(result.campaign.dir, path)) }
      }),
    play: (dir, limits, onBeat, { seats, edits, onRetry } = {}) =>
      withCampaign(
        dir,
        async (calls) => {
          let aside: string | undefined
          for await (const news of await calls.playOn({ ...limits, ...(edits ? { edits } : {}) })) {
            if (news.kind === 'beat') onBeat(news.beat, news.refused, news.problem)
            else if (news.kind === 'retry') onRetry?.(news.who, news.retry)
            else if (news.kind === 'aside') aside = news.folder
            else return { ...news.played, ...(aside === undefined ? {} : { aside }) }
          }
          throw new Problem('internal', 'The table stopped without saying what was played. Please report this.')
        },
        seats
      ),
    recording: (dir, limit, onTurn) =>
      withReadOnlyCampaign(dir, undefined, async (calls) => {
        for await (const turn of await calls.recording(limit === undefined ? {} : { limit })) onTurn(turn)
      }),
    takeRecording: async (dir, file) =>
      withCampaign(dir, (calls) => calls.takeRecording({ text: textOf(file, 'a file made with "log --with-prompts"'), name: file })),
    log: (dir) =>
      withReadOnlyCampaign(dir, undefined, async (calls) => {
        const { actors = {}, places = {} } = (await calls.present())?.state ?? {}
        return { lines: await calls.storyLog({}), actors, places }
      }),
    state: (dir, rev) =>
      withReadOnlyCampaign(dir, rev ?? 'HEAD', async (calls, { at = '' }) => {
        const { state } = await calls.at({ commit: at })
        if (!state) throw new Problem('internal', 'The state could not be read. Please report this.')
        return { state, names: await calls.gameNames({ at }) }
      }),
    actions: (dir, as, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.actions({ as, ...at })),
    odds: (dir, as, rev, onProgress) =>
      withReadOnlyCampaign(dir, rev, async (calls, at) =>
        answerOf(await calls.countOdds({ ...(as === undefined ? {} : { as }), ...at }), onProgress)
      ),
    recall: (dir, as, request, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.recall({ as, recall: request, ...at })),
    runPlan: (dir, text) => withCampaign(dir, (calls) => calls.runPlan({ text })),
    applyMutations: (dir, text) => withCampaign(dir, (calls) => calls.applyMutations({ text })),
    narratives: (dir, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.narratives(at)),
    beliefs: (dir, of, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.beliefs({ ...(of === undefined ? {} : { of }), ...at })),
    tools: (dir) => withReadOnlyCampaign(dir, undefined, (calls) => calls.tools()),
    // The decision is for this machine, so it doesn't wait for another instance that plays there.
    trustTools: (dir, trust) =>
      withReadOnlyCampaign(dir, undefined, async (calls) => {
        const decisions = (await calls.tools()).tools.map(({ key, hash }) => ({ key, hash, trust }))
        return decisions.length === 0 ? calls.tools() : calls.trustTools({ decisions })
      }),
    find: (dir, expression, rev, onProgress) =>
      withReadOnlyCampaign(dir, rev, async (calls, at) => {
        let last: FindResult | undefined
        for await (const news of await calls.find({ expression, ...at })) {
          if (news.kind === 'progress') onProgress(news.done, news.of)
          else last = news.finding
        }
        if (!last) throw new Problem('internal', 'The search ended without an answer. Please report this.')
        return last
      }),
    compare: (dir, revA, revB, lines) =>
      withReadOnlyCampaign(dir, undefined, async (calls) => {
        const [a, b] = [await calls.commitOf({ revision: revA }), await calls.commitOf({ revision: revB })]
        const comparison = await calls.compare({ a, b })
        const paths = new Set(comparison.groups.flatMap((group) => group.lines.flatMap(({ files }) => files)))
        const files = lines ? await Promise.all([...paths].toSorted().map((path) => calls.compareFile({ a, b, path }))) : []
        return { comparison, files }
      }),
    tryable: (dir, action, rev) => withReadOnlyCampaign(dir, rev, async (calls, at) => calls.tryable({ action, drafts: {}, ...at })),
    tryMany: (dir, call, rev, onProgress) =>
      withReadOnlyCampaign(dir, rev, async (calls, at) => answerOf(await calls.tryMany({ ...call, drafts: {}, ...at }), onProgress)),
    tryOne: (dir, call, rev) => withReadOnlyCampaign(dir, rev, async (calls, at) => calls.tryOne({ ...call, drafts: {}, ...at })),
    replay: (dir, wish, keep, onProgress) => {
      const work = async (calls: Calls): Promise<Kept> => {
        const span = await spanOf(calls, wish)
        const replayed = await answerOf(await calls.replayWith(span), onProgress)
        return { replayed, ...(keep === undefined ? {} : { kept: await answerOf(await calls.keepReplay({ ...span, name: keep }), onProgress) }) }
      }
      return keep === undefined ? withReadOnlyCampaign(dir, undefined, work) : withCampaign(dir, work)
    },
    // Here the owner typed the address; the addresses of a folder's remotes come with the folder.
    clone: (url, dir) => {
      const { gitToken: token } = owner
      return withStudio((calls) => calls.clone({ url, dir, ...(token === undefined ? {} : { token }) }))
    },
    remotes: (dir, added) => withCampaign(dir, (calls) => (added ? calls.addRemote(added) : calls.remotes())),
    fetch: async (dir, remote) => {
      owner.checkTokenServer()
      return withCampaign(dir, (calls) => calls.fetchRemote({ name: remote }))
    },
    push: async (dir, remote, branch) => {
      owner.checkTokenServer()
      return withCampaign(dir, async (calls) => calls.pushBranch({ remote, branch: branch ?? (await calls.present())?.branch ?? '' }))
    },
    exportMap: (dir, format, secrets, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.exportWorld({ format, secrets, ...at })),
    mapImage: (dir, theme, seenOnly, rev) => withReadOnlyCampaign(dir, rev, (calls, at) => calls.mapImage({ theme, seenOnly, ...at })),
    importMap: async (dir, file, region) => {
      const text = textOf(file, 'a JSON or GraphML file')
      // GraphML begins like XML.
      const format = /^\uFEFF?\s*</.test(text) ? 'graphml' : 'json'
      return withCampaign(dir, (calls) => calls.importWorld({ text, format, ...(region === undefined ? {} : { region }) }))
    },
    transcript: (dir, { from, to, ...asked }, onProgress) =>
      withReadOnlyCampaign(dir, to, async (calls, { at }) => {
        const span = { ...(at === undefined ? {} : { to: at }), ...(from === undefined ? {} : { from: await calls.commitOf({ revision: from }) }) }
        for await (const news of await calls.transcript({ ...asked, ...span })) {
          if (news.kind === 'file') return news.file
          if (news.what === 'setting' && news.done > 0) onProgress(news.done, news.of)
        }
        throw new Problem('internal', 'The export ended without a file. Please report this.')
      }),
    milestone: (dir) =>
      withCampaign(dir, async (calls) => {
        await calls.leaveEdits()
        const marked = await calls.play({ action: 'milestone', actor: 'designer' })
        const summed = await calls.step()
        return summed ? [marked, summed] : [marked]
      }),
    verify: (dir, sinceChecked) => withCampaign(dir, (calls) => calls.verify({ sinceChecked })),
    coverage: (dir, wish, onProgress) => withCampaign(dir, async (calls) => answerOf(await calls.coverage(wish), onProgress)),
    judgePrice: (dir, model) => withReadOnlyCampaign(dir, undefined, (calls) => calls.judgePrice(model === undefined ? {} : { model })),
    judge: (dir, model, onProgress) =>
      withCampaign(dir, async (calls) => answerOf(await calls.judge(model === undefined ? {} : { model }), onProgress), undefined, true),
    pagePlayer: () => withStudio((calls) => calls.pagePlayer()),
    arrowReach: (text, wish, onProgress) => withStudio(async (calls) => answerOf(await calls.arrowReach({ text, ...wish }), onProgress)),
    check: (dir, onProgress) => withStudio(async (calls) => answerOf(await calls.checkFolder({ dir }), onProgress))
  }
}

/** The span that the user named, else the last session, with the rules that the user named, else those in the folder. Throws Problem `not-found`. */
async function spanOf(calls: Calls, { from, to, rules }: ReplayWish): Promise<Span> {
  const commitOf = (revision: string): Promise<string> => calls.commitOf({ revision })
  const last = to === undefined ? undefined : await commitOf(to)
  const session = (await calls.replaySpans(last === undefined ? {} : { at: last })).find(({ kind }) => kind === 'session')
  if (from === undefined && !session)
    throw new Problem('not-found', 'No session has been played on this branch yet. Play one, or name the beats with --from and --to.')
  return {
    from: from === undefined ? (session?.from ?? '') : await commitOf(from),
    to: last ?? (from === undefined ? session?.to : undefined) ?? (await commitOf('HEAD')),
    ...(rules === undefined ? {} : { rules: await commitOf(rules) }),
    drafts: {}
  }
}

/** The answer of long work; `onProgress` receives its progress. */
async function answerOf<Progress, Answer>(
  news: AsyncIterable<WorkNews<Progress, Answer>>,
  onProgress: (progress: Progress) => void
): Promise<Answer> {
  for await (const one of news) {
    if (one.kind === 'answer') return one.answer
    onProgress(one.progress)
  }
  throw new Problem('internal', 'The work ended without an answer. Please report this.')
}

/** The text of a file that the user named. Throws Problem `not-found`. */
function textOf(file: string, kind: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Problem('not-found', `Couldn't read ${file}. Name ${kind}.`, { file })
  }
}

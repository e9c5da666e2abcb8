import { basename } from 'node:path'
import type { LabCalls } from '../../shared/contract/lab-calls'
import { Problem } from '../../shared/base/problem'
import { EXPERIMENTS } from '../../shared/lab/experiment'
import type { LabQueue, LabQueueChoice } from '../../shared/lab/plan'
import { counted } from '../../shared/words/labels'
import { parseBeatMessage } from '../campaign/beat-message'
import { lineTo } from '../campaign/commit-line'
import { readDirection } from '../campaign/direction'
import { bundledPersonas, personaPath } from '../lab/material'
import { sessionBranch } from '../../shared/lab/kinds'
import type { Experiments } from '../lab/experiments'
import type { Continuations } from '../lab/continuations/continuations'
import type { Lab } from '../lab/lab'
import { isWritable, unwritable } from '../story/creation/folder'
import type { OpenCampaign } from '../story/open-campaign'
import { directionFiles } from '../story/turns/table-settings'
import { withProgress } from '../work/with-progress'
import type { CallContext } from './call-context'
import { judgesOf } from './judge-runs'
import { labModelCalls } from './lab-models'
import type { OpenFolder } from './open-folder'
import { resultsSchema } from '../lab/results/schema'
import { LINK } from '../campaign/history'
import { FILE_EDIT } from '../story/edits/edit-history'

interface OpenLab {
  lab: Lab
  continuations: Continuations
  experiments: Experiments
}

/** The playtest labs of open campaigns, each loaded with the first call that needs it. */
export class Labs {
  readonly #open = new Map<OpenCampaign, Promise<OpenLab>>()

  constructor(private readonly context: Pick<CallContext, 'resources' | 'machine'>) {}

  async of(open: OpenFolder): Promise<Lab> {
    return (await this.#loaded(open)).lab
  }

  async continuationsOf(open: OpenFolder): Promise<Continuations> {
    return (await this.#loaded(open)).continuations
  }

  async experimentsOf(open: OpenFolder): Promise<Experiments> {
    return (await this.#loaded(open)).experiments
  }

  #loaded(open: OpenFolder): Promise<OpenLab> {
    const { campaign, info } = open
    const { readOnly, dir } = info
    const known = this.#open.get(campaign)
    if (known) return known
    const { resources, machine } = this.context
    const modules = Promise.all([
      import('../lab/lab'),
      import('../lab/results/process'),
      import('../lab/continuations/continuations'),
      import('../lab/experiments')
    ])
    const loaded = modules.then(([{ Lab }, { resultsOf }, { Continuations }, { experimentsOf }]) => {
      // What the lab writes lies beside the story, so it plays in a campaign that is open elsewhere, too.
      const fixed = isWritable(dir) ? undefined : unwritable(dir)
      const lab = new Lab(campaign, { resources, open: resultsOf, readOnly: fixed })
      return {
        lab,
        continuations: new Continuations(lab, campaign, resources, readOnly),
        experiments: experimentsOf(lab, campaign, fixed, judgesOf(open, machine))
      }
    })
    this.#open.set(campaign, loaded)
    // A lab that can't be loaded is tried again.
    loaded.catch(() => this.#open.delete(campaign))
    return loaded
  }

  /** Stops what the lab plays, and closes its results. */
  async close({ campaign }: OpenFolder): Promise<void> {
    const loaded = await this.#open.get(campaign)
    this.#open.delete(campaign)
    await loaded?.continuations.stop()
    for (const experiment of Object.values(loaded?.experiments ?? {})) await experiment.close()
    await loaded?.lab.close()
  }
}

/** The calls of the playtest lab. */
export function labCalls(context: CallContext, labs: Labs): LabCalls {
  const { current, between, edited, announce, resources } = context
  const lab = (): Promise<Lab> => labs.of(current())
  const headOf = ({ campaign }: OpenFolder): string => campaign.snapshot.commit.id
  const queueOf = async (choice: LabQueueChoice | undefined): Promise<LabQueue | undefined> =>
    choice === 'settings' ? context.machine.queue() : choice
  /** What an experiment of the open campaign tells. */
  async function* following<News>(
    choice: LabQueueChoice | undefined,
    follow: (all: Experiments, queue: LabQueue | undefined) => AsyncIterable<News>
  ): AsyncGenerator<News> {
    yield* follow(await labs.experimentsOf(current()), await queueOf(choice))
  }
  return {
    ...labModelCalls(context, labs),
    labRuns: async () => (await lab()).runs(),
    labPersonas: async () => personas(current().campaign, resources),
    labBegin: async ({ plan, at, queue }) => {
      const { campaign } = current()
      const changed = at === undefined ? campaign.external.list().length : 0
      const left = `${counted(changed, 'file')} with changes that are not part of the story yet ${changed === 1 ? 'was' : 'were'} left out: the last beat was played.`
      return (await lab()).begin(plan, at ?? campaign.snapshot.commit.id, changed === 0 ? [] : [left], { queue: await queueOf(queue) })
    },
    labResume: async ({ run, queue }) => (await lab()).resume(run, { queue: await queueOf(queue) }),
    labStop: async ({ run }) => (await lab()).stop(run),
    labWatch: ({ run }, stop) =>
      withProgress(async (tell) => {
        const watched = await lab()
        for await (const progress of watched.watch(run, stop)) tell(progress)
        return watched.run(run)
      }),
    labEdit: async ({ run, ...change }) => (await lab()).edit(run, change),
    labRemove: async ({ run }) => {
      await (await lab()).remove(run)
      current().campaign.runBatches.forget(run)
    },
    labReport: async ({ run, filter }) => (await lab()).report(run, filter),
    labPage: async ({ run, filter, words }) => ({ html: await (await lab()).page(run, filter, words) }),
    labMap: async ({ run }) => (await lab()).map(run),
    labSessions: async ({ run, ...part }) => (await lab()).sessions(run, part),
    labOdd: async ({ run, count }) => (await lab()).odd(run, count),
    labPrepare: async ({ run, session }) => (await lab()).prepare(run, session),
    labOpen: async ({ run, session, beat = 0 }) => {
      const branch = sessionBranch(run, session)
      const isOpened = (campaign: OpenCampaign): boolean => campaign.history.branches().some(({ name }) => name === branch)
      const opened = await lab()
      const { commit, row } = await opened.session(run, session)
      const beats = isOpened(current().campaign) ? [] : await opened.beats(run, session)
      return between(async ({ campaign }) => {
        if (!isOpened(campaign)) campaign.saveBranch(branch, commit, beats)
        await campaign.switchTo(branch)
        announce({ kind: 'head' })
        const head = campaign.history.head().commit
        const n = seededAt(campaign, commit, head) + beat
        const at = campaign.beatNumbered(n)?.id
        if (at === undefined)
          throw new Problem('not-found', `The branch ${branch} has no beat ${n} any more. Delete the branch to open the session anew.`)
        return { branch, head, beat: at, session: row }
      })
    },
    labQuery: async ({ run, sql, rows }, stop) => {
      const opened = await lab()
      return opened.results(opened.run(run).id).query(sql, rows, stop)
    },
    labExport: async ({ run, folder, format }) => {
      const opened = await lab()
      return opened.results(opened.run(run).id).exportTables(folder, format)
    },
    labSchema: async () => resultsSchema(),
    labCompare: async ({ a, b }) => (await lab()).compare(a, b),
    labVersus: ({ queue, ...input }) => following(queue, (all, workers) => all.compare.follow(input, workers)),
    labSolve: ({ target, at, queue }) => following(queue, (all, workers) => all.balance.follow({ target, at: at ?? headOf(current()) }, workers)),
    labTest: ({ at, queue, ...wanted }) => following(queue, (all, workers) => all.tests.follow({ at: at ?? headOf(current()), ...wanted }, workers)),
    judgeRuns: (asked) => following(undefined, (all) => all.judge.follow(asked)),
    labExperiments: async () => {
      const all = await labs.experimentsOf(current())
      const shown = await Promise.all(EXPERIMENTS.map(async (kind) => [kind, await all[kind].shown()] as const))
      return Object.fromEntries(shown.filter(([, one]) => one))
    },
    labStopExperiment: async ({ kind }) => (await labs.experimentsOf(current()))[kind].stop(),
    labNumbers: async ({ at }) => {
      const { history, snapshot } = current().campaign
      const { mayHaveNumbers, numbersIn } = await import('../lab/numbers')
      const entries = [...history.files(history.commit(at ?? snapshot.commit.id).tree)].filter(
        ([path, { mode }]) => mayHaveNumbers(path) && mode !== LINK
      )
      return numbersIn(entries.map(([path, { oid }]) => [path, history.blob(oid)]))
    },
    labApply: async ({ of, value }) =>
      edited(async (campaign) => {
        const { past, snapshot } = campaign
        const { numberAt, withNumber } = await import('../lab/numbers')
        const bytes = past.bytes(snapshot.commit.tree, of.path)
        // Throws for a path without a number.
        const before = numberAt({ files: new Map(bytes ? [[of.path, bytes]] : []) }, of)
        if (before === value) throw new Problem('refused', `${of.keys.join(' → ')} is ${value} already. There is nothing to save.`)
        const text = withNumber(past.files.text(snapshot.commit.tree, of.path) ?? '', of, value)
        const subject = `${of.keys.join(' → ')} is ${value} instead of ${before} in ${of.path}`
        const { beat } = await campaign.edit(new Map([[of.path, Buffer.from(text)]]), subject, { kind: 'edit', action: FILE_EDIT, params: {} })
        return beat
      })
  }
}

/** The number of the first beat after `commit`, on the line to `head`, that sets a seed: the beats of a session are counted from it. */
function seededAt({ history }: OpenCampaign, commit: string, head: string): number {
  let seeded = 0
  for (const one of lineTo(history, head)) {
    if (one.id === commit) return seeded
    const { beat } = parseBeatMessage(one)
    if (beat.action === 'reseed') seeded = beat.n
  }
  return seeded
}

/** The campaign's direction files that favour actions, and those that come with the app and are missing in it. */
function personas(campaign: OpenCampaign, resources: string): { id: string; name: string }[] {
  const own = directionFiles(campaign).filter(({ text, problem }) => problem === undefined && /^weights:/m.test(text))
  const paths = new Set(own.map(({ path }) => path))
  const bundled = [...bundledPersonas(resources)].filter(([id]) => !paths.has(personaPath(id)))
  return [
    ...own.map(({ path, name }) => ({ id: path, name: name === '' ? basename(path, '.md') : name })),
    ...bundled.map(([id, text]) => ({ id, name: readDirection(text, personaPath(id)).name }))
  ]
}

import { attempt } from '../../shared/base/attempt'
import { Aborter, never, type AbortSignalLike } from '../../shared/base/abort'
import { Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import { LINK } from '../campaign/git/oid'
import { timeSlices } from '../work/time-slices'
import { readChangedFile } from '../story/edits/external-changes'
import type { OpenCampaign } from '../story/open-campaign'
import type { Content, LanguageAnswer, LanguageFiles, LanguageTask } from './service'
import { LanguageThread } from './thread'

/** The largest file for names, search and problems, in bytes. */
const MAX_BYTES = 16 << 20

/** The drafts of a window: unsaved texts by path. */
export type DraftTexts = Readonly<Record<string, string>>

/** A thread, and the files of one campaign that it knows. */
class Reader {
  readonly thread = new LanguageThread()
  readonly #sent = new Map<string, string>()
  #order: Promise<unknown> = Promise.resolve()

  constructor(private readonly campaign: OpenCampaign) {}

  /** Sends one task after another, so that the thread receives each change before the tasks that depend on it. */
  sendInOrder<T extends LanguageTask>(task: T, drafts: LanguageFiles['drafts'], stop: AbortSignalLike): Promise<AsyncGenerator<LanguageAnswer<T>>> {
    const sent = this.#order.then(async () => this.thread.ask(task, { saved: await this.#changedFiles(), drafts }, stop))
    this.#order = sent.catch(() => undefined)
    return sent
  }

  /** The files that differ from the thread's. Large campaigns are read in time slices. */
  async #changedFiles(): Promise<[string, Content | null][]> {
    const { history } = this.campaign
    if (!this.thread.isRunning) this.#sent.clear()
    const now = history.files(history.commit(history.head().commit).tree)
    const changed: [string, Content | null][] = []
    const breathe = timeSlices()
    for (const [path, { mode, oid }] of now) {
      if (mode === LINK || this.#sent.get(path) === oid) continue
      await breathe()
      const bytes = history.blob(oid)
      changed.push([path, bytes.length > MAX_BYTES ? null : contentOf(bytes)])
      this.#sent.set(path, oid)
    }
    for (const path of this.#sent.keys())
      if (!now.has(path)) {
        changed.push([path, null])
        this.#sent.delete(path)
      }
    return changed
  }
}

/** An open campaign's language service. Its threads get changed files; the check has its own, as it runs rules for seconds. */
export class CampaignLanguage {
  readonly #names: Reader
  readonly #check: Reader
  #checking: Aborter | undefined

  constructor(private readonly campaign: OpenCampaign) {
    this.#names = new Reader(campaign)
    this.#check = new Reader(campaign)
  }

  /** The answer to a task with a single answer, with drafts and external changes. Throws Problem. */
  async one<T extends LanguageTask>(task: T, drafts: DraftTexts = {}): Promise<LanguageAnswer<T>> {
    for await (const answer of await this.#names.sendInOrder(task, await this.#now(drafts), never)) return answer
    throw new Problem('refused', 'The campaign was closed before this was answered. Open it again.')
  }

  /** The events of a search. Throws Problem. */
  async *search(task: LanguageTask & { ask: 'search' }, drafts: DraftTexts, stop: AbortSignalLike): AsyncGenerator<LanguageAnswer<typeof task>> {
    yield* await this.#names.sendInOrder(task, await this.#now(drafts), stop)
  }

  /** The findings of `check` with drafts and external changes. A later call ends an earlier one. */
  async *problems(resources: string, drafts: DraftTexts, stop: AbortSignalLike): AsyncGenerator<LanguageAnswer<LanguageTask & { ask: 'problems' }>> {
    this.#checking?.abort()
    const own = new Aborter()
    own.follow(stop)
    this.#checking = own
    const { before } = await this.#externalChanges()
    yield* await this.#check.sendInOrder({ ask: 'problems', resources, before }, await this.#now(drafts), own)
  }

  dispose(): void {
    this.#checking?.abort()
    this.#names.thread.dispose()
    this.#check.thread.dispose()
  }

  /** The files that differ from the committed ones: changed outside, or drafts in a window. */
  async #now(drafts: DraftTexts): Promise<LanguageFiles['drafts']> {
    return [...new Map<string, Content | null>([...(await this.#externalChanges()).changed, ...Object.entries(drafts)])]
  }

  async #externalChanges(): Promise<{ changed: [string, Content | null][]; before: ProblemData[] }> {
    const before: ProblemData[] = []
    const changed = (await this.campaign.external.latest()).flatMap(({ path, change }): [string, Content | null][] => {
      try {
        return [[path, change === 'removed' ? null : contentOf(readChangedFile(this.campaign.history.dir, path))]]
      } catch (thrown) {
        before.push(toProblem(thrown).toJSON())
        return []
      }
    })
    return { changed, before }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text, or bytes if the content is not UTF-8. */
const contentOf = (bytes: Buffer): Content => attempt(() => decoder.decode(bytes), bytes)

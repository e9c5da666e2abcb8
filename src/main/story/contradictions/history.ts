import { z } from 'zod'
import { Contradiction, type BeatContradictions } from '../../../shared/contradictions'
import type { Game } from '../../../shared/game'
import type { LogEntry } from '../../../shared/play'
import { Problem } from '../../../shared/problem'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Commit, History } from '../../campaign/history'
import type { Hydrator } from '../../campaign/hydrate'
import { PageReader } from '../../campaign/pages'
import { CHECKER, contradictionsIn } from './find'

/** What the search for contradictions reads: a repository, its files as states, and the names of the game in force at a root tree. */
export interface Told {
  history: Pick<History, 'commit'>
  files: Hydrator
  listsAt: (tree: string) => Promise<Pick<Game, 'equipment' | 'conditions'> | undefined>
}

/** Nothing, for files that can't be read; any other failure is thrown on. */
function unreadable(thrown: unknown): [] {
  if (thrown instanceof Problem) return []
  throw thrown
}

/** The lists of a game that doesn't load: its conditions and things are unknown. */
const NO_LISTS = { equipment: {}, conditions: {} }

/** Ends of lines that are remembered on this machine. */
const MAX_TIPS = 40

const Kept = z.object({
  checker: z.literal(CHECKER),
  tips: z.array(z.string().regex(/^[0-9a-f]{40}$/)).max(MAX_TIPS),
  found: z.record(z.string(), z.object({ beat: z.number().int(), scene: z.string(), found: z.array(Contradiction) }))
})

/**
 * The contradictions of a campaign's beats. Each beat is checked once on this machine: what was found is cached beside the history, never in it, and
 * a better checker (`CHECKER`) checks everything again.
 */
export class Contradictions {
  /** Commits whose line up to them has been checked. */
  readonly #checked = new Set<string>()
  readonly #found = new Map<string, Omit<BeatContradictions, 'commit'>>()
  readonly #pages: PageReader
  #tips: string[] | undefined

  constructor(
    private readonly log: Told,
    private readonly file?: KeptFile
  ) {
    this.#pages = new PageReader(log.files)
  }

  /**
   * The contradictions on the line that ends with a commit, oldest first; with `after`, only those of beats that follow it on that line. `breathe` is
   * awaited between beats, so that a running table goes on. Throws Problem where a commit can't be read.
   */
  async upTo(head: string, after?: string, breathe: () => Promise<void> = async () => undefined): Promise<BeatContradictions[]> {
    this.#recall()
    const line: Commit[] = []
    for (let id: string | undefined = head; id !== undefined && !this.#checked.has(id); id = line.at(-1)?.parents[0]) {
      line.push(this.log.history.commit(id))
      await breathe()
    }
    if (line.length > 0) {
      await this.#check(line.toReversed(), breathe)
      this.#keep(head, line.at(-1)?.parents[0])
    }
    const found: BeatContradictions[] = []
    for (let id: string | undefined = head; id !== undefined && id !== after; id = this.log.history.commit(id).parents[0]) {
      const one = this.#found.get(id)
      if (one) found.push({ commit: id, ...one })
    }
    return found.toReversed()
  }

  /** Checks commits that follow each other, oldest first. Each scene's log is read once, as of its last commit among them. */
  async #check(line: readonly Commit[], breathe: () => Promise<void>): Promise<void> {
    const beats = line.map((commit) => ({ commit, beat: parseBeatMessage(commit).beat }))
    const last = new Map(beats.flatMap(({ commit, beat }) => (beat.scene === undefined ? [] : [[beat.scene, commit]])))
    const logs = new Map<string, readonly LogEntry[]>()
    for (const { commit, beat } of beats) {
      const { scene } = beat
      const parent = commit.parents[0]
      if (scene !== undefined && parent !== undefined && beat.kind === 'play') {
        const log = logs.get(scene) ?? this.#logOf(last.get(scene) ?? commit, scene)
        if (!logs.has(scene)) logs.clear()
        logs.set(scene, log)
        const found = await this.#beat(commit, parent, log, beat.n).catch(unreadable)
        if (found.length > 0) this.#found.set(commit.id, { beat: beat.n, scene, found })
      }
      this.#checked.add(commit.id)
      await breathe()
    }
  }

  /** The contradictions of one beat; none where its files can't be read, which is a matter for `check`. */
  async #beat(commit: Commit, parent: string, log: readonly LogEntry[], n: number): Promise<Contradiction[]> {
    const index = log.findIndex(({ beat }) => beat === n)
    const own = index < 0 ? [] : log.slice(index).filter(({ beat, kind }) => beat === n && (kind === 'narration' || kind === 'speech'))
    if (own.length === 0) return []
    const { state: before } = this.log.files.at(this.log.history.commit(parent).tree)
    const { state: after, lore } = this.log.files.at(commit.tree)
    const game = (await this.log.listsAt(commit.tree)) ?? NO_LISTS
    return own.flatMap((entry) => contradictionsIn({ before, after, lore, game, earlier: log.slice(0, log.indexOf(entry)), entry }))
  }

  #logOf({ tree }: Commit, scene: string): readonly LogEntry[] {
    try {
      return this.#pages.log(tree, scene)
    } catch (thrown) {
      return unreadable(thrown)
    }
  }

  /** Takes up what this machine found before; nothing where that is missing, damaged or of another checker. */
  #recall(): void {
    if (this.#tips) return
    this.#tips = []
    try {
      const file = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      for (const tip of file.tips)
        for (let id: string | undefined = tip; id !== undefined && !this.#checked.has(id); id = this.log.history.commit(id).parents[0])
          this.#checked.add(id)
      for (const [commit, one] of Object.entries(file.found)) if (this.#checked.has(commit)) this.#found.set(commit, one)
      this.#tips = file.tips
    } catch {
      this.#checked.clear()
      this.#found.clear()
    }
  }

  #keep(tip: string, start: string | undefined): void {
    if (!this.file) return
    this.#tips = [tip, ...(this.#tips ?? []).filter((one) => one !== tip && one !== start)].slice(0, MAX_TIPS)
    const found = Object.fromEntries(this.#found)
    this.file.write(Buffer.from(JSON.stringify({ checker: CHECKER, tips: this.#tips, found })))
  }
}

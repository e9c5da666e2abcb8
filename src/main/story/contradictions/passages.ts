import { isPlayed } from '../../../shared/beat-kinds'
import type { Game } from '../../../shared/game'
import type { LogEntry } from '../../../shared/play'
import { Problem } from '../../../shared/problem'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Commit, History } from '../../campaign/history'
import type { Hydrator, WorldThen } from '../../campaign/hydrate'
import { PageReader } from '../../campaign/pages'
import type { Situation } from './situation'

/** What is read of a story: a repository, its files as states, and the names of the game in force at a root tree. */
export interface StoryReader {
  history: Pick<History, 'commit'>
  files: Hydrator
  listsAt: (tree: string) => Promise<Pick<Game, 'equipment' | 'conditions'> | undefined>
}

/** A beat with the narrations and speeches that it told. */
export interface NarratedBeat {
  commit: Commit
  beat: number
  /** The scene's folder; undefined for a beat outside of scenes. */
  scene: string | undefined
  situations: readonly Situation[]
}

/** Nothing, for files that can't be read, which is a matter for `check`; any other failure is thrown on. */
function unreadable(thrown: unknown): [] {
  if (thrown instanceof Problem) return []
  throw thrown
}

/** The lists of a game that doesn't load: its conditions and things are unknown. */
const NO_LISTS = { equipment: {}, conditions: {} }

/** Reads what the beats of a line told, with the states around it. */
export class Passages {
  readonly #pages: PageReader
  /** The world that was read last: the next one is read from what differs. */
  #last: WorldThen | undefined

  constructor(private readonly story: StoryReader) {
    this.#pages = new PageReader(story.files)
  }

  /**
   * The beats of commits that follow each other, oldest first. Each scene's log is read once, as of its last commit among them; beats for which
   * `isDone` holds are not read.
   */
  async *of(line: readonly Commit[], isDone: (commit: Commit) => boolean = () => false): AsyncGenerator<NarratedBeat> {
    const beats = line.map((commit) => ({ commit, beat: parseBeatMessage(commit).beat }))
    const last = new Map(beats.flatMap(({ commit, beat }) => (beat.scene === undefined ? [] : [[beat.scene, commit]])))
    let log: { scene: string; entries: ReadonlyMap<number, readonly LogEntry[]>; all: readonly LogEntry[] } | undefined
    for (const { commit, beat } of beats) {
      const { scene, n } = beat
      const parent = commit.parents[0]
      let situations: readonly Situation[] = []
      if (scene !== undefined && parent !== undefined && isPlayed(beat.kind) && !isDone(commit)) {
        if (log?.scene !== scene) {
          const all = this.#logOf(last.get(scene) ?? commit, scene)
          log = { scene, all, entries: byBeat(all) }
        }
        const own = log.entries.get(n) ?? []
        if (own.length > 0) situations = await this.#situations(commit, parent, log.all, own).catch(unreadable)
      }
      yield { commit, beat: n, scene, situations }
    }
  }

  async #situations(commit: Commit, parent: string, log: readonly LogEntry[], own: readonly LogEntry[]): Promise<Situation[]> {
    const { files, history, listsAt } = this.story
    const from = files.world(history.commit(parent).tree, this.#last)
    const to = files.world(commit.tree, from)
    this.#last = to
    const game = (await listsAt(commit.tree)) ?? NO_LISTS
    return own.map((entry) => ({ before: from.state, after: to.state, lore: to.lore, game, earlier: log.slice(0, log.indexOf(entry)), entry }))
  }

  #logOf({ tree }: Commit, scene: string): readonly LogEntry[] {
    try {
      return this.#pages.log(tree, scene)
    } catch (thrown) {
      return unreadable(thrown)
    }
  }
}

/** The narrations and speeches of a log, by beat. */
function byBeat(log: readonly LogEntry[]): ReadonlyMap<number, readonly LogEntry[]> {
  const beats = new Map<number, LogEntry[]>()
  for (const entry of log) {
    if (entry.kind !== 'narration' && entry.kind !== 'speech') continue
    const own = beats.get(entry.beat)
    if (own) own.push(entry)
    else beats.set(entry.beat, [entry])
  }
  return beats
}

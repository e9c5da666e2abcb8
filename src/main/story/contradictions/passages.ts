import { isPlayed } from '../../../shared/story/beat-kinds'
import type { Game } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Commit, History } from '../../campaign/history'
import type { Hydrator, WorldThen } from '../../campaign/hydrate'
import { PageReader } from '../../campaign/pages'
import type { Situation } from './situation'

/** The parts of a story that the checks read: its repository, its files as states, and the equipment and conditions of the game at a root tree. */
export interface StoryReader {
  history: Pick<History, 'commit'>
  files: Hydrator
  listsAt: (tree: string) => Promise<Pick<Game, 'equipment' | 'conditions'> | undefined>
}

/** A beat with its narrations and speeches. */
export interface NarratedBeat {
  commit: Commit
  beat: number
  /** The scene's folder; undefined for a beat outside of scenes. */
  scene: string | undefined
  situations: readonly Situation[]
}

/** Handles an error of reading files: returns nothing for a Problem, because `check` reports it, and throws any other error again. */
function unreadable(thrown: unknown): [] {
  if (thrown instanceof Problem) return []
  throw thrown
}

/** The lists of a game that doesn't load. */
const NO_LISTS = { equipment: {}, conditions: {} }

/** Reads the narrations and speeches of a line's beats, with the states around them. */
export class Passages {
  readonly #pages: PageReader
  /** The world that was read last. The next world is read as a difference from it. */
  #last: WorldThen | undefined

  constructor(private readonly story: StoryReader) {
    this.#pages = new PageReader(story.files)
  }

  /**
   * The beats of consecutive commits, oldest first. Each scene's log is read once, at its last commit among them. The passages of beats for which
   * `isDone` returns true are not read.
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

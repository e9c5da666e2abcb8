import { isPlayed } from '../../../shared/story/beat-kinds'
import type { Game } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { parseBeatMessage } from '../../campaign/beat-message'
import { lineTo } from '../../campaign/commit-line'
import type { Commit, History } from '../../campaign/history'
import type { Hydrator, WorldThen } from '../../campaign/hydrate'
import { PageReader } from '../../campaign/pages'
import { isDecree } from './decrees'
import type { Situation } from './situation'

/** The parts of a story that the checks read: its repository, its files as states, and the equipment and conditions of the game at a root tree. */
export interface PassageReader {
  readonly history: Pick<History, 'commit'>
  readonly past: { readonly files: Hydrator; listsAt(tree: string): Promise<Pick<Game, 'equipment' | 'conditions'> | undefined> }
}

/** Whether an entry is a narration or a speech. */
export const isTold = ({ kind }: LogEntry): boolean => kind === 'narration' || kind === 'speech'

/** A beat with its narrations and speeches, and the entries with which the DM sets facts. */
export interface NarratedBeat {
  commit: Commit
  beat: number
  /** The scene's folder; undefined for a beat outside of scenes. */
  scene: string | undefined
  situations: readonly Situation[]
}

/** The commits of the line that ends with `head`, oldest first, back to the first one or to one for which `isKnown` returns true. */
export async function lineSince(
  { history }: PassageReader,
  head: string,
  yieldThread: () => Promise<void>,
  isKnown: (id: string) => boolean = () => false
): Promise<Commit[]> {
  const line: Commit[] = []
  for (const commit of lineTo(history, head)) {
    if (isKnown(commit.id)) break
    line.push(commit)
    await yieldThread()
  }
  return line.toReversed()
}

/** Returns nothing for a Problem, because `check` reports it, and throws any other error again. */
function unreadable(thrown: unknown): [] {
  if (thrown instanceof Problem) return []
  throw thrown
}

/** Reads the narrations and speeches of a line's beats, with the states around them. */
export class Passages {
  readonly #pages: PageReader
  /** The world that was read last. The next world is read as a difference from it. */
  #last: WorldThen | undefined

  constructor(private readonly story: PassageReader) {
    this.#pages = new PageReader(story.past.files)
  }

  /** The beats of consecutive commits, oldest first, without those that `isDone`. Each scene's log is read once, at its last commit. */
  async *of(line: readonly Commit[], isDone: (commit: Commit) => boolean = () => false): AsyncGenerator<NarratedBeat> {
    const beats = line.map((commit) => ({ commit, beat: parseBeatMessage(commit).beat }))
    const last = new Map(beats.flatMap(({ commit, beat }) => (beat.scene === undefined ? [] : [[beat.scene, commit]])))
    let log: { scene: string; entries: readonly LogEntry[] } | undefined
    for (const { commit, beat } of beats) {
      const { scene, n, kind } = beat
      const parent = commit.parents[0]
      let situations: readonly Situation[] = []
      if (scene !== undefined && parent !== undefined && isPlayed(kind) && !isDone(commit)) {
        if (log?.scene !== scene) log = { scene, entries: this.#logOf(last.get(scene) ?? commit, scene) }
        situations = await this.#situations(commit, parent, n, log.entries).catch(unreadable)
      }
      yield { commit, beat: n, scene, situations }
    }
  }

  async #situations(commit: Commit, parent: string, beat: number, log: readonly LogEntry[]): Promise<Situation[]> {
    const own = log.flatMap((entry, at) => (entry.beat === beat && (isTold(entry) || isDecree(entry)) ? { entry, at } : []))
    if (own.length === 0) return []
    const { history, past } = this.story
    const from = past.files.world(history.commit(parent).tree, this.#last)
    const to = past.files.world(commit.tree, from)
    this.#last = to
    const game = (await past.listsAt(commit.tree)) ?? { equipment: {}, conditions: {} }
    return own.map(({ entry, at }) => ({ before: from.state, after: to.state, lore: to.lore, game, earlier: log.slice(0, at), entry }))
  }

  #logOf({ tree }: Commit, scene: string): readonly LogEntry[] {
    try {
      return this.#pages.log(tree, scene)
    } catch (thrown) {
      return unreadable(thrown)
    }
  }
}

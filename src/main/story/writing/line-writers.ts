import type { Beat, Params } from '../../../shared/story/play'
import { type Writer, writerOfAgent } from '../../../shared/story/writers'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Commit, History } from '../../campaign/history'
import { isPlayers } from '../../engine/people'
import { holdsProse } from './authored'
import type { StoryReader } from '../reader'
import { repeatedEdits } from '../today/steps'
import type { Recordings } from '../turns/recordings'
import { equal } from '../../../shared/base/json'
import { lineTo } from '../../campaign/commit-line'

/** The part of a branch that was read: commits by the number of their beats, down to `from`. */
interface Line {
  commits: Generator<Commit>
  byNumber: Map<number, Commit>
  from: number
}

/** Finds the beats that replayed ones repeat: those with the same number, seat and call on another branch. Each branch is read once, as far as needed. */
class Originals {
  readonly #lines = new Map<string, Line>()

  constructor(private readonly history: Pick<History, 'branches' | 'commit'>) {}

  /** The beat of another branch that a replayed beat repeats; undefined if no branch has it. */
  find(replayed: Commit): Commit | undefined {
    const { beat, params } = parseBeatMessage(replayed)
    for (const { head } of this.history.branches()) {
      const commit = this.#at(head, beat.n)
      const original = commit && commit.id !== replayed.id ? parseBeatMessage(commit) : undefined
      if (!commit || !original || original.beat.agent === 'replay') continue
      if (original.beat.actor === beat.actor && original.beat.action === beat.action && equal(original.params, params)) return commit
    }
    return undefined
  }

  #at(head: string, n: number): Commit | undefined {
    const line = this.#lines.get(head) ?? { commits: lineTo(this.history, head), byNumber: new Map(), from: Number.POSITIVE_INFINITY }
    this.#lines.set(head, line)
    while (line.from > n) {
      const next = line.commits.next()
      line.from = next.done ? Number.NEGATIVE_INFINITY : parseBeatMessage(next.value).beat.n
      // A commit that isn't a beat has no number of its own.
      if (!next.done && parseBeatMessage(next.value).beat.kind !== 'foreign') line.byNumber.set(line.from, next.value)
    }
    return line.byNumber.get(n)
  }
}

/** A beat of a line: who wrote the texts of its call. `parent`: the tree before it. */
export interface WrittenBeat {
  commit: string
  n: number
  tree: string
  parent: string | undefined
  kind: string
  action: string
  actor: string
  scene: string | undefined
  writer: Writer
  /** The nodes of a document that a model wrote in an edit; absent: all that it changed. */
  nodes?: ReadonlySet<string>
  params: () => Params
}

/** A story whose beats have writers. */
export type WrittenStory = StoryReader & { readonly recordings: Pick<Recordings, 'of'> }

/** The actions of a seat that can write prose of the world: a model's narration can change it, too. */
const WRITES = new Set(['record', 'narrate'])

/** The model that wrote nodes of a document in an edit, if the edit names one. */
function assistantOf({ assistant, nodes }: Params): Partial<Pick<WrittenBeat, 'writer' | 'nodes'>> {
  if (typeof assistant !== 'string' || !Array.isArray(nodes)) return {}
  return { writer: { by: 'model', model: assistant }, nodes: new Set(nodes) }
}

/** The beats of one line with their writers. It grows with the line, so that each beat is read once. */
export class LineWriters {
  #beats: WrittenBeat[] = []
  #places = new Map<string, number>()
  /** By path: the places of the beats in which anyone but the designer, or a model for the designer, changed a file with prose. */
  #changes = new Map<string, number[]>()

  readonly #originals: Originals

  constructor(private readonly campaign: WrittenStory) {
    this.#originals = new Originals(campaign.history)
  }

  /** Reads the line that ends at a commit. Awaits `yieldThread` between beats. Throws Problem `not-found`. */
  async read(end: string, yieldThread: () => Promise<void>): Promise<void> {
    const fresh: Commit[] = []
    const { history } = this.campaign
    let commit: Commit | undefined = history.commit(end)
    for (; commit && !this.#places.has(commit.id); commit = commit.parents[0] === undefined ? undefined : history.commit(commit.parents[0])) {
      fresh.push(commit)
      await yieldThread()
    }
    // A commit inside the known line is only cut off there if another line begins at it.
    if (fresh.length > 0) this.#cutAfter(commit?.id)
    for (const one of fresh.toReversed()) {
      this.#append(one)
      await yieldThread()
    }
  }

  #cutAfter(commit: string | undefined): void {
    const count = commit === undefined ? 0 : (this.#places.get(commit) ?? -1) + 1
    for (const { commit: id } of this.#beats.splice(count)) this.#places.delete(id)
    for (const places of this.#changes.values()) while ((places.at(-1) ?? -1) >= count) places.pop()
  }

  #append(commit: Commit): void {
    const { history } = this.campaign
    const beat = this.#beatOf(commit)
    const { kind, action, parent } = beat
    const place = this.#beats.push(beat) - 1
    this.#places.set(commit.id, place)
    const isEdit = kind === 'edit' || kind === 'import' || kind === 'foreign'
    const isByModel = (one: Pick<WrittenBeat, 'writer'>): boolean => one.writer.by === 'model'
    const mayWrite = isEdit ? isByModel(beat) || this.originsOf(beat).some(isByModel) : kind !== 'play' || WRITES.has(action)
    if (!mayWrite || parent === undefined) return
    for (const { path } of history.changed(parent, commit.tree)) {
      if (!holdsProse(path)) continue
      const places = this.#changes.get(path)
      if (places) places.push(place)
      else this.#changes.set(path, [place])
    }
  }

  #beatOf(commit: Commit): WrittenBeat {
    const { history } = this.campaign
    const message = parseBeatMessage(commit)
    const { n, kind, action, actor, scene } = message.beat
    const parent = commit.parents[0] === undefined ? undefined : history.commit(commit.parents[0]).tree
    return {
      commit: commit.id,
      n,
      tree: commit.tree,
      parent,
      kind,
      action,
      actor,
      scene,
      writer: this.#writerOf(message.beat, commit),
      ...(kind === 'edit' ? assistantOf(message.params) : {}),
      params: () => message.params
    }
  }

  /** The edits that an edit of the designer repeats: those that it brought from another branch, with a world, or with Redo. */
  originsOf({ commit, parent, kind, params }: Pick<WrittenBeat, 'commit' | 'parent' | 'kind' | 'params'>): WrittenBeat[] {
    if (kind !== 'edit' || parent === undefined) return []
    return repeatedEdits(this.campaign.history, commit, params()).flatMap((one) => {
      const beat = this.#beatOf(one)
      const origins = this.originsOf(beat)
      return origins.length > 0 ? origins : [beat]
    })
  }

  #writerOf({ kind, action, actor, agent, n, spent, writer }: Beat, commit: Commit): Writer {
    if (writer) return writer
    if (kind === 'foreign') return { by: 'unknown' }
    if (kind === 'import' && action !== 'new') return { by: 'imported' }
    if (kind === 'edit' || kind === 'import') return spent?.model === undefined ? { by: 'designer' } : { by: 'model', model: spent.model }
    return writerOfAgent(agent, isPlayers(actor), spent?.model) ?? (agent === 'replay' ? this.#replayed(actor, n, commit) : { by: 'unknown' })
  }

  /** The writer of a replayed call whose beat doesn't say it: by the recording, or, where that isn't on this machine, by the same beat on another branch. */
  #replayed(actor: string, n: number, commit: Commit): Writer {
    const seat = this.campaign.recordings.of(actor, n)?.seat
    const writer = seat && writerOfAgent(seat.agent, isPlayers(actor), seat.model)
    const original = writer ? undefined : this.#originals.find(commit)
    return writer ?? (original ? this.#writerOf(parseBeatMessage(original).beat, original) : { by: 'unknown' })
  }

  /** The beats up to a commit of the line that was read last, oldest first. */
  upTo(commit: string): readonly WrittenBeat[] {
    return this.#beats.slice(0, (this.#places.get(commit) ?? -1) + 1)
  }

  /** The beats before a commit in which a seat or a model changed a file, the newest first. */
  changesOf(path: string, before: string): WrittenBeat[] {
    const place = this.#places.get(before) ?? -1
    return (this.#changes.get(path) ?? []).flatMap((one) => (one < place ? (this.#beats[one] ?? []) : [])).toReversed()
  }

  /** The first beat of the line. */
  get first(): WrittenBeat | undefined {
    return this.#beats[0]
  }
}

import type { Game } from '../../../shared/story/game'
import type { Lore } from '../../../shared/story/lore'
import type { ActionCall, Params, Roll } from '../../../shared/story/play'
import type { GameState, Next } from '../../../shared/story/state'
import type { Writer } from '../../../shared/story/writers'
import { documentsOf } from '../../campaign/arrow-documents'
import { filesWithMutations, nextFile, resolveCall } from '../../campaign/beat-files'
import { authorOf, beatMessage, formatBeatMessage } from '../../campaign/beat-message'
import { type Author, FOLDER, type NewCommit } from '../../campaign/history'
import type { Hydrator } from '../../campaign/hydrate'
import type { ObjectReader } from '../../campaign/parsed-files'
import { FILES } from '../../campaign/layout'
import { readAgain, reopened } from '../../campaign/reopened'
import { DESIGNER } from '../../engine/people'
import { loadGame } from '../../rules/load-game'
import { versionFile } from '../creation/create'
import { FILE_EDIT } from '../edits/edit-history'
import { checkEditable } from '../edits/check-edit'
import { MemoryObjects, rulesIn } from '../edits/overlay'
import type { StoryReader } from '../reader'

/** A beat that was played in memory, in the form in which it would be committed; null removes a file. */
export interface ScratchBeat {
  files: ReadonlyMap<string, Buffer | null>
  /** The modes of files that an edit made; any other file keeps its mode. */
  modes?: ReadonlyMap<string, number>
  message: string
  author: Author
}

interface End {
  root: string
  state: GameState
  lore: Lore
  game: Game
}

/** A played beat, and the files that it wrote. */
export interface ScratchPlay {
  subject: string
  rolls: Roll[]
  files: ReadonlyMap<string, Buffer>
}

/** A line of beats in memory that continues from a commit as an open campaign would. They can be committed later without changes. */
export class ScratchLine {
  readonly objects: MemoryObjects
  readonly beats: ScratchBeat[] = []
  readonly #files: Hydrator
  #end: End

  /** A line over objects, from `end` on; `files` parses them. */
  constructor(objects: ObjectReader, files: Hydrator, end: End) {
    this.objects = new MemoryObjects(objects)
    this.#files = files.over(this.objects)
    this.#end = end
  }

  /** A line that begins at a commit, with the rules of that commit. Throws Problem. */
  static async from(campaign: StoryReader, id: string): Promise<ScratchLine> {
    const { history, past } = campaign
    const { tree } = history.commit(id)
    return new ScratchLine(history, past.files, { root: tree, ...past.files.at(tree), game: await past.gameAt(tree) })
  }

  get end(): Readonly<End> {
    return this.#end
  }

  text(path: string): string | undefined {
    return this.#files.text(this.#end.root, path)
  }

  bytes(path: string): Buffer | undefined {
    const entry = this.#files.entry(this.#end.root, path)
    return entry && entry.mode !== FOLDER ? this.objects.blob(entry.oid) : undefined
  }

  /** The id of a file's bytes, or undefined. */
  oid(path: string): string | undefined {
    return this.#files.entry(this.#end.root, path)?.oid
  }

  /** Plays a call, with the dice of its beat. `writer`: who wrote its texts. Throws Problem; then nothing has changed. */
  play(request: ActionCall, writer?: Writer): ScratchPlay {
    const { state, lore, game } = this.#end
    const documents = documentsOf(lore, (path) => this.bytes(path))
    return this.add(
      resolveCall({ state, game }, request, (path) => this.#folder(path), { documents }),
      writer
    )
  }

  /** Adds a call that was played on an equal state elsewhere, with what came of it. Throws Problem; then nothing has changed. */
  add({ call, outcome: played }: ReturnType<typeof resolveCall>, writer?: Writer): ScratchPlay {
    const { root, state, lore, game } = this.#end
    const { files: written, outcome, isMutated } = filesWithMutations((path) => this.bytes(path), { state, lore }, played, game)
    const files = new Map([...written].map(([path, { bytes }]) => [path, bytes]))
    const after = this.objects.grow(root, files)
    const now = isMutated
      ? readAgain(this.#files, { state, lore }, after, files.keys())
      : { state: outcome.state, lore: reopened(this.#files, { state, lore }, after, files.keys(), outcome.state) }
    this.beats.push({ files, message: beatMessage(call, outcome, state, game, files, { writer }), author: authorOf(state, call) })
    this.#end = { root: after, ...now, game }
    return { subject: outcome.subject, rolls: outcome.rolls, files }
  }

  /** Applies edited files as one beat by the designer. `next` changes the turn's counters. Throws Problem if a file doesn't fit, changing nothing. */
  async edit(
    updates: ReadonlyMap<string, Buffer | null>,
    subject: string,
    params: Params,
    next: (next: Next) => Next = oneMore,
    modes?: ReadonlyMap<string, number>
  ): Promise<void> {
    const { state } = this.#end
    const files = new Map(updates)
    for (const [path, bytes] of files) checkEditable(path, bytes)
    const after = next(state.next)
    files.set(FILES.next, Buffer.from(nextFile(after)))
    const end = await this.#edited(files)
    const call: ActionCall = { kind: 'edit', action: FILE_EDIT, actor: DESIGNER, params, agent: 'hand' }
    const message = formatBeatMessage({ subject, call, beat: after.beat, rolls: [], scene: state.scene?.path, rules: end.game.hash })
    this.beats.push({ files, message, author: authorOf(state, call), ...(modes ? { modes } : {}) })
    this.#end = end
  }

  /** The end of the line after writing these files. If rules change, adds the file narrative-version to `files`. */
  async #edited(files: Map<string, Buffer | null>): Promise<End> {
    const { root } = this.#end
    let game = this.#end.game
    if ([...files.keys()].some((path) => path.startsWith('rules/'))) {
      game = await loadGame(rulesIn(this.objects, this.objects.grow(root, files)))
      files.set(FILES.version, Buffer.from(versionFile(game.manifest.game, game.manifest.version, game.hash)))
    }
    const after = this.objects.grow(root, files)
    return { root: after, ...this.#files.at(after), game }
  }

  #folder(path: string): ReadonlyMap<string, { mode: number }> | undefined {
    const entry = path === '' ? { mode: FOLDER, oid: this.#end.root } : this.#files.entry(this.#end.root, path)
    return entry?.mode === FOLDER ? this.objects.tree(entry.oid) : undefined
  }
}

const oneMore = (next: Next): Next => ({ ...next, beat: next.beat + 1 })

/** A beat of a line as it is committed. */
export const committed = (
  { files, modes, message, author }: ScratchBeat,
  time: number
): Pick<NewCommit, 'files' | 'message' | 'author' | 'time'> => ({
  files: new Map(
    [...files].map(([path, bytes]) => {
      const mode = modes?.get(path)
      return [path, bytes && { bytes, ...(mode === undefined ? {} : { mode }) }]
    })
  ),
  message,
  author,
  time
})

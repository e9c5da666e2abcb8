import type { Direction } from '../../shared/table/direction'
import { fileName, logFile, planFile, sceneFolder } from '../../shared/story/layout'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { DM } from '../engine/people'
import type { PlayedScene } from '../engine/memory'
import type { TableTexts, PrivateLine, Summaries } from '../engine/project'
import { directionTexts, readDirection } from './direction'
import type { Hydrator } from './hydrate'
import { actorFolderIn, FILES } from './layout'
import { readLife, readLog, readTalk } from './lines'
import { ifReadable } from './parsed-files'
import { readNote } from './notes/note'
import { recapIn, sessionSummary, summaryBody } from './summary-file'

/** The maximum number of files of logs that stay parsed. */
const MAX_LOGS = 1000

/** Reads the table's texts. For a log that has only grown since the last read, it parses only the new lines. */
export class PageReader {
  readonly #logs = new Map<string, { text: string; entries: readonly LogEntry[] }>()
  /** The last text of each other file, with the value read from it. */
  readonly #last = new Map<string, { text: string; value: unknown }>()

  /** `readNew` reads the lines by which a log has grown. `first` reads, and remembers, the first text of every other file. */
  constructor(
    private readonly files: Pick<Hydrator, 'text'>,
    private readonly readNew = readLog,
    private readonly first?: PageReader
  ) {}

  /** The texts at a root tree: those of the active scene, and the direction files that its table names. */
  at(tree: string, state: GameState, direction?: Direction): TableTexts {
    const { session, scene, closing } = state.next
    const text = (path: string): string | undefined => this.files.text(tree, path)
    const summary = (path: string): { body: string; recap: string } | undefined => {
      const file = text(path)
      return file === undefined ? undefined : this.#once(path, file, () => ({ body: summaryBody(file), recap: recapIn(file) }))
    }
    const scenes = Array.from({ length: scene }, (_, i) => summary(`${sceneFolder(session, i + 1)}/${fileName('sceneSummary')}`))
    const own = summary(sessionSummary(session))
    const campaign = summary(FILES.summary)
    const earlier = closing[0] === 'campaign' ? Array.from({ length: session - 1 }, (_, i) => summary(sessionSummary(i + 1))) : undefined
    const summaries = (of: 'body' | 'recap'): Summaries => ({
      scenes: scenes.flatMap((file) => file?.[of] ?? []),
      ...(own === undefined ? {} : { session: own[of] }),
      ...(campaign === undefined ? {} : { campaign: campaign[of] }),
      ...(earlier === undefined ? {} : { sessions: earlier.flatMap((file) => file?.[of] ?? []) })
    })
    return {
      log: state.scene ? this.log(tree, state.scene.path) : [],
      private: state.scene ? this.talk(tree, state.scene.path, state) : {},
      lives: this.#lives(tree, state),
      plans: this.#plans(tree, state),
      ...(direction ? { direction: directionTexts(direction, text, (file, path) => this.#once(path, file, () => readDirection(file, path))) } : {}),
      summaries: summaries('body'),
      recaps: summaries('recap')
    }
  }

  /** Every scene up to a root tree, the oldest first. Throws Problem `bad-file`. */
  scenes(tree: string, state: GameState): PlayedScene[] {
    const out: PlayedScene[] = []
    for (let session = 1; session <= state.next.session; session++)
      for (let number = 1; ; number++) {
        const path = sceneFolder(session, number)
        const about = this.files.text(tree, `${path}/${fileName('scene')}`)
        if (about === undefined) break
        const summary = this.files.text(tree, `${path}/${fileName('sceneSummary')}`)
        const place = /^place: "?([^"\n]+?)"?$/m.exec(about)?.[1]
        const recap = summary === undefined ? undefined : recapIn(summary)
        out.push({ session, number, place, recap, log: this.log(tree, path), private: this.talk(tree, path, state) })
      }
    return out
  }

  /** A scene's log, oldest first; [] if it is empty. Throws Problem `bad-file`. */
  log(tree: string, scene: string): readonly LogEntry[] {
    let out: readonly LogEntry[] = []
    for (let n = 1; ; n++) {
      const path = logFile(scene, n)
      const text = this.files.text(tree, path)
      if (text === undefined) return out
      const entries = this.#entries(path, text)
      out = n === 1 ? entries : [...out, ...entries]
    }
  }

  #entries(path: string, text: string): readonly LogEntry[] {
    const known = this.#logs.get(path)
    if (known?.text === text) return known.entries
    const grown = known && text.length > known.text.length && text.startsWith(known.text)
    const entries = grown ? [...known.entries, ...this.readNew(text.slice(known.text.length), path)] : readLog(text, path)
    if (this.#logs.size > MAX_LOGS) this.#logs.clear()
    this.#logs.set(path, { text, entries })
    return entries
  }

  /** The plan of every seat. A note that can't be read is ignored. */
  #plans(tree: string, state: GameState): Record<string, string> {
    const players = Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player')
    return Object.fromEntries(
      [DM, ...players].flatMap((who): [string, string][] => {
        const path = planFile(who === DM ? undefined : who)
        const text = ifReadable(() => this.files.text(tree, path))
        const plan = text === undefined ? '' : this.#once(path, text, () => readNote(text, path).body.trim())
        return plan === '' ? [] : [[who, plan]]
      })
    )
  }

  #lives(tree: string, state: GameState): Record<string, string[]> {
    const players = Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player')
    return Object.fromEntries(
      players.map((id) => {
        const path = `${actorFolderIn(state, id)}/${fileName('timeline')}`
        const text = this.files.text(tree, path) ?? ''
        return [id, this.#once(path, text, () => readLife(text, path))]
      })
    )
  }

  #once<T>(path: string, text: string, read: () => T): T {
    const last = this.#last.get(path)
    if (last?.text === text) return last.value as T
    const value = last || !this.first ? read() : this.first.#once(path, text, read)
    this.#last.set(path, { text, value })
    return value
  }

  talk(tree: string, scene: string, state: GameState): Record<string, PrivateLine[]> {
    const ids = new Map(Object.entries(state.actors).map(([id, actor]) => [actor.name, id]))
    const out: Record<string, PrivateLine[]> = {}
    for (const [id, actor] of Object.entries(state.actors)) {
      if (actor.kind !== 'player') continue
      const text = this.files.text(tree, `${scene}/${id}.md`)
      if (text !== undefined) out[id] = readTalk(text, (name) => ids.get(name) ?? name)
    }
    return out
  }
}

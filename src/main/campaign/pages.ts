import { fileName, logFile, sceneFolder } from '../../shared/layout'
import type { LogEntry } from '../../shared/play'
import type { GameState } from '../../shared/state'
import type { Pages, PrivateLine } from '../engine/project'
import type { Hydrator } from './hydrate'
import { actorFolder, FILES } from './layout'
import { readLife, readLog, readTalk } from './lines'
import { sessionSummary, summaryBody } from './summary-file'

/** Reads the table's texts. A log that only grew since the last read costs only its new lines. */
export class PageReader {
  readonly #logs = new Map<string, { text: string; entries: readonly LogEntry[] }>()

  readonly #lifetimes = new Map<string, { text: string; entries: string[] }>()

  constructor(private readonly files: Pick<Hydrator, 'text'>) {}

  /** The texts at a root tree, for the active scene. */
  at(tree: string, state: GameState): Pages {
    const summary = (path: string): string | undefined => {
      const text = this.files.text(tree, path)
      return text === undefined ? undefined : summaryBody(text)
    }
    const scenes = Array.from({ length: state.next.scene }, (_, i) =>
      summary(`${sceneFolder(state.next.session, i + 1)}/${fileName('sceneSummary')}`)
    )
    const own = summary(sessionSummary(state.next.session))
    const campaign = summary(FILES.summary)
    const earlier =
      state.next.closing[0] === 'campaign' ? Array.from({ length: state.next.session - 1 }, (_, i) => summary(sessionSummary(i + 1))) : undefined
    return {
      log: state.scene ? this.log(tree, state.scene.path) : [],
      private: state.scene ? this.talk(tree, state.scene.path, state) : {},
      lives: this.#lives(tree, state),
      summaries: {
        scenes: scenes.filter((s) => s !== undefined),
        ...(own === undefined ? {} : { session: own }),
        ...(campaign === undefined ? {} : { campaign }),
        ...(earlier === undefined ? {} : { sessions: earlier.filter((text) => text !== undefined) })
      }
    }
  }

  /** A scene's log, oldest first; [] if it is empty. Throws Problem `bad-file`. */
  log(tree: string, scene: string): LogEntry[] {
    const out: LogEntry[] = []
    for (let n = 1; ; n++) {
      const path = logFile(scene, n)
      const text = this.files.text(tree, path)
      if (text === undefined) return out
      out.push(...this.#entries(path, text))
    }
  }

  #entries(path: string, text: string): readonly LogEntry[] {
    const known = this.#logs.get(path)
    if (known?.text === text) return known.entries
    const grown = known && text.length > known.text.length && text.startsWith(known.text)
    const entries = grown ? [...known.entries, ...readLog(text.slice(known.text.length), path)] : readLog(text, path)
    if (this.#logs.size > 200) this.#logs.clear()
    this.#logs.set(path, { text, entries })
    return entries
  }

  #lives(tree: string, state: GameState): Record<string, string[]> {
    const players = Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player')
    return Object.fromEntries(
      players.map((id) => {
        const path = `${actorFolder(state, id)}/${fileName('timeline')}`
        const text = this.files.text(tree, path) ?? ''
        const known = this.#lifetimes.get(id)
        if (known?.text === text) return [id, known.entries]
        const entries = readLife(text, path)
        this.#lifetimes.set(id, { text, entries })
        return [id, entries]
      })
    )
  }

  /** The private talk of a scene, by player. */
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

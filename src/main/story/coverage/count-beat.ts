import { isPlayed } from '../../../shared/story/beat-kinds'
import type { Game } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import type { Beat, Params } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Commit } from '../../campaign/history'
import { rowUsed, usesIn } from '../../engine/uses'
import type { CountedGame } from '../../rules/counting/counted-game'
import { checkPlay } from '../checks/verify'
import { ENGINE } from '../creation/create'
import { rulesIn } from '../edits/overlay'
import type { StoryReader } from '../reader'

/** Why the calls of beats were not replayed: a sentence about several of them, by the key that counts such beats. */
export const REASONS: Readonly<Record<string, string>> = {
  'u engine': 'An earlier version of Proscenium recorded them.',
  'u rules': 'Their rules can’t be loaded.',
  'u files': 'Their files can’t be read.',
  'u differs': 'Running them again gives another result.'
}
/** The key of a beat whose call was replayed. */
export const REPLAYED = 'ran'
/** The key of a beat that the table played. */
export const PLAYED = 'played'

/** The maximum number of counting games that stay loaded. */
const MAX_GAMES = 2

/** Counts what beats exercised. It loads the game of each beat; `dispose` unloads them. */
export class BeatCounter {
  readonly #games = new Map<string, CountedGame | undefined>()

  constructor(private readonly campaign: StoryReader) {}

  /** The counts of a beat, by key; empty for a beat that the table didn't play. */
  async count(commit: Commit): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    const { beat, params } = parseBeatMessage(commit)
    const [parentId] = commit.parents
    if (!isPlayed(beat.kind) || parentId === undefined) return counts
    const add = (key: string, times = 1): void => void counts.set(key, (counts.get(key) ?? 0) + times)
    add(PLAYED)
    const { past, history } = this.campaign
    try {
      const parent = history.commit(parentId)
      const counted = await this.#gameAt(parent.tree)
      const [before, after] = [past.hydratedAt(parentId).state, past.hydratedAt(commit.id).state]
      if (counted) countExercised(before, after, beat, params, counted.game, add)
      if (past.versionAt(parent.tree).engine !== ENGINE) add('u engine')
      else if (!counted) add('u rules')
      else await this.#run(commit, parent, counted, add)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      add('u files')
    }
    return counts
  }

  async #run(commit: Commit, parent: Commit, { game, take }: CountedGame, add: (key: string, times?: number) => void): Promise<void> {
    take()
    if (await checkPlay(this.campaign, commit, parent, game)) return add('u differs')
    add(REPLAYED)
    for (const [key, times] of take()) add(key, times)
  }

  /** The game at a root tree, loaded so that it counts what runs; undefined if it can't be loaded. */
  async #gameAt(tree: string): Promise<CountedGame | undefined> {
    const { history, past } = this.campaign
    const oid = past.files.entry(tree, 'rules')?.oid ?? ''
    if (this.#games.has(oid)) return this.#games.get(oid)
    const { loadCountedGame } = await import('../../rules/counting/counted-game')
    const game = await loadCountedGame(rulesIn(history, tree)).catch(() => undefined)
    for (const [old, one] of this.#games) {
      if (this.#games.size < MAX_GAMES) break
      one?.game.dispose()
      this.#games.delete(old)
    }
    this.#games.set(oid, game)
    return game
  }

  dispose(): void {
    for (const one of this.#games.values()) one?.game.dispose()
    this.#games.clear()
  }
}

/** Adds the counts that the states and rolls of a beat show, without running anything: keys such as `action attack`, `location throat-yard`. */
export function countExercised(
  before: GameState,
  after: GameState,
  beat: Pick<Beat, 'action' | 'actor' | 'as' | 'rolls'>,
  params: Params,
  game: Game,
  add: (key: string, times?: number) => void
): void {
  const tables = new Set<string>()
  let hasRows = false
  // A session begins with no counts.
  const countsBefore = beat.action === 'open_session' ? {} : before.next.exercised.session
  for (const [key, times] of Object.entries(after.next.exercised.session)) {
    const more = times - (own(countsBefore, key) ?? 0)
    if (more <= 0) continue
    const [kind = '', id] = key.split(/:(.*)/s)
    if (id === undefined) add(`action ${key}`, more)
    else if (kind === 'condition') add(`condition ${id}`, more)
    else if (kind === 'table') tables.add(id)
    else if (kind === 'row') {
      hasRows = true
      add(`row ${id.replace(/:(?=[^:]*$)/, '/')}`, more)
    }
  }
  // Earlier versions counted no rows. The roll then has the name of its table as its label.
  for (const { label, expr, total } of hasRows ? [] : beat.rolls) {
    const table = [...tables].find((id) => own(game.tables, id)?.name === label && own(game.tables, id)?.dice === expr)
    const row = table === undefined ? undefined : rowUsed(game, table, total)
    if (row !== undefined) add(`row ${table}/${row.slice(row.lastIndexOf(':') + 1)}`)
  }
  const kinds: Readonly<Record<string, string>> = { item: 'item', place: 'location', event: 'event' }
  for (const key of usesIn(before, after, beat, params, game)) {
    const [kind = '', id = ''] = key.split(/:(.*)/s)
    add(`${kinds[kind] ?? kind} ${id}`)
  }
  for (const [event, { visits }] of Object.entries(after.plays ?? {})) {
    const earlier = own(before.plays ?? {}, event)?.visits ?? {}
    for (const [node, times] of Object.entries(visits))
      if (times > (own(earlier, node) ?? 0)) add(`node ${event} ${node}`, times - (own(earlier, node) ?? 0))
  }
}

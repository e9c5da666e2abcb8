import { EntryChanges } from '../../../shared/story/entry-changes'
import { mergePatch } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { LogEntry } from '../../../shared/story/play'
import type { Game } from '../../../shared/story/game'
import type { GameState } from '../../../shared/story/state'
import { sampleLists, sampleMoment } from './samples.fixture'
import type { Situation } from './situation'

export interface World {
  state: GameState
  lore: Lore
  game: Pick<Game, 'equipment' | 'conditions'>
}

/** A bundled sample with its game's lists, from its files; its scene is open where the party begins. */
export function sampleWorld(game: 'cairn-hack' | 'totm'): World {
  const { state, lore } = sampleMoment(game)
  const [place = ''] = Object.values(state.actors).flatMap((actor) => (actor.kind === 'player' ? actor.location : []))
  const scene = { path: 'sessions/session-1/001-scene', title: 'One', place, present: {}, aim: 'Go on', opened: 1 }
  return { state: { ...state, scene, next: { ...state.next, beat: 20, session: 1, scene: 1, phase: 'dm' } }, lore, game: sampleLists(game) }
}

/** The party is at another place. */
export const moved = (place: string): SceneSketch => ({ moved: place })
/** Characters have a condition. */
export const having = (condition: string, ...ids: string[]): SceneSketch => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { conditions: { [condition]: {} } }])) }
})

/** The changes that a case makes to a world before its text is narrated. */
export interface SceneSketch {
  /** Merged into the state: both before and after the beat. */
  state?: object
  /** The place where the party is instead. */
  moved?: string
  /** Hit points lost just before, by actor: from and to. */
  hurt?: Record<string, [number, number]>
  /** Actions just before. */
  did?: [by: string, text: string][]
  /** Narrations earlier in the scene. */
  log?: string[]
  /** The actor who says the text, instead of a narration. */
  by?: string
}

const entry = (beat: number, by: string, kind: LogEntry['kind'], text: string, changes?: EntryChanges): LogEntry => ({
  at: '',
  beat,
  by,
  kind,
  text,
  ...(changes ? { changes } : {})
})

/** The situation of a text narrated in a world. */
export function situation(
  { state, lore, game }: World,
  text: string,
  { state: patch = {}, moved: place, hurt = {}, did = [], log = [], by }: SceneSketch
): Situation {
  const party = Object.entries(state.actors).filter(([, { kind }]) => kind === 'player')
  const there = place === undefined ? {} : { actors: Object.fromEntries(party.map(([id]) => [id, { location: place }])), scene: { place } }
  const sheets = Object.fromEntries(Object.entries(hurt).map(([id, [, to]]) => [id, { stats: { hp: to } }]))
  const was = Object.fromEntries(Object.entries(hurt).map(([id, [from]]) => [id, { max: { hp: from } }]))
  const after = mergePatch(mergePatch(mergePatch(mergePatch(state, patch), there), { actors: was }), { actors: sheets })
  const changes = EntryChanges.parse({
    actors: Object.fromEntries(Object.entries(hurt).map(([id, [from, to]]) => [id, { damage: from - to, stats: { hp: { from, to } } }]))
  })
  const earlier = [
    entry(10, 'DM', 'scene', 'A scene.'),
    ...log.map((one) => entry(11, 'DM', 'narration', one)),
    entry(13, 'DM', 'narration', 'It is late.'),
    ...did.map(([who, one]) => entry(14, who, 'system', one)),
    Object.keys(hurt).length > 0 ? entry(15, 'DM', 'system', 'Something gives way.', changes) : entry(15, 'DM', 'system', 'Ten minutes pass.')
  ]
  return { before: after, after, lore, game, earlier, entry: entry(20, by ?? 'DM', by === undefined ? 'narration' : 'speech', text) }
}

import type { Branch, Present, StudioEvent } from '../../shared/table/present'
import type { StateChange } from '../../shared/base/json'
import type { Beat } from '../../shared/story/play'
import { firstNext, type GameState } from '../../shared/story/state'

/** A beat for tests: `id` is any word, `n` its number. */
export const beat = (id: string, n: number, parent?: string, more: Partial<Beat> = {}): Beat & { place: number } => ({
  place: n,
  id,
  n,
  time: n,
  subject: `${id} happens`,
  kind: 'play',
  action: 'narrate',
  actor: 'DM',
  rolls: [],
  ...(parent === undefined ? {} : { parent }),
  ...more
})

/** A straight line of beats, numbered from `from`: `a1`, `a2`, … each the parent of the next. */
export const line = (name: string, from: number, to: number, parent?: string): (Beat & { place: number })[] =>
  Array.from({ length: to - from + 1 }, (_, i) => beat(`${name}${from + i}`, from + i, i === 0 ? parent : `${name}${from + i - 1}`))

/** A branch for tests. */
export const branch = (name: string, head: string, current = false): Branch => ({ name, head, current })

/** The smallest state with Wren, her hit points and a place. */
export const state = (hp = 4): GameState => ({
  actors: { Wren: { kind: 'player', name: 'Wren', location: 'well', stats: { hp }, max: { hp: 4 }, conditions: {}, inventory: {}, tags: {} } },
  places: { well: { name: 'The well', region: 'village', features: {}, inventory: {}, tags: {} } },
  journeys: {},
  regions: { village: { name: 'Underclint' } },
  facts: {},
  clock: { start: '1321-09-14T06:00:00Z', minutes: 0 },
  quests: {},
  factions: {},
  relationships: {},
  threads: {},
  next: { ...firstNext('7'), beat: 1, phase: 'dm', session: 1, scene: 1 }
})

/** A change of Wren's hit points. */
export const hurt = (from: number, to: number): StateChange[] => [{ path: '/actors/Wren/stats/hp', op: 'update', from, to }]

/** The present at beat `a1` of branch main. */
export const present = (): Present => ({
  campaign: { dir: '/w', title: 'The Well', premise: '', game: 'cairn-hack', gameVersion: '1', statLabels: {} },
  epoch: 'e',
  seq: 10,
  head: 'a1',
  branch: 'main',
  branches: [branch('main', 'a1', true)],
  state: state(),
  lore: { title: 'The Well', premise: '', places: {}, journeys: {}, actors: {}, regions: {}, story: [], narratives: {}, topics: [], map: {} },
  table: { running: false, pace: 600, agents: {}, hands: {}, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
  edits: [],
  problems: []
})

/** The event of a beat. */
export const arrival = (beat: Beat, seq: number, changes: StateChange[] = [], onBranch = 'main'): Extract<StudioEvent, { kind: 'beat' }> => ({
  kind: 'beat',
  epoch: 'e',
  seq,
  beat,
  branch: onBranch,
  changes,
  log: [],
  private: [],
  toolCalls: []
})

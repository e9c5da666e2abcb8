import { expect, it } from 'vitest'
import type { View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { narration } from './narrate'
import { clockWords } from './state-words'
import { bystander, dice, dmView, entry, SEEDS, someone } from './tiny-views.fixture'
import { voiceOf } from './voice'

const told = entry('DM', 'narration', 'They stand there.')
const acted = (by: string, kind: string, text: string, changes: LogEntry['changes'] = {}, more: Partial<LogEntry> = {}): LogEntry =>
  entry(by, 'system', text, { action: kind, actionKind: kind, changes, ...more })
const narrated = (view: View): string[] => [...new Set(SEEDS.map((seed) => narration(view, voiceOf(view, dice(seed))) ?? ''))]
/** The party comes to a yard with nothing authored in the air. */
const arrived = acted('Tobit', 'move', 'They come to the yard.', { actors: { Tobit: { place: { to: 'yard' } } } }, { beat: 11 })
const yard = { ...dmView().place!, senses: [], description: '' }

it('where the result has told everything, the DM adds nothing of its own', () => {
  const view = dmView({ place: yard, log: [told, acted('Wren', 'search', 'Wren finds a linen bandage in the stone trough.')] })
  expect(narrated(view)).toEqual([''])
})

it('an arrival tells what happened on the way, then who and what is there, before anybody touches it', () => {
  const hurt = someone('Wren', { sheet: { ...someone('Wren').sheet!, stats: { STR: 10, hp: 1 } } })
  const eel = bystander('Eel', { name: 'the Eel', attitude: 'hostile', public: 'An eel as long as a cart.' })
  const hask = bystander('Hask', { name: 'Mother Hask' })
  const fall = acted('Wren', 'move', 'They come to the yard, and Wren stumbles.', {
    actors: { Wren: { place: { to: 'yard' }, stats: { hp: { from: 4, to: 2 } } } }
  })
  const place = { ...yard, description: 'Cobbles slope inward.' }
  const log = [told, entry('DM', 'narration', 'Mother Hask waves.'), { ...fall, beat: 11 }]
  expect(
    narrated(dmView({ place, scene: { ...dmView().scene!, place: 'inn' }, actors: [hurt, ...dmView().actors.slice(1), eel, hask], log }))
  ).toEqual([
    'By twenty to six in the afternoon Wren is badly hurt. Cobbles slope inward. The Eel is here, and hostile: an eel as long as a cart. There are the stone trough and the chained windlass.'
  ])
})

it('wounds are told when they change, and a scratch is not worth a sentence', () => {
  const withHp = (hp: number, log: LogEntry[]): string[] =>
    narrated(dmView({ place: yard, actors: [someone('Wren', { sheet: { ...someone('Wren').sheet!, stats: { STR: 10, hp } } })], log }))
  const hit = acted('Eel', 'attack', 'The Eel strikes.', { actors: { Wren: { damage: 1 } } })
  expect(withHp(1, [told, hit])).toEqual(['By twenty to six in the afternoon Wren is badly hurt.'])
  expect(withHp(1, [told, entry('DM', 'narration', 'By ten in the morning Wren is badly hurt.'), hit])).toEqual([''])
  expect(withHp(3.5, [told, hit])).toEqual([''])
})

it('a companion in another place is named there, and nobody else is', () => {
  const actors = [someone('Wren'), someone('Tobit'), someone('Pym', { location: 'inn' })]
  const [text] = narrated(
    dmView({ place: { ...yard, features: {}, exits: [] }, places: { yard: 'Throat Yard', inn: 'The Inn' }, actors, log: [told, arrived] })
  )
  expect(text).toBe('Pym is at the Inn.')
})

it('the time of day is in words', () => {
  const at = (time: string): string => clockWords({ at: `1421-10-03T${time}:00Z` })
  expect(['00:00', '03:31', '08:15', '11:45', '12:02', '12:30', '18:07', '21:59', '23:01'].map(at)).toEqual([
    'midnight',
    'half past three at night',
    'a quarter past eight in the morning',
    'a quarter to twelve in the morning',
    'noon',
    'half past twelve in the afternoon',
    'five past six in the evening',
    'ten o’clock at night',
    'eleven o’clock at night'
  ])
})

import { expect, it } from 'vitest'
import { entry, PLAYER_OFFERS, SEEDS, someone, uses, viewOf } from './tiny-views.fixture'

const down = { condition: 'critical', name: 'Critical', on: true }
const fall = entry('Eel', 'system', 'Tobit goes down.', { beat: 7, action: 'attack', changes: { actors: { Tobit: { conditions: [down] } } } })
const tobit = someone('Tobit', { pronoun: 'he', canAct: false, conditions: { critical: 'Critical' } })

/** What Wren writes into her timeline after a log, over many seeds. */
const memories = (more: Parameters<typeof viewOf>[0]): string[] => [
  ...new Set(
    SEEDS.flatMap((seed) => uses(viewOf(more), PLAYER_OFFERS, [seed])).flatMap((use) => (use?.tool === 'remember' ? String(use.input['text']) : []))
  )
]

it('a character remembers a fall that they saw, at the place where they saw it', () => {
  const actors = [someone('Wren'), tobit]
  expect(memories({ actors, log: [fall] })).toEqual(['Tobit fell at Throat Yard, and I saw it.'])
  const left = entry('Wren', 'speech', 'Away!', { beat: 8, changes: { actors: { Wren: { place: { from: 'yard', to: 'inn' } } } } })
  expect(memories({ actors, log: [fall, left] })).toEqual(['Tobit fell, and I saw it.'])
})

it('a character remembers nothing that happened elsewhere, or while they lay unconscious', () => {
  const fight = entry('DM', 'system', 'It is over.', { beat: 8, action: 'end_combat' })
  expect(memories({ actors: [someone('Wren'), { ...tobit, location: 'inn' }], log: [fall, fight], unseen: [7, 8] })).toEqual([])
})

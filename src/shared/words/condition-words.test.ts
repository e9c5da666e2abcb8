import { expect, it } from 'vitest'
import { parse } from '../predicate/parse'
import { conditionWords } from './condition-words'

const TITLES: Readonly<Record<string, string>> = { Wren: 'Wren Tallow', hill: 'The Hill' }

it.each([
  ['fact.lamp-lit', '“lamp lit”'],
  ['not fact."defeated:Wren"', 'not “Wren Tallow defeated”'],
  ['fact.a and actor.Wren.hp >= 2', '“a” and the hp of Wren Tallow is at least 2'],
  ['actor.Wren.is("down") or not actor.Wren.has("rope")', 'Wren Tallow is down or not Wren Tallow has rope'],
  ['(fact.a or fact.b) and fact.c', '(“a” or “b”) and “c”'],
  ['not (fact.a and fact.b)', 'not (“a” and “b”)'],
  ['actor.Wren.location == "hill"', 'the location of Wren Tallow is The Hill'],
  ['place.hill.visited', 'The Hill is visited'],
  ['scene.present("Wren")', 'Wren Tallow is in the scene'],
  ['any.player.hp < 1', 'for any player: the hp is less than 1'],
  ['any.npc.is("down")', 'for any npc: is down'],
  ['sum.player.max.hp > 9', 'the sum maximum hp of every player is more than 9'],
  ['clock.minutes > 30', 'clock minutes is more than 30']
])('%s reads as %s', (source, words) => {
  expect(conditionWords(parse(source), source, (_, id) => TITLES[id] ?? id)).toBe(words)
})

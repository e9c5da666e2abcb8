import { describe, expect, it } from 'vitest'
import { execute } from '../engine/actions'
import { probeGame } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

/** An action as an object that sets a fact and says what it sees. */
const object = (name: string, more = ''): string =>
  `{ name: '${name}', available: (now) => now.facts.${name} !== true, execute: (now, who) => ({ stateDelta: { facts: { ${name}: true, at: (now.facts.at || 0) + 1 } }, narrative: now.actors[who].name + ' ${name} ' + Object.keys(now.facts) + '.' ${more} }) }`
const follows = (followUp: string, first = "stateDelta: { facts: { begun: true } }, narrative: 'Begun.'"): string =>
  `return { ${first}, followUp: [${followUp}] }`

describe('an action that a rule returns as an object', () => {
  const run = async (body: string, ...faces: number[]) => {
    const { state, done } = execute(tinyWorld(), await probeGame(body), scriptedDice(...faces), 'Wren', 'probe', {})
    return {
      facts: state.facts,
      told: done.map(({ actor, action, narrative }) => [actor, action, narrative]),
      rolls: done.map(({ rolls }) => rolls.length)
    }
  }

  it('follows on the state that the steps before it left, with follow-ups of its own', async () => {
    const { facts, told } = await run(follows(`${object('bow', `, followUp: [${object('rise')}]`)}, ${object('nod')}`))
    expect(facts).toEqual({ begun: true, bow: true, nod: true, rise: true, at: 3 })
    expect(told).toEqual([
      ['Wren', 'probe', 'Begun.'],
      ['Wren', 'bow', 'Wren bow begun.'],
      ['Wren', 'nod', 'Wren nod at,begun,bow.'],
      ['Wren', 'rise', 'Wren rise at,begun,bow,nod.']
    ])
  })

  it('has its own actor, parameters and rolls, and may be followed by a rule', async () => {
    const lucky = `{ name: 'lucky', execute: (now, who, params) => ({ stateDelta: {}, narrative: who + ' throws ' + roll('d6').total + params.how }) }`
    const { told, rolls } = await run(
      `const first = roll('d6').total\n${follows(`{ action: ${lucky}, actor: 'Oswin', params: { how: ' well' } }, 'plain'`)}`,
      2,
      5,
      1,
      1
    )
    expect(told.slice(0, 2)).toEqual([
      ['Wren', 'probe', 'Begun.'],
      ['Oswin', 'lucky', 'Oswin throws 5 well']
    ])
    expect([told.length, ...rolls.slice(0, 2)]).toEqual([3, 1, 1])
  })

  it.each([
    ['that is not possible now', follows(object('begun')), 'begun must follow this action but isn’t possible now'],
    ['after the name of a rule', follows(`'plain', ${object('bow')}`), 'after the name of another action'],
    [
      'that follows itself for ever',
      `const again = { name: 'again', execute: () => ({ stateDelta: {}, narrative: '', followUp: [again] }) }\n${follows('again')}`,
      'at most 16'
    ],
    ['that answers nothing', follows("{ name: 'mute', execute() {} }"), 'returned no result']
  ])('refuses the whole step for one %s', async (_, body, why) => {
    await expect(run(body)).rejects.toThrow(why.replaceAll('’', "'"))
  })
})

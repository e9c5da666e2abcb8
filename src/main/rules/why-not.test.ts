import { describe, expect, it } from 'vitest'
import type { Agent } from '../../shared/table/agents'
import type { Game, Availability } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { DM } from '../engine/people'
import { availabilities } from '../engine/availability'
import { MemoryStory } from '../story/memory-story'
import { beginningAt } from '../story/story-at.fixture'
import { playTurn } from '../table/play-one-turn'
import { loadGame } from './load-game'
import { tinyWorld } from './tiny-world.fixture'

/** A word that occurs only in reasons. */
const WORD = 'quincunx'

const rule = (name: string, available: string, execute = "({ stateDelta: {}, narrative: 'Done.' })", params = '[]'): [string, string] => [
  `actions/${name}.ts`,
  `export default { name: '${name}', description: 'A rule.', params: ${params},\n  available: (state, actor) => ${available},\n  execute: () => ${execute} }`
]
const files = new Map([
  [
    'manifest.yaml',
    [
      'game: Why',
      'version: "1"',
      'entry_actions: [sing, pray, pick, sulk, shout]',
      'combat_actions: [hit, shout]',
      'dm_actions: [reward, forward]',
      'npc_actions: [bite]',
      'hooks: { round_end: toll }'
    ].join('\n')
  ],
  rule('sing', 'true'),
  rule('pray', `'${WORD}: there is no altar'`),
  rule('pick', 'true', undefined, "[{ name: 'lock', type: 'enum', description: 'Which', required: true, enum: [] }]"),
  rule('sulk', 'false'),
  rule('shout', 'true'),
  rule('hit', `state.combat !== undefined || '${WORD}: no fight'`),
  rule('reward', 'true'),
  rule('forward', 'true', "({ stateDelta: {}, narrative: 'On.', followUp: ['pray'] })"),
  rule('bite', 'true'),
  rule('toll', 'true'),
  rule('fall', 'true'),
  rule('wake', 'true'),
  rule('burn', 'true'),
  rule('levitate', 'true', "({ stateDelta: {}, narrative: 'Up.', followUp: ['fall'] })"),
  ['equipment/things.yaml', 'wand: { name: Birch wand, kind: spell, grants: [burn] }\nbook: { name: Black book, kind: spell, grants: [burn] }\n'],
  ['conditions/light.yaml', 'name: Light-footed\ngrants: [levitate]\n'],
  ['conditions/held.yaml', 'name: Held\nforbids: [sing]\n'],
  ['conditions/asleep.yaml', 'name: Asleep\ncannot_act: true\nends: wake\n']
])
const loaded = loadGame(files)
const brawl = (): GameState => mergePatch(tinyWorld(), { combat: { initiative: { Wren: 2, Ghoul: 1 } }, next: { mode: 'combat' } })
const reasons = (list: readonly Availability[]): Record<string, string> =>
  Object.fromEntries(list.map((one) => [one.action, one.reason ?? 'available']))
const why = async (state: GameState, who: string): Promise<Record<string, string>> => reasons(availabilities(state, await loaded, who))

describe('why not', () => {
  it('W1 every action of the game, what can be done first, each with its parameters or its reason', async () => {
    const list = availabilities(tinyWorld(), await loaded, 'Wren')
    expect(reasons(list)).toEqual({
      shout: 'available',
      sing: 'available',
      bite: 'Only NPCs can do it.',
      burn: 'Only these grant it: Birch wand, Black book.',
      fall: 'It only follows other actions.',
      forward: 'Only the DM can do it.',
      hit: 'There is no fight.',
      levitate: 'Only these grant it: the condition light-footed.',
      pick: 'There is nothing to choose for "lock".',
      pray: `${WORD[0]?.toUpperCase()}${WORD.slice(1)}: there is no altar.`,
      reward: 'Only the DM can do it.',
      sulk: 'Its "available" returned false without a reason.',
      toll: 'It only happens automatically, when a round ends.',
      wake: 'It only happens automatically, when the condition asleep ends.'
    })
    expect(list.slice(0, 3).map(({ action, params }) => [action, params])).toEqual([
      ['shout', []],
      ['sing', []],
      ['bite', undefined]
    ])
  })

  it('W1 in a fight, the other list; what is granted says so', async () => {
    const armed = mergePatch(brawl(), { actors: { Wren: { inventory: { wand: { item: 'wand' } } } } })
    const list = availabilities(armed, await loaded, 'Wren')
    expect(reasons(list)).toMatchObject({ hit: 'available', shout: 'available', burn: 'available', sing: 'A fight is under way.' })
    expect(list.find(({ action }) => action === 'burn')?.from).toBe('granted')
    expect(list.find(({ action }) => action === 'hit')?.from).toBe('combat')
    expect(list.find(({ action }) => action === 'fall')?.from).toBe('follows')
  })

  it('W2 as if it were their turn: for players who wait, NPCs and the DM', async () => {
    expect(await why(tinyWorld(), 'Oswin')).toMatchObject({ sing: 'available' })
    expect(await why(tinyWorld(), DM)).toMatchObject({ reward: 'available', sing: 'Only players can do it.', burn: 'Only characters can do it.' })
    expect(await why(tinyWorld(), 'Ghoul')).toMatchObject({ bite: 'No player is where the pale ghoul is.', sing: 'Only players can do it.' })
    expect(await why(brawl(), 'Ghoul')).toMatchObject({ bite: 'available' })
    expect(await why(brawl(), 'Mira')).toMatchObject({ bite: "Mira isn't in the fight." })
  })

  it('W2 what closes every action at once', async () => {
    const { scene: _none, ...between } = tinyWorld()
    expect((await why(between, 'Wren'))['sing']).toBe('No scene is open.')
    const limit = (await loaded).manifest.limits.turns_per_scene
    expect((await why(mergePatch(tinyWorld(), { next: { turns: limit } }), DM))['reward']).toBe(`The scene has used all its ${limit} turns.`)
    expect((await why(mergePatch(tinyWorld(), { next: { answering: 'Wren' } }), DM))['reward']).toBe('Wren is waiting for an answer.')
    const under = (condition: string): GameState => mergePatch(tinyWorld(), { actors: { Wren: { conditions: { [condition]: {} } } } })
    expect(await why(under('asleep'), 'Wren')).toMatchObject({ sing: 'Wren is asleep.', shout: 'Wren is asleep.' })
    expect(await why(under('held'), 'Wren')).toMatchObject({ sing: 'Wren is held.', shout: 'available' })
  })

  it('W2 a rule that breaks is named and hides no other', async () => {
    const broken = await loadGame(new Map([...files, rule('sulk', 'state.nothing.at.all')]))
    expect(reasons(availabilities(tinyWorld(), broken, 'Wren'))).toMatchObject({
      sing: 'available',
      sulk: expect.stringMatching(/actions\/sulk\.ts.*line 2/) as string
    })
    broken.dispose()
  })

  it('names who there is when asked about nobody', async () => {
    const game = await loaded
    expect(() => availabilities(tinyWorld(), game, 'Rowan')).toThrow(
      new Problem('not-found', 'There is nobody called "Rowan" here. Choose one of: DM, Oswin, Wren, Ghoul, Mira.')
    )
    expect(() => availabilities(tinyWorld(), game, 'constructor')).toThrow('There is nobody called "constructor" here')
  })
})

/** All text sent to an agent in a turn in which it tries every action. */
async function heardBy(start: GameState, game: Game): Promise<string> {
  const story = new MemoryStory(beginningAt(start, game))
  const messages: unknown[] = []
  const agent: Agent = {
    async act(turn) {
      messages.push(turn.view, turn.offers)
      for (const tool of Object.keys(game.actions))
        if (!turn.offers.some(({ name }) => name === tool)) messages.push(await turn.use({ tool, input: {} }))
      // An offered action may still be refused because of its follow-ups.
      if (turn.offers.some(({ name }) => name === 'forward')) messages.push(await turn.use({ tool: 'forward', input: {} }))
      messages.push(await turn.use({ tool: 'pass', input: {} }), turn.view, turn.offers)
    }
  }
  const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
  messages.push(played?.saved?.outcome.answer, played?.saved?.outcome.writes)
  for (const action of Object.keys(game.actions)) {
    try {
      story.recordBeat({ kind: 'play', action, actor: played?.who ?? '', params: {}, agent: 'hand' })
    } catch (thrown) {
      messages.push(thrown instanceof Problem ? thrown.toJSON() : String(thrown))
    }
  }
  return JSON.stringify(messages)
}

describe('W3 no agent is ever given a reason', () => {
  const dmTurn = (): GameState => mergePatch(tinyWorld(), { next: { phase: 'dm', actor: DM, waiting: [] } })
  it.each<[string, () => GameState, string]>([
    ['Wren', tinyWorld, 'There is no tool hit now'],
    ['DM', dmTurn, "pray must follow this action but isn't possible now"]
  ])('%s tries everything', async (_who, world, refusal) => {
    const game = await loaded
    expect(JSON.stringify([availabilities(world(), game, 'Wren'), game.whyNot(world(), DM, 'pray')])).toContain(WORD)
    const messages = await heardBy(world(), game)
    expect(messages).toContain('There is no tool pray now')
    expect(messages).toContain(refusal)
    expect(messages).not.toContain(WORD)
  })
})

import { expect, it } from 'vitest'
import { loadGame } from './load-game'
import { scriptedDice } from './scripted-dice.fixture'
import { sketchFiles, world } from './vocabulary.fixture'

/** The YAML words as spelled in TypeScript, the old words, and a use of each. */
const WORDS: [now: string, before: string, use: (word: string) => string][] = [
  ['addCondition', 'afflict', (word) => `draft.${word}(actor, 'poisoned', { minutes: 30 })`],
  ['hasCondition', 'has', (word) => `draft.addCondition(actor, 'blessed')\ndraft.say('Blessed: ' + draft.${word}(actor, 'blessed'))`],
  ['removeCondition', 'relieve', (word) => `draft.addCondition(actor, 'blessed')\ndraft.say('Was blessed: ' + draft.${word}(actor, 'blessed'))`],
  ['addItem', 'give', (word) => `draft.${word}(actor, 'bell', { item: 'bell' })`],
  ['addItem', 'drop', (word) => `draft.${word}(${word === 'drop' ? 'here' : '{ place: here }'}, 'bell', { item: 'bell' })`],
  ['removeItem', 'take', (word) => `draft.say(JSON.stringify(draft.${word}(actor, Object.keys(draft.actor(actor).inventory)[0], 1)))`],
  ['setFact', 'fact', (word) => `draft.${word}('bell-heard', 3)`],
  ['damage', 'lose', (word) => `draft.say(JSON.stringify(${word}(draft, actor, 'hp', 2)))`],
  ['startCombat', 'startFight', (word) => `${word}(draft, here, npcsAt(state, here))`],
  ['leaveCombat', 'leaveFight', (word) => `startCombat(draft, here, npcsAt(state, here))\n${word}(draft, actor)`],
  ['rollTable', 'table', (word) => `draft.say(${word}('mishap').text)`]
]

const IMPORTS = ['damage', 'lose', 'startCombat', 'startFight', 'leaveCombat', 'leaveFight', 'npcsAt', 'Draft'].join(', ')

it.each(WORDS)('%s does what %s did', async (now, before, use) => {
  const did = async (word: string): Promise<unknown> => {
    const rule = `import { ${IMPORTS} } from 'proscenium'
export default {
  name: 'do',
  description: 'Do it.',
  params: [],
  available: () => true,
  execute(state, actor) {
    const draft = new Draft(state)
    const here = draft.actor(actor).location
    ${use(word)}
    return draft.result()
  }
} satisfies Action
`
    const manifest = sketchFiles({ do: {} }).get('manifest.yaml') ?? ''
    const game = await loadGame(sketchFiles({}, { 'manifest.yaml': manifest, 'actions/do.ts': rule }))
    return game.execute(world(), 'Wren', 'do', {}, scriptedDice(2, 3))
  }
  const result = await did(now)
  expect(await did(before)).toEqual(result)
  expect(result).not.toEqual({ stateDelta: {}, narrative: '' })
})

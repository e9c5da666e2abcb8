import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../shared/story/game'
import { isRemark } from '../../../shared/base/problem'
import type { WizardAnswers } from '../../../shared/contract/workshop-calls'
import { parseYaml } from '../../campaign/yaml-splice'
import { bundledFiles } from '../../rules/bundled.fixture'
import { parsedGame } from '../../rules/check/parsed-game'
import { staticFindings } from '../../rules/check/static'
import { checkGame, loadGame } from '../../rules/load-game'
import { readGame } from '../../rules/read-game'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { everyAnswer, grown } from './answers.fixture'
import { planWizard, type Ground } from './plan'

describe.each(['cairn-hack', 'totm', 'starter'])('the wizards of %s', (name) => {
  let game: Game
  beforeAll(async () => {
    game = await loadGame(bundledFiles(name))
  })
  afterAll(() => game.dispose())

  it('write valid files for every answer and every name, one after the other', async () => {
    const { texts, plans } = grown(game, bundledFiles(name))
    expect(new Set(plans.map(({ id, files }) => `${files[0]?.path} ${id}`)).size).toBe(everyAnswer(null).length)
    const unopened = plans.filter(({ open, files }) => {
      const line = files.find(({ path }) => path === open.path)?.text.split('\n')[open.line - 1]
      return line === undefined || open.column > line.length || /[^\P{C}]/u.test(line.replaceAll('\u200d', ''))
    })
    expect(unopened).toEqual([])
    const read = readGame(texts)
    expect(await checkGame(texts, read)).toEqual([])
    expect(staticFindings(parsedGame(read)).filter((one) => !isRemark(one))).toEqual([])
  })
})

it('a plan keeps every other byte of the files that it changes', () => {
  const texts = new Map([
    ['rules/manifest.yaml', 'game: Small # kept\nversion: 1\nentry_actions: [hold] # kept too\n'],
    ['rules/equipment/things.yaml', '# Things\r\nrope: { name: Rope, kind: tool }\r\n'],
    ['world/players/Wren/STATS.yaml', '# Wren\nname: Wren\ninventory: {}\nnotes: kept\n']
  ])
  const read = readGame(new Map([...texts].map(([path, text]) => [path.replace('rules/', ''), text])))
  const ground: Ground = {
    game: { ...read, actions: {}, guide: () => ({ actions: {}, items: {}, conditions: {} }) },
    state: tinyWorld(),
    paths: [...texts.keys()],
    text: (path) => texts.get(path)
  }
  const written = (answers: WizardAnswers): Record<string, string> =>
    Object.fromEntries(planWizard(ground, answers).files.map(({ path, text }) => [path, text]))
  const action = written({ what: 'action', name: 'Wait', about: '', language: 'yaml', users: 'entry_actions', shape: 'roll' })
  expect(Object.keys(action)).toEqual(['rules/actions/wait.yaml', 'rules/manifest.yaml'])
  expect(action['rules/manifest.yaml']).toBe('game: Small # kept\nversion: 1\nentry_actions: [hold, wait] # kept too\n')
  const unnamed = (users: 'entry_actions' | 'dm_actions') =>
    Object.values(written({ what: 'action', name: '', about: '', language: 'yaml', users, shape: 'tell' })).join()
  expect(unnamed('entry_actions')).toContain('{actor.name} tries to do something new.')
  expect(unnamed('dm_actions')).toContain('It happens: something new.')
  const item = written({ what: 'item', name: "Wren's rope", kind: 'tool', where: { actor: 'Wren' } })
  expect(item['rules/equipment/things.yaml']).toMatch(/^# Things\nrope: \{ name: Rope, kind: tool \}\n\nwrens-rope:\n {2}name: Wren's rope\n/)
  expect(item['world/players/Wren/STATS.yaml']).toMatch(/^# Wren\nname: Wren\ninventory: ?[\s\S]*wrens-rope[\s\S]*notes: kept\n$/)
  expect(parseYaml(item['world/players/Wren/STATS.yaml'] ?? '', 'sheet')).toMatchObject({ inventory: { 'wrens-rope': { item: 'wrens-rope' } } })
  expect(() => written({ what: 'item', name: 'Rope', kind: 'tool', where: { actor: 'Nobody' } })).toThrow('There is no character Nobody.')
  expect(() => written({ what: 'item', name: 'Rope', kind: 'tool', where: { place: 'constructor' } })).toThrow('There is no place constructor.')
})

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Dice, Params } from '../../shared/story/play'
import type { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { loadGame } from './load-game'
import { probeGame } from './probe.fixture'
import type { RuleFiles } from './read-game'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

const games = readdirSync(join(import.meta.dirname, '../../../rules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(entry.parentPath, entry.name, 'manifest.yaml')))
  .map(({ name }) => name)

/** The same value with the keys of every object reversed. */
const shuffled = <T>(value: T): T =>
  (typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(shuffled)
      : Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, shuffled(inner)] as const)
            .toReversed()
        )) as T

/** Dice that always show the middle face. */
const evenDice = (): Dice => ({ roll: (expr, options) => scriptedDice(...Array.from({ length: 20 }, () => 2)).roll(expr, options) })

const worlds: Record<string, GameState> = {
  peace: mergePatch(tinyWorld(), { facts: { 'grate-open': true } }),
  fight: mergePatch(tinyWorld(), {
    actors: { Ghoul: { location: 'inn' } },
    combat: { initiative: { Wren: 3, Oswin: 1, Ghoul: 2 } },
    next: { mode: 'combat', round: 1 }
  })
}

/** Parameters with the first value of every choice. */
function paramsFor(offer: ReturnType<Game['offers']>[number]): Params {
  const params: Params = {}
  for (const { name, type, enum: values, many } of offer.params) {
    const value = values?.[0] ?? (type === 'number' ? 1 : 'anything')
    params[name] = many ? [String(value)] : value
  }
  return params
}
/** All answers of a game about a world, as one text: offers and unavailable reasons for all actors, and the result of every offered action. */
function everything(game: Game, state: GameState): string {
  const names = Object.keys(game.actions).toSorted()
  const lines: unknown[] = []
  for (const actor of ['Wren', 'Ghoul', 'DM']) {
    const offers = game.offers(state, actor, names)
    lines.push([actor, offers])
    for (const name of names) {
      const offer = offers.find((one) => one.name === name)
      const params = offer ? paramsFor(offer) : {}
      try {
        lines.push([actor, name, game.execute(state, actor, name, params, evenDice())])
      } catch (thrown) {
        const problem = thrown as Partial<Problem>
        if (problem.code === undefined) throw thrown
        lines.push([actor, name, problem.toJSON?.()])
      }
    }
  }
  return JSON.stringify(lines)
}

/** The members of a game that are not plain values. */
const functions = { guide: 0, forms: 0, offers: 0, execute: 0, whyNot: 0, whyNots: 0, dispose: 0 }

/** `loadGame` without prebuilt files: interpreter, kernel and game are built from the sources. */
async function loadFromSources(files: RuleFiles): Promise<Game> {
  vi.resetModules()
  const { setPrebuiltFolder } = await import('./prebuilt')
  setPrebuiltFolder(join(import.meta.dirname, 'no such folder'))
  const { loadGame } = await import('./load-game')
  return loadGame(files)
}

describe.each(games)('every action of %s comes to the same, byte for byte,', (name) => {
  it.each(Object.keys(worlds))(
    'asked twice, in a fresh sandbox, in one made from the sources, and with keys in another order: in %s',
    async (world) => {
      const state = worlds[world] as GameState
      const game = await loadGame(bundledFiles(name))
      const once = everything(game, state)
      expect(once.length).toBeGreaterThan(1000)
      expect(everything(game, state)).toBe(once)
      const fresh = await loadGame(bundledFiles(name))
      expect(everything(fresh, state)).toBe(once)
      const other = await loadGame(bundledFiles(name))
      expect(everything(other, shuffled(state))).toBe(once)
      const fromSources = await loadFromSources(bundledFiles(name))
      expect(everything(fromSources, state)).toBe(once)
      expect({ ...fromSources, ...functions }).toEqual({ ...game, ...functions })
      expect(fromSources.guide()).toEqual(game.guide())
      for (const one of [game, fresh, other, fromSources]) one.dispose()
    }
  )
})

it('no locale of the machine shows', async () => {
  const words = "['Z', 'a', 'ä', 'z', 'I', 'ı']"
  const game = await probeGame(
    `return { stateDelta: {}, narrative: [
      ${words}.sort((a, b) => a.localeCompare(b)).join(''), ${words}.sort((a, b) => a.localeCompare(b, 'sv')).join(''),
      'I'.toLocaleLowerCase('tr'), 'i'.toLocaleUpperCase('tr'), 'ß'.toUpperCase(), (1234567.5).toLocaleString('de'), (0.1 + 0.2).toLocaleString(),
      [1.5, 2].toLocaleString('de'), 'e\\u0301'.normalize('NFC').length, typeof Intl, typeof Date].join(' ') }`
  )
  const narrative = (): string => game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice()).narrative
  const before = { LANG: process.env['LANG'], TZ: process.env['TZ'] }
  Object.assign(process.env, { LANG: 'tr_TR.UTF-8', TZ: 'Asia/Kolkata' })
  const elsewhere = narrative()
  for (const [key, value] of Object.entries(before)) if (value === undefined) Reflect.deleteProperty(process.env, key)
  expect([narrative(), elsewhere]).toEqual([elsewhere, 'IZazäı IZazäı i I SS 1234567.5 0.30000000000000004 1.5,2 1 undefined undefined'])
})

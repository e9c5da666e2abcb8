import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DM } from '../engine/people'
import { holds } from '../../shared/story/premises'
import { searchBeats } from '../story/history/beat-search'
import { contextOf, offersOf, viewOf } from '../story/seats/seat-view'
import { commands, oddsAt, playMany, reading, recallAt } from './commands.fixture'
import { freshSample } from './samples.fixture'

const home = mkdtempSync(join(tmpdir(), 'prototype-names-'))
const dir = join(home, 'well')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Ids of the sample, the inherited property names that replace them, and the files concerned. */
const RENAMED: [was: string, now: string, files: RegExp][] = [
  // Two places, two facts, a region and a player.
  ['throat-yard', 'constructor', /./],
  ['long-pull', 'toString', /./],
  ['windlass-free', 'valueOf', /./],
  ['hole-known', 'hasOwnProperty', /./],
  ['underclint', 'isPrototypeOf', /./],
  ['Pym', 'isPrototypeOf', /(?:^|\/)(?:next|table\.yaml|STATE\.yaml)$|world\/story\//],
  // A kind of equipment, and two conditions.
  ['holy-water', 'constructor', /\.yaml$/],
  ['warded', 'toString', /\.(?:yaml|ts)$/],
  ['lamed', 'constructor', /\.(?:yaml|ts)$/],
  // Entries of inventories, features and story events.
  ['(?<=^  )(?:maul|water)(?=:$)', 'valueOf', /STATS\.yaml$/],
  ['(?<=^conditions: )\\{\\}$', '{ toString: { until: 999999999 } }', /Wren\/STATS\.yaml$/],
  ['(?<=^  )chain(?=:$)', 'toString', /locations\/throat-yard\.yaml$/],
  ['(?<=^  )tally(?=:$)', 'constructor', /locations\/throat-yard\.yaml$/],
  ['Nought', 'constructor', /never/],
  ['Soup', 'toString', /never/]
]
const folders = /\/(?:players|story|regions)$/

/** Renames ids in every file of the campaign and in the files' own names. */
function renameAll(): void {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => !join(one.parentPath, one.name).includes('/.git'))
  for (const { parentPath, name } of files.filter((one) => one.isFile())) {
    const path = join(parentPath, name)
    const text = readFileSync(path, 'utf8')
    const renamed = RENAMED.filter(([, , among]) => among.test(path)).reduce(
      (said, [was, now]) => said.replaceAll(new RegExp(/^\w/.test(was) ? `\\b${was}\\b` : was, 'gm'), now),
      text
    )
    if (renamed !== text) writeFileSync(path, renamed)
  }
  // The deepest first, because a renamed folder invalidates the paths below it.
  for (const { parentPath, name } of files.toSorted((a, b) => b.parentPath.length - a.parentPath.length)) {
    const now = RENAMED.find(([was]) => basename(name, '.yaml') === was)
    if (now && (name.endsWith('.yaml') || folders.test(parentPath)))
      renameSync(join(parentPath, name), join(parentPath, name.replace(now[0], now[1])))
  }
}

/** Beats to play, and those that were played. */
const BEATS = 25
let played = 0
beforeAll(async () => {
  await freshSample(dir, 'cairn-hack', '3')
  renameAll()
  played = (await playMany(dir, { beats: BEATS }, () => undefined, { edits: 'adopt' })).beats
})

it('everything with an id may be called like what every object has', async () => {
  expect(played).toBe(BEATS)
  const { actors, places, facts, regions } = await reading(dir, ({ snapshot }) => snapshot.state)
  expect(Object.keys(actors)).toContain('isPrototypeOf')
  expect(Object.keys(regions)).toContain('isPrototypeOf')
  expect(Object.keys(places)).toEqual(expect.arrayContaining(['constructor', 'toString']))
  expect(Object.keys(places['constructor']?.features ?? {})).toEqual(expect.arrayContaining(['constructor', 'toString']))
  expect(Object.keys(actors['Tobit']?.inventory ?? {})).toContain('valueOf')
  expect(Object.keys(actors['Wren']?.conditions ?? {})).toContain('toString')
  expect(holds({}, ['valueOf'])).toBe(false)
  expect(holds(facts, ['hasOwnProperty'])).toBe(Object.hasOwn(facts, 'hasOwnProperty'))
})

it('and is odds, compared, printed, found and remembered as anything else is', async () => {
  const cli = commands()
  const { reach } = await oddsAt(dir, 'isPrototypeOf')
  expect(JSON.stringify(reach)).toContain('"constructor"')
  const comparison = await cli.compare(dir, `HEAD~${BEATS - 1}`, 'HEAD')
  expect(comparison.groups.length).toBeGreaterThan(0)
  const transcript = await cli.transcript(dir, 'md')
  expect(transcript.text).toContain('Throat Yard')
  for (const who of ['isPrototypeOf', DM])
    for (const request of [{ query: 'constructor' }, { link_target: 'toString' }, { tags: ['valueOf'] }])
      expect(Object.keys(await recallAt(dir, who, request))).not.toEqual([])
  for (const expression of ['fact.valueOf', 'place.constructor.visited', 'actor.isPrototypeOf.hp == 0', 'actor.Wren.is("toString")']) {
    const { flips } = await cli.find(dir, expression)
    expect([expression, flips.every(({ n }) => Number.isSafeInteger(n))]).toEqual([expression, true])
  }
  for (const text of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__']) {
    const { hits } = await reading(dir, (campaign) => searchBeats(campaign, text))
    expect([text, hits.filter(({ id, words }) => !/^[0-9a-f]{40}$/.test(id) || !words.toLowerCase().includes(text.toLowerCase()))]).toEqual([
      text,
      []
    ])
  }
  expect((await reading(dir, (campaign) => searchBeats(campaign, 'Throat Yard'))).hits).not.toEqual([])
  expect(await cli.exportMap(dir, 'json', true)).toContain('"constructor"')
  expect(await cli.verify(dir)).toMatchObject({ mismatches: [] })
})

it('and is in every context, under its own name', async () => {
  const shown = await reading(dir, (campaign) => {
    const snapshot = campaign.snapshot
    return ['isPrototypeOf', 'Wren', 'Tobit', DM].map((who) => ({
      view: viewOf(snapshot, who),
      offers: offersOf(snapshot, who),
      text: contextOf(snapshot, who)
        .pieces.map((piece) => piece.text)
        .join('\n')
    }))
  })
  const texts = shown.map((one) => JSON.stringify(one))
  expect(texts.filter((text) => /\[native code\]|function Object|\[object|undefined|NaN/.test(text))).toEqual([])
})

it('and check finds nothing wrong with it', async () => {
  const { findings } = await commands().check(dir)
  const strange = findings.filter(({ code, message }) => code === 'internal' || /native code|\[object|undefined|NaN/.test(message))
  expect(strange).toEqual([])
  const errors = findings.filter(({ code }) => code === 'bad-file').map(({ message }) => message)
  // How much there is to look at depends on where the story has got to.
  expect(errors.filter((message) => !message.startsWith('Journeys were not checked for'))).toEqual([])
})

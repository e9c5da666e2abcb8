import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { Beginning } from '../story/memory-story'
import { asText, toTheEnd, type Told } from './endings.fixture'
import { sampleBeginning } from './samples.fixture'

const player = (name: string, location: string): string =>
  `name: ${name}\nlocation: ${location}\nstats: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\nmax: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\n`

/** Four places along a railway, two people who want something, one with an apostrophe in the name, and a field left empty. */
const WORLD: Readonly<Record<string, string>> = {
  'ABOUT.md': "---\ntitle: The Plough at Ansel's Cut\npremise: ''\n---\n",
  'SUMMARY.md': '',
  'table.yaml': "agents: { default: offline }\nparty: [Maren, D'Arcy]\nk: 18\n",
  'world/STATE.yaml': 'clock: { start: 1911-02-03T07:00:00Z, minutes: 0 }\n',
  'world/players/Maren/ABOUT.md':
    '---\npublic: A signalwoman with a flag under her arm.\nwants: To know who lit the engine of the snow plough.\npronoun: she\n---\n',
  'world/players/Maren/STATS.yaml': player('Maren', 'halt'),
  "world/players/D'Arcy/ABOUT.md":
    "---\npublic: ''\nwants:\n  - want: The mailbag off the lost train, before it freezes shut.\n    met: fact.mailbag-found\npronoun: he\n---\n",
  "world/players/D'Arcy/STATS.yaml": player("Lucan D'Arcy", 'halt'),
  'world/regions/line/ABOUT.md': '---\nname: The line\n---\n',
  'world/regions/line/MAP.yaml': '{}\n',
  'world/regions/line/journeys.yaml': ['halt--shed', 'shed--cut', 'cut--train']
    .flatMap((pair) => [pair, pair.split('--').toReversed().join('--')])
    .map(
      (id) =>
        `${id}: { from: ${id.split('--')[0]}, to: ${id.split('--')[1]}, direction: along, duration: 10 minutes, difficulty: 1, risks: [slippery ice] }\n`
    )
    .join(''),
  'world/regions/line/locations/halt.yaml':
    'name: Kettle Halt\ndescription: A platform, a lamp and a bench. The wires hum. Snow has covered the second rail.\nfeatures:\n  board: { name: the departure board, text: The last train is chalked up as late. Somebody has wiped out the hour. }\n',
  'world/regions/line/locations/shed.yaml':
    'name: The Engine Shed\ndescription: A brick shed with its doors open and no engine in it. Something warm has stood here until this morning.\n',
  'world/regions/line/locations/cut.yaml':
    "name: Ansel's Cut\ndescription: The line runs between two walls of snow.\nfeatures:\n  plough:\n    name: the snow plough\n    text: The engine of the plough is warm, and the fire in it was laid by somebody who knew how. On the footplate lies the stationmaster's glove.\n    fact: plough-was-lit\n",
  'world/regions/line/locations/train.yaml':
    'name: The Lost Train\ndescription: Three carriages, white to the roof. Nobody is in them.\nfeatures:\n  van:\n    name: the guard’s van\n    text: The van is locked with a bootlace. Inside hangs the mailbag, and it has not frozen yet.\n    fact: mailbag-found\n'
}

const SEEDS = Array.from({ length: Number(process.env['SOAK'] ?? 2) }, (_, i) => String(i + 1))
let contexts: Told[] = []
beforeAll(async () => {
  const game = await loadGame(bundledFiles('cairn-hack'))
  const { files } = await sampleBeginning('cairn-hack', game)
  const internals = [...files].filter(([path]) => path === 'next' || path === 'narrative-version' || path === 'current-scene')
  const beginning = new Beginning(new Map([...internals, ...Object.entries(WORLD).map(([path, text]) => [path, Buffer.from(text)] as const)]), game)
  contexts = []
  for (const seed of SEEDS) contexts.push(await toTheEnd(beginning, seed, 6))
  const folder = process.env['TALES']
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const [i, one] of contexts.entries()) writeFileSync(join(folder, `unknown-${SEEDS[i]}.txt`), asText(one))
  }
})

it('a world without story events: what people want is pursued, settled and ended', () => {
  for (const { ended, story, scenes } of contexts) {
    const { facts } = story.snapshot.state
    expect([ended, facts['plough-was-lit'], facts['mailbag-found']]).toEqual([true, true, true])
    expect(scenes.map(({ title }) => title)).toEqual(expect.arrayContaining(['What Maren wants', "What Lucan D'Arcy wants"]))
    const texts = scenes.flatMap(({ log }) => log.map(({ text }) => text))
    expect(texts.join(' ')).not.toMatch(/undefined|[{}[\]]|\.\.| {2}/)
    expect(texts.at(-1)).toContain('Maren')
    expect(texts.at(-1)).toContain("D'Arcy")
  }
})

import { beginningOf } from '../story/creation/create'
import type { Game } from '../../shared/story/game'
import { Beginning } from '../story/memory-story'
import { RESOURCES } from './samples.fixture'

type Files = Readonly<Record<string, string>>

const player = (name: string, location: string): string =>
  `name: ${name}\nlocation: ${location}\nstats: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\nmax: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\n`
const STATE = 'clock: { start: 1911-02-03T07:00:00Z, minutes: 0 }\n'

/** Four places along a railway, two people who want something, one with an apostrophe in the name, and a field left empty. */
const RAILWAY: Files = {
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

/** One room that nothing leads out of, three people with apostrophes in their names, and a landlady who knows something. */
const ROOM: Files = {
  'ABOUT.md': "---\ntitle: Snowed in at Mrs. O'Hara's\npremise: The door is under nine feet of snow.\n---\n",
  'SUMMARY.md': '',
  'table.yaml': "agents: { default: offline }\nparty: [D'Arcy, Anne-Marie, Bo'sun]\nk: 18\n",
  'world/STATE.yaml': STATE,
  "world/players/D'Arcy/ABOUT.md":
    '---\npublic: A man in a wet collar.\nwants: The letter that came for him before the snow did.\npronoun: he\n---\n',
  "world/players/D'Arcy/STATS.yaml": "name: Lucan D'Arcy\nlocation: parlour\nstats: { level: 1, xp: 0 }\n",
  'world/players/Anne-Marie/ABOUT.md': "---\npublic: ''\nwants: ''\npronoun: she\n---\n",
  'world/players/Anne-Marie/STATS.yaml': "name: Anne-Marie de l'Isle\nlocation: parlour\nstats: { level: 1, xp: 0 }\n",
  "world/players/Bo'sun/ABOUT.md":
    '---\npublic: A sailor who counts the knocks in the pipes.\nwants: To know who knocks in the pipes.\npronoun: they\n---\n',
  "world/players/Bo'sun/STATS.yaml": "name: Bo'sun Achebe\nlocation: parlour\nstats: { level: 1, xp: 0 }\n",
  "world/npcs/O'Hara/ABOUT.md": '---\npublic: A landlady with a key on every finger.\nwants: Nobody to go down to the cellar.\npronoun: she\n---\n',
  "world/npcs/O'Hara/STATS.yaml":
    "name: Mrs. O'Hara\nlocation: parlour\nattitude: neutral\nstats: { hp: 6 }\nmax: { hp: 6 }\nreveals:\n  knocking-explained: { needs: neutral, text: It is my brother. He knocks so that I know he is warm. }\n",
  'world/regions/house/ABOUT.md': '---\nname: The house\n---\n',
  'world/regions/house/MAP.yaml': '{}\n',
  'world/regions/house/journeys.yaml': '{}\n',
  'world/regions/house/locations/parlour.yaml':
    "name: Mrs. O'Hara's Parlour\ndescription: A stove, four chairs and a clock that is wrong.\nfeatures:\n  rack: { name: the letter rack, text: Behind the bills stands a letter with a foreign stamp., fact: letter-found }\n"
}

/** Worlds that no game comes with, each with the game that rules it. */
export const WORLDS: Readonly<Record<string, { game: string; files?: Files }>> = {
  railway: { game: 'cairn-hack', files: RAILWAY },
  room: { game: 'totm', files: ROOM },
  'blank cairn-hack': { game: 'cairn-hack' },
  'blank totm': { game: 'totm' }
}

/** The beginning of stories in one of the worlds; without files of its own the blank campaign of its game. */
export async function worldBeginning(name: string, game: Game): Promise<Beginning> {
  const world = WORLDS[name]
  if (!world) throw new Error(`no world ${name}`)
  return await beginningWith(new Map(Object.entries(world.files ?? {}).map(([path, text]) => [path, Buffer.from(text)])), world.game, game)
}

/** The beginning of stories in a world of these files, or in the blank campaign if there are none. `id`: the game's folder below rules/. */
export async function beginningWith(own: ReadonlyMap<string, Buffer>, id: string, game: Game): Promise<Beginning> {
  const { files } = await beginningOf({ dir: id, game: id, seed: '1', template: 'blank', resources: RESOURCES })
  const isKept = (path: string): boolean => !path.startsWith('rules/') && (own.size === 0 || !/^(world|table\.yaml)/.test(path))
  const common = [...files].flatMap(([path, { bytes }]) => (isKept(path) ? [[path, bytes] as const] : []))
  return new Beginning(new Map([...common, ...own]), game)
}

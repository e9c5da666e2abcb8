import { firstNext } from '../../shared/story/state'
import { nextFile } from '../campaign/beat-files'
import { FILES } from '../campaign/layout'

const MANIFEST = `game: Halcyon
version: "1"
combat_flow: initiative-based
slots: 6
entry_actions: [clamber, survey, rummage, chat, patch-up, rouse, swig, breather, stow, pass-along, hum]
combat_actions: [lash-out, pin, discharge, dodge, swig, rouse, bolt]
dm_actions: [brawl, settle, gust, pour, while-away, log-fact]
npc_actions: [lash-out, bolt]
stats:
  nerve: { label: Nerve, has_max: true, min: 0 }
  grit: { label: Grit, min: 0 }
newcomer: { stats: { nerve: 8, grit: 3 }, max: { nerve: 8 } }
odds: { saves: [], attack: lash-out, travel: clamber, hit_points: [nerve] }
limits: { turns_per_scene: 40, scenes_per_session: 6 }
`

/** An action in TypeScript: the part between its name and its end. */
const typescript = (name: string, body: string, imports = 'called, canAct, Draft, npcsAt, placeOf'): [string, string] => [
  `actions/${name}.ts`,
  `import { ${imports} } from 'proscenium'\nexport default {\n  name: '${name}',\n${body}\n}\n`
]
const yaml = (name: string, text: string): [string, string] => [`actions/${name}.yaml`, `name: ${name}\n${text}`]
const who = '[{ name: who, type: target, required: true, description: Whom }]'

const ACTIONS = new Map([
  typescript(
    'clamber',
    `  description: 'Go through a hatch, everybody who stands.',
  params(state, actor) {
    const hatches = waysFrom(state, placeOf(state, actor))
    return [{ name: 'hatch', type: 'enum', description: 'Which hatch', required: true, enum: hatches, labels: Object.fromEntries(hatches.map((id) => [id, state.places[state.journeys[id].to].name])) }]
  },
  available: (state, actor) => state.combat ? 'a fight is under way' : canAct(state, actor) || "they can't act",
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { to } = state.journeys[params.hatch]
    for (const id of partyAt(state, placeOf(state, actor))) draft.put(['actors', id, 'location'], to)
    if (state.places[to].tags['visited'] !== true) draft.put(['places', to, 'tags', 'visited'], true)
    draft.say(draft.actor(actor).name + ' leads the way to ' + state.places[to].name + '.')
    draft.passTime(3)
    return draft.result()
  }`,
    'canAct, Draft, partyAt, placeOf, waysFrom'
  ),
  typescript(
    'survey',
    `  description: 'Take stock of the whole room.',
  params: [],
  available: (state, actor) => state.combat ? 'a fight is under way' : state.places[placeOf(state, actor)].tags['explored'] !== true || 'it is known',
  execute(state, actor) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    draft.put(['places', place, 'tags', 'explored'], true)
    draft.say(draft.actor(actor).name + ' takes stock of ' + state.places[place].name + '.')
    return draft.result()
  }`
  ),
  typescript(
    'rummage',
    `  description: 'Go through something here.',
  params(state, actor) {
    const place = state.places[placeOf(state, actor)]
    const labels = Object.fromEntries(openFeatures(state, placeOf(state, actor)).map((id) => [id, place.features[id].name]))
    return [{ name: 'spot', type: 'enum', description: 'What', required: true, enum: Object.keys(labels), labels }]
  },
  available: (state, actor) => state.combat ? 'a fight is under way' : canAct(state, actor) || "they can't act",
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const spot = state.places[place].features[params.spot]
    draft.put(['places', place, 'features', params.spot, 'searched'], true)
    if (spot.fact !== undefined) draft.setFact(spot.fact)
    if (spot.item !== undefined && draft.roomFor(actor, { item: spot.item })) draft.addItem(actor, spot.item, { item: spot.item })
    draft.say(draft.actor(actor).name + ' goes through ' + spot.name + '. ' + spot.text)
    draft.passTime(5)
    return draft.result()
  }`,
    'canAct, Draft, openFeatures, placeOf'
  ),
  typescript(
    'chat',
    `  kind: 'talk',
  description: 'Ask somebody what they know.',
  params(state, actor) {
    const people = npcsAt(state, placeOf(state, actor))
    return [{ name: 'who', type: 'target', description: 'Whom', required: true, enum: people, labels: called(state, people) }]
  },
  available: (state, actor) => state.combat ? 'a fight is under way' : canAct(state, actor) || "they can't act",
  execute(state, actor, params) {
    const draft = new Draft(state)
    const npc = draft.actor(params.who)
    const next = nextReveal(state, npc, attitude(npc))
    if (next) draft.setFact(next[0])
    draft.say(next ? npc.name + ' tells ' + draft.actor(actor).name + ': "' + next[1].text + '"' : npc.name + ' has no more to say.')
    return draft.result()
  }`,
    'attitude, called, canAct, Draft, nextReveal, npcsAt, placeOf'
  ),
  typescript(
    'stow',
    `  description: 'Leave something behind.',
  params(state, actor) {
    const mine = Object.keys(state.actors[actor].inventory)
    return [{ name: 'thing', type: 'enum', description: 'What', required: true, enum: mine }]
  },
  available: (state, actor) => state.combat ? 'a fight is under way' : canAct(state, actor) || "they can't act",
  execute(state, actor, params) {
    const draft = new Draft(state)
    const entry = draft.removeItem(actor, params.thing)
    draft.addItem({ place: placeOf(state, actor) }, params.thing, entry)
    draft.say(draft.actor(actor).name + ' stows a thing away.')
    return draft.result()
  }`
  ),
  typescript(
    'pass-along',
    `  description: 'Hand something to somebody.',
  params(state, actor) {
    const mine = Object.keys(state.actors[actor].inventory)
    const people = peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor)
    return [
      { name: 'taker', type: 'target', description: 'To whom', required: true, enum: people, labels: called(state, people) },
      { name: 'thing', type: 'enum', description: 'What', required: true, enum: mine }
    ]
  },
  available: (state, actor) => state.combat ? 'a fight is under way' : canAct(state, actor) || "they can't act",
  execute(state, actor, params) {
    const draft = new Draft(state)
    const entry = draft.removeItem(actor, params.thing)
    draft.addItem(params.taker, params.thing, entry)
    draft.say(draft.actor(actor).name + ' passes something along.')
    return draft.result()
  }`,
    'called, canAct, Draft, peopleAt, placeOf'
  ),
  typescript(
    'lash-out',
    `  description: 'Swing at whoever is in reach.',
  params(state, actor) {
    const people = peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor && canAct(state, id))
    return [{ name: 'at', type: 'target', description: 'At whom', required: true, enum: people, labels: called(state, people) }]
  },
  available: (state, actor) => state.combat ? canAct(state, actor) || "they can't act" : 'there is no fight',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { total } = roll('d4', { label: 'bruise', target: params.at })
    damage(draft, params.at, 'nerve', total)
    const down = draft.base(params.at, 'nerve') === 0
    if (down) draft.addCondition(params.at, 'out-cold')
    draft.say(draft.actor(actor).name + ' hits ' + draft.actor(params.at).name + ' for ' + total + '.' + (down ? ' ' + draft.actor(params.at).name + ' is out cold.' : ''))
    return draft.result([], { damage: total })
  }`,
    'called, canAct, damage, Draft, peopleAt, placeOf'
  ),
  typescript(
    'discharge',
    `  description: 'Let the coil loose.',
  params(state, actor) {
    const coils = Object.entries(state.actors[actor].inventory).flatMap(([key, { item }]) => (game.equipment[item].kind === 'spell' ? [key] : []))
    const people = inReach(state, actor)
    return [
      { name: 'coil', type: 'enum', description: 'Which', required: true, enum: coils },
      { name: 'at', type: 'target', description: 'At whom', required: false, enum: people, labels: called(state, people) }
    ]
  },
  available: (state, actor) => state.combat ? inReach(state, actor).length > 0 || 'nobody is in reach' : 'there is no fight',
  execute(state, actor, params) {
    const at = params.at ?? inReach(state, actor)[0]
    if (at === undefined) throw refuse('There is nobody to aim at.')
    const draft = new Draft(state)
    damage(draft, at, 'nerve', 2)
    if (draft.base(at, 'nerve') === 0) draft.addCondition(at, 'out-cold')
    draft.say('A blue arc leaps from ' + draft.actor(actor).name + ' to ' + draft.actor(at).name + '.')
    return draft.result()
  }`,
    'called, damage, Draft, inReach'
  ),
  typescript(
    'bolt',
    `  description: 'Run for the nearest hatch.',
  params: [],
  available: (state, actor) => state.combat ? refugeOf(state, actor) !== undefined || 'there is nowhere to run' : 'there is no fight',
  execute(state, actor) {
    const draft = new Draft(state)
    leaveCombat(draft, actor)
    draft.put(['actors', actor, 'location'], refugeOf(state, actor))
    draft.say(draft.actor(actor).name + ' bolts.')
    return draft.result()
  }`,
    'Draft, leaveCombat, refugeOf'
  ),
  yaml(
    'patch-up',
    `description: Calm somebody and bind what bleeds.\nparams: ${who}\navailable: { in_combat: false, target_present: true }\nexecute:\n  heal: { amount: 3, stat: nerve, target: "{who}" }\n  pass_time: 5\n  say: "{actor.name} patches up {who.name}."\n`
  ),
  yaml(
    'rouse',
    `description: Bring somebody round.\nparams: ${who}\navailable: { target_present: { can_act: false } }\nexecute:\n  remove_condition: { condition: out-cold, target: "{who}" }\n  heal: { amount: 1, stat: nerve, target: "{who}" }\n  say: "{actor.name} brings {who.name} round."\n`
  ),
  yaml(
    'swig',
    `description: Use something up.\nparams: [{ name: what, type: enum, from: consumables, required: true, description: What }]\navailable: { has_consumable: true }\nexecute: { remove_item: "{what}", apply_effect: "{what.effect}" }\n`
  ),
  yaml(
    'breather',
    `description: Sit down for half an hour.\navailable: { in_combat: false }\nexecute:\n  heal: { amount: 2, stat: nerve }\n  pass_time: 30\n  say: "{actor.name} sits down."\n`
  ),
  yaml('hum', `description: Hum a tune.\nexecute: { say: "{actor.name} hums." }\n`),
  yaml(
    'pin',
    `kind: hold\npower: 0.5\ndescription: Pin somebody down.\nparams: [{ name: who, type: target, required: true, description: Whom }]\navailable: { in_combat: true, target_present: { attitude: hostile } }\nexecute:\n  add_condition: { condition: pinned, rounds: 1, target: "{who}" }\n  say: "{actor.name} pins {who.name} down."\n`
  ),
  yaml(
    'dodge',
    `description: Keep behind the girders.\navailable: { in_combat: true }\nexecute:\n  add_condition: { condition: braced, rounds: 1 }\n  say: "{actor.name} keeps low."\n`
  ),
  yaml(
    'wriggle',
    `description: Get out of a grip.\navailable: { has_condition: pinned }\nexecute:\n  remove_condition: pinned\n  say: "{actor.name} wriggles free."\n`
  ),
  yaml(
    'brawl',
    `description: It comes to blows.\nparams: [{ name: rivals, type: target, many: true, required: true, from: npcs_here, description: Who }]\navailable: { in_combat: false, target_present: { attitude: hostile, can_act: true } }\nexecute:\n  start_combat: "{rivals}"\n  say: It comes to blows.\n`
  ),
  yaml('settle', `description: The blows end.\navailable: { in_combat: true }\nexecute: { end_combat: true, say: The blows end. }\n`),
  yaml(
    'gust',
    `description: The ship lurches under somebody.\nparams: ${who}\navailable: { in_combat: false, target_present: { kind: player } }\nexecute:\n  damage: { amount: 1, stat: nerve, target: "{who}" }\n  say: "The ship lurches under {who.name}."\n`
  ),
  yaml(
    'pour',
    `kind: give\ndescription: The galley sends something.\nparams:\n  - { name: who, type: target, from: players_here, required: true, description: Whom }\n  - { name: what, type: enum, enum: [cocoa], required: true, description: What }\navailable: { in_combat: false }\nexecute:\n  add_item: { item: "{what}", target: "{who}" }\n  say: "{who.name} is handed a flask."\n`
  ),
  yaml('while-away', `description: Time goes by.\navailable: { in_combat: false }\nexecute: { pass_time: 15, say: A quarter of an hour goes by. }\n`),
  yaml(
    'log-fact',
    `kind: set_fact\ndescription: Write down what is so.\nparams: [{ name: note, type: string, required: true, description: What }]\nexecute: { set_fact: "{note}" }\n`
  )
])

/** The files of a game unlike the bundled ones: investigators on an airship. It declares only what some things are for. */
export const AIRSHIP_GAME: ReadonlyMap<string, string> = new Map([
  ['manifest.yaml', MANIFEST],
  ...ACTIONS,
  ['conditions/out-cold.yaml', 'name: Out cold\ncannot_act: true\n'],
  ['conditions/pinned.yaml', 'name: Pinned\nforbids: [bolt, lash-out]\ngrants: [wriggle]\n'],
  ['conditions/braced.yaml', 'name: Braced\nstats: { grit: 2 }\n'],
  [
    'equipment/all.yaml',
    `spanner: { name: Spanner, kind: weapon, damage: d4 }
cocoa: { name: Flask of cocoa, kind: consumable, effect: { heal: { amount: 3, stat: nerve }, say: "{actor.name} drinks cocoa." } }
coil: { name: Tesla coil, kind: spell }
logbook: { name: Logbook, kind: treasure }
sandbag: { name: Sandbag, kind: tool, worth: 0 }
telegram: { name: Telegram, kind: tool, slots: 0, worth: 3 }
goggles: { name: Goggles, kind: tool }
`
  ]
])

const place = (name: string, description: string, features: string, tags = '{}'): string =>
  `name: ${name}\ndescription: ${description}\ngm_guide: ""\nsenses: [the wires hum, a lamp sways]\nfeatures: ${features}\ninventory: {}\ntags: ${tags}\n`
const person = (name: string, inventory: string, more = ''): string =>
  `name: ${name}\nlocation: gondola\nstats: { nerve: 8, grit: 3 }\nmax: { nerve: 8 }\ninventory: ${inventory}\nconditions: {}\ntags: {}\n${more}`
const about = (line: string): string => `---\npublic: ${line}\nwants: the truth\npronoun: she\nsays: {}\n---\n# ${line}\n`
const player = (id: string, sheet: string): [string, string][] => [
  [`world/players/${id}/STATS.yaml`, sheet],
  [`world/players/${id}/ABOUT.md`, about('An investigator with a notebook.')],
  [`world/players/${id}/TIMELINE.yaml`, '[]\n']
]
const npc = (id: string, sheet: string): [string, string][] => [
  [`world/npcs/${id}/STATS.yaml`, sheet],
  [`world/npcs/${id}/ABOUT.md`, about('One of those on board.')],
  [`world/npcs/${id}/TIMELINE.yaml`, '[]\n']
]
const LADDER: readonly string[] = ['gondola', 'saloon', 'hold', 'engines', 'gas-walk', 'bridge']
const journeys = LADDER.slice(1).flatMap((to, i) => {
  const from = LADDER[i] ?? ''
  return [
    [from, to, 'aft'],
    [to, from, 'fore']
  ].map(
    ([a = '', b = '', way = '']) =>
      `${a}--${b}: { from: ${a}, to: ${b}, direction: ${way}, duration: 3 minutes, difficulty: 0, risks: [], description: A hatch. }`
  )
})
const event = (title: string, order: number, at: string, aim: string, after: string, done: string): [string, string] => [
  `world/story/${title}/ABOUT.md`,
  `---\ntitle: ${title}\norder: ${order}\nplace: ${at}\naim: ${aim}\nstarts_when: ${after}\ndone_when: [${done}]\nopening:\n  - The ship shudders and goes on.\nclosing:\n  - So that is that.\nclosing_failed:\n  - Nobody knows more than before.\n---\n# ${title}\n`
]

/** The files of a small world for that game, without its rules: six rooms in a row, three investigators, a friend, and a saboteur between them. */
export const AIRSHIP_WORLD: ReadonlyMap<string, string> = new Map([
  ['ABOUT.md', '---\npremise: Nobody steers the airship.\ntitle: The Halcyon\n---\n# The Halcyon\n'],
  ['SUMMARY.md', ''],
  ['table.yaml', 'agents: { default: offline }\nparty: [Ines, Teo, Dair]\nk: 18\n'],
  ...player(
    'Ines',
    person(
      'Ines Prado',
      '{ logbook: { item: logbook }, sandbag: { item: sandbag, count: 3 }, coil: { item: coil }, telegram: { item: telegram }, spanner: { item: spanner } }'
    )
  ),
  ...player('Teo', person('Teo', '{ spanner: { item: spanner }, cocoa: { item: cocoa, count: 2 } }').replace('{ nerve: 8,', '{ nerve: 3,')),
  ...player('Dair', person("Dair O'Shea", '{ spanner: { item: spanner }, logbook: { item: logbook, name: "Dair\'s diary" } }')),
  ...npc(
    'Odile',
    person('Odile', '{}', 'attitude: friendly\nreveals: { purser-hid: { text: The purser went aft with a crate and did not come back. } }\n').replace(
      'location: gondola',
      'location: saloon'
    )
  ),
  ...['Saboteur', 'Stoker'].flatMap((id) =>
    npc(
      id,
      person(`the ${id.toLowerCase()}`, '{ spanner: { item: spanner } }', 'attitude: hostile\n').replace('location: gondola', 'location: engines')
    )
  ),
  ['world/STATE.yaml', 'clock:\n  start: 1911-05-01T08:00:00Z\n  minutes: 0\nfacts: {}\nquests: {}\nfactions: {}\nrelationships: {}\nthreads: {}\n'],
  ['world/regions/halcyon/ABOUT.md', '---\nname: The Halcyon\n---\n# The Halcyon\n'],
  ['world/regions/halcyon/journeys.yaml', `${journeys.join('\n')}\n`],
  ['world/regions/halcyon/MAP.yaml', `{${LADDER.map((id, i) => `${id}: {x: ${220 * i}, y: 0}`).join(', ')}}\n`],
  [
    'world/regions/halcyon/locations/gondola.yaml',
    place(
      'The Gondola',
      'A basket of wicker and brass.',
      '{ chart: { name: the chart table, text: The course was changed at night. } }',
      '{ safe: true, visited: true }'
    )
  ],
  [
    'world/regions/halcyon/locations/saloon.yaml',
    place(
      'The Saloon',
      'Palms and plush.',
      '{ piano: { name: the piano, text: A string is missing. , item: goggles }, bar: { name: the bar, text: Four glasses. , item: cocoa } }'
    )
  ],
  [
    'world/regions/halcyon/locations/hold.yaml',
    place('The Hold', 'Crates under nets.', '{ crate: { name: the open crate, text: The purser is in it and alive. , fact: purser-found } }')
  ],
  [
    'world/regions/halcyon/locations/engines.yaml',
    place('The Engines', 'Four of them, one silent.', '{ valve: { name: the jammed valve, text: Somebody has filed it. } }')
  ],
  [
    'world/regions/halcyon/locations/gas-walk.yaml',
    place('The Gas Walk', 'A plank between bags as big as houses.', '{ patch: { name: a fresh patch, text: It was sewn in a hurry. } }')
  ],
  [
    'world/regions/halcyon/locations/bridge.yaml',
    place(
      'The Bridge',
      'Glass on three sides.',
      '{ helm: { name: the helm, text: A rope holds it. Nobody has steered for days. , fact: helm-seen } }'
    )
  ],
  event('The Purser', 1, 'hold', 'Find the purser in the Hold', '[]', 'purser-found'),
  event('The Helm', 2, 'bridge', 'Reach the Bridge and see who steers', '[purser-found]', 'helm-seen')
])

/** The files of a new campaign in that world. */
export const airshipFiles = (seed: string): Map<string, Buffer> =>
  new Map([
    ...[...AIRSHIP_WORLD].map(([path, text]): [string, Buffer] => [path, Buffer.from(text)]),
    [FILES.next, Buffer.from(nextFile(firstNext(seed)))],
    [FILES.currentScene, Buffer.alloc(0)]
  ])

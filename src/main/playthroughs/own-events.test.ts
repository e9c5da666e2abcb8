import { beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { writeArrow } from '../../arrow'
import { documentOf } from '../../arrow/made.fixture'
import { sceneDocument } from '../../shared/story/layout'
import type { Game } from '../../shared/story/game'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { toTheEnd, type PlayedStory } from './endings.fixture'
import { beginningWith } from './worlds.fixture'

const LAMP_CLOSING = 'The lamp burns in the mill.'

/** Three places in a row. The party starts at the first one, and what ends the event of the lamp is at the second one. */
const WORLD: Readonly<Record<string, string>> = {
  'ABOUT.md': "---\ntitle: The Mill Lamp\npremise: ''\n---\n",
  'SUMMARY.md': '',
  'table.yaml': 'agents: { default: offline }\nparty: [Maren]\nk: 18\n',
  'world/STATE.yaml': 'clock: { start: 1911-02-03T07:00:00Z, minutes: 0 }\n',
  'world/players/Maren/ABOUT.md': '---\npublic: A woman with a lantern.\npronoun: she\n---\n',
  'world/players/Maren/STATS.yaml':
    'name: Maren\nlocation: square\nstats: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\nmax: { STR: 12, DEX: 11, WIL: 12, hp: 5 }\n',
  'world/regions/home/ABOUT.md': '---\nname: Home\n---\n',
  'world/regions/home/journeys.yaml': [
    ['square', 'mill'],
    ['mill', 'square'],
    ['mill', 'quay'],
    ['quay', 'mill']
  ]
    .map(([from, to]) => `${from}--${to}: { from: ${from}, to: ${to}, direction: along, duration: 10 minutes, difficulty: 0, risks: [] }\n`)
    .join(''),
  'world/regions/home/locations/square.yaml':
    'name: The Square\ndescription: A square with a dry fountain.\nfeatures:\n  fountain: { name: the fountain, text: The pipe is stopped with wax., fact: pipe-found }\n',
  'world/regions/home/locations/mill.yaml':
    'name: The Mill\ndescription: A mill without a wheel.\nfeatures:\n  lamp: { name: the lamp, text: It takes the flame at once., fact: lamp-lit }\n',
  'world/regions/home/locations/quay.yaml':
    'name: The Quay\ndescription: A quay, and no boats.\nfeatures:\n  ring: { name: the mooring ring, text: Somebody has cut the rope., fact: rope-cut }\n',
  'world/story/Lamp/ABOUT.md': `---\ntitle: The Lamp\norder: 5\nplace: mill\naim: Light the lamp\ndone_when: [lamp-lit]\nopening: [The mill stands dark.]\nclosing: [${LAMP_CLOSING}]\n`
}
const OPENING = 'Everybody has come for this.'
const CLOSING = 'So that is settled for good.'
const TOLD = 'The bell rings under the water.'

interface Kind {
  /** The event is where the party starts, otherwise at a place that nobody has visited. */
  visited: boolean
  facts: boolean
  document: boolean
  climax: boolean
  last: boolean
}
/** The fact that ends the event: only its document sets it, or a feature of its place. */
const factOf = ({ visited, document }: Kind): string => (document ? 'bell-rung' : visited ? 'pipe-found' : 'rope-cut')

function filesOf(kind: Kind): Map<string, Buffer> {
  const { visited, facts, document, climax, last } = kind
  const matter = [
    'title: The Bell',
    `order: ${last ? 9 : 1}`,
    `place: ${visited ? 'square' : 'quay'}`,
    'aim: Hear the bell',
    ...(facts ? [`done_when: [${factOf(kind)}]`] : []),
    ...(climax ? ['climax: true'] : []),
    `opening: [${OPENING}]`,
    `closing: [${CLOSING}]`,
    'outcomes: [{ facts: [bell-heard] }]'
  ]
  const scene = documentOf(
    {
      80: {
        nodes: {
          1: { type: 'entry', to: [2] },
          2: { type: 'content', data: { content: TOLD }, to: [3] },
          3: facts ? { type: 'variable_update', data: { variable: 90, operator: 'set', with: [0, true] } } : { type: 'hub' }
        }
      }
    },
    { variables: facts ? { 90: { name: factOf(kind), type: 'bool', init: false } } : {} }
  )
  // An event that is over in another one's scene tells its closing with its outcome.
  const lamp = `${WORLD['world/story/Lamp/ABOUT.md'] ?? ''}${last && !visited ? '' : 'outcomes: [{ facts: [lamp-seen] }]\n'}---\n`
  const files = { ...WORLD, 'world/story/Lamp/ABOUT.md': lamp, 'world/story/Bell/ABOUT.md': `---\n${matter.join('\n')}\n---\n` }
  return new Map(
    [...Object.entries(files), ...(document ? [[sceneDocument('Bell'), writeArrow(scene)] as const] : [])].map(([path, text]) => [
      path,
      Buffer.from(text)
    ])
  )
}

const BOTH = [true, false]
const KINDS: Kind[] = BOTH.flatMap((visited) =>
  BOTH.flatMap((facts) => BOTH.flatMap((document) => BOTH.flatMap((climax) => BOTH.map((last) => ({ visited, facts, document, climax, last })))))
)

/** What a whole play has got wrong about the two events. */
function faultsOf({ ended, scenes, story }: PlayedStory, { visited, facts, document, climax, last }: Kind): string[] {
  const now = story.snapshot.state.facts
  const count = (text: string, among = scenes): number => among.flatMap(({ log }) => log).filter((entry) => entry.text.includes(text)).length
  const own = scenes.filter((scene) => scene.story === 'Bell')
  // An event whose facts can be found in passing needs no scene of its own, unless it is the climax, and is skipped if a later one is over.
  const isInPassing = facts && !document && !climax
  const isSkipped = isInPassing && !last && now['bell-heard'] === undefined
  const isLampOver = now['lamp-lit'] === true
  const rules: [fault: string, holds: boolean][] = [
    ['the campaign goes on', ended],
    ['the event is not over', isSkipped || now['bell-heard'] === true],
    ['its closing is not told once', count(CLOSING) === (isSkipped ? 0 : 1)],
    ['its opening is not told in its scene', isInPassing || count(OPENING, own) === 1],
    ['it has no scene at its place', (facts && !climax) || own.some(({ place }) => place === (visited ? 'square' : 'quay'))],
    ['its document is not played once, in its scene', !document || (count(TOLD, own) === 1 && count(TOLD) === 1)],
    ['the last event is not over', last || isLampOver],
    ['the closing of the other event is not told once', count(LAMP_CLOSING) === Number(isLampOver)]
  ]
  return rules.flatMap(([fault, holds]) => (holds ? [] : [fault]))
}

/** An odd stride takes every half of the kinds. */
const STRIDE = sizeOf(import.meta.filename, 'stride')

describe('a story event of one’s own is played before the campaign ends', () => {
  let game: Game
  beforeAll(async () => {
    game = await loadGame(bundledFiles('cairn-hack'))
  })

  it.each(KINDS.filter((_, n) => n % STRIDE === 0))(
    'visited $visited, done_when $facts, document $document, climax $climax, last $last',
    async (kind) => {
      const played = await toTheEnd(await beginningWith(filesOf(kind), 'cairn-hack', game), '1', 6)
      expect(faultsOf(played, kind)).toEqual([])
    }
  )
})

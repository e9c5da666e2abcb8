import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../shared/base/json'
import { FOLLOW_UP } from '../../shared/narrator/follow-up'
import { attacks, git, link, put, type Attack, type Target } from './harness.fixture'

const SCENE = 'sessions/session-1/001-scene'
const FILE = `${SCENE}/SCENE.json`

/** A scene tree with another first paragraph. */
const tree = (narration: Json, more: Record<string, Json> = {}): string =>
  JSON.stringify({
    id: 'a',
    location: { place: 'throat-yard', name: 'The yard', region: 'The Well', time: 'dusk' },
    present: [],
    atmosphere: [],
    narration: [narration],
    voices: [],
    ...more
  })
const words = (more: Record<string, Json> = {}): Record<string, Json> => ({ speaks: 'Who?', intent: 'ask', waitingMessage: '…', ...more })
const nested = (levels: number): Json =>
  levels === 0 ? { text: 'a rope' } : { text: 'a rope', clickable: { rope: { speaks: 'Who?', intent: 'ask', response: nested(levels - 1) } } }

/** Takes the first scene up again with this SCENE.json, and commits it as another tool would. */
function commit({ dir }: Target, text: string | Buffer, clicked = ''): void {
  put(dir, FILE, text)
  put(dir, 'current-scene', `${SCENE}\n`)
  const next = readFileSync(join(dir, 'next'), 'utf8')
  put(
    dir,
    'next',
    next
      .replace(/^phase: .*$/m, 'phase: dm')
      .replace(/^actor: .*$/m, 'actor: DM')
      .replace(/^scene: .*$/m, 'scene: 1')
  )
  const about = readFileSync(join(dir, SCENE, 'ABOUT.md'), 'utf8')
  put(dir, `${SCENE}/ABOUT.md`, about.replace('---\n', `---\n${clicked}`))
  save(dir)
}

function save(dir: string): void {
  git(dir, 'add', '-A')
  git(dir, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qm', 'Another tool')
}

const refused = (name: string, text: string | Buffer, says: RegExp): Attack => ({ name, plant: (at) => commit(at, text), says, code: 'bad-file' })

attacks([
  refused(
    'words that are not in their text',
    tree({ text: 'A rope.', clickable: { knot: words() } }),
    /SCENE\.json: narration\[0\]\/knot: “knot” isn't in the text/
  ),
  refused('HTML in a scene tree', tree({ text: 'A <img src=x onerror=alert(1)> rope.' }), /is HTML/),
  refused('HTML as clickable words', tree({ text: 'A <b>rope</b>.', clickable: { '<b>rope</b>': words() } }), /is HTML/),
  refused(
    'a prototype among the clickable words',
    tree({ text: '__proto__ rope' }).replace(
      '"text":"__proto__ rope"',
      '"text":"__proto__ rope","clickable":{"__proto__":{"speaks":"s","intent":"i","waitingMessage":"w"}}'
    ),
    /`__proto__` is not a name/
  ),
  refused('answers within answers, deeper than anybody clicks', tree(nested(400)), /nests deeper/),
  refused('a scene tree of 5 MB', tree({ text: 'x'.repeat(5 << 20) }), /larger than 4 MB/),
  refused('a truncated scene tree', tree({ text: 'A rope.' }).slice(0, -3), /ends before it is complete/),
  refused('a scene tree that is a list', '[]', /SCENE\.json: /),
  refused('a scene tree that is no text', Buffer.from([123, 0, 255]), /is not a text file/),
  refused('a field that only the director may know', tree({ text: 'A rope.', narrator_notes: 'Gant did it.' }), /narrator_notes/),
  {
    name: 'a scene tree that is a link',
    plant: (at) => {
      commit(at, tree({ text: 'A rope.' }))
      link(at.dir, FILE, join(at.outside, '.bashrc'))
      save(at.dir)
    },
    says: /SCENE\.json is a symbolic link/,
    code: 'bad-file'
  },
  {
    name: 'a scene tree of 1 MB that keeps to every rule',
    plant: (at) =>
      commit(
        at,
        tree(
          { text: 'A rope.' },
          {
            narration: Array.from({ length: 6000 }, () => ({
              text: 'A rope, and a second rope to tie the first one to the ring with.',
              clickable: { rope: words() }
            }))
          }
        )
      )
  },
  {
    name: 'clicks on words that never were',
    plant: (at) =>
      commit(at, tree({ text: 'A rope.', clickable: { rope: words() } }), 'clicked: { "narration[0]/knot": 3, "voices[9]/__proto__/then": 1 }\n')
  },
  { name: 'a scene tree in the front matter', plant: (at) => commit(at, tree({ text: 'A rope.' }), 'tree: { narration: [] }\n') },
  {
    name: 'a path of a hundred answers, each clicked',
    plant: (at) =>
      commit(
        at,
        tree(nested(60)),
        `clicked:\n${Array.from({ length: 60 }, (_, i) => `  "narration[0]${'/rope'.repeat(i + 1)}": ${i + 1}\n`).join('')}`
      )
  },
  {
    name: `a field "${FOLLOW_UP}" that is no map`,
    plant: (at) => commit(at, tree({ text: 'A rope.', clickable: { rope: words({ response: { text: 'Hm.', [FOLLOW_UP]: 'x' } }) } })),
    says: /SCENE\.json: /,
    code: 'bad-file'
  }
])

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ArrowDocument, ArrowObject } from '../document'
import type { Made } from '../made.fixture'
import type { PauseEvent } from './events'
import type { PlayAction, PlayOptions } from './play'
import { ANN, ann, fanOut, played, scene, transcriptOf, variable, X } from './played.fixture'

interface Row {
  document: ArrowDocument
  actions?: readonly PlayAction[]
  numbers?: readonly number[]
  js: readonly string[]
  otherwise: readonly string[]
}

const problem = (at: number | null, beginning: string): string => `problem at ${at}: ${beginning}`
const generator = (method: string, type: 'num' | 'str', argumentList?: ArrowObject[string]): ArrowDocument =>
  fanOut('generator', { variable: X, method, ...(argumentList === undefined ? {} : { arguments: argumentList }) }, 1, {
    variables: variable(type, type === 'num' ? 1 : 'a')
  })
const update = (type: 'num' | 'str', init: number | string, operator: string, right: number | string): ArrowDocument =>
  fanOut('variable_update', { variable: X, operator, with: [0, right] }, 1, { variables: variable(type, init) })
const condition = (data: ArrowObject, type: 'num' | 'str', init: number | string): ArrowDocument =>
  fanOut('condition', { variable: X, ...data }, 2, { variables: variable(type, init) })
const input = (data: ArrowObject, type: 'num' | 'str', connected = true): ArrowDocument =>
  scene({ 1: { type: 'user_input', data, to: connected ? [2] : [] }, 2: { type: 'hub' } }, { variables: variable(type, type === 'num' ? 1 : 'a') })
const alone = (node: Made, to: readonly number[] = [2]): ArrowDocument => scene({ 1: { ...node, to }, 2: { type: 'content' } })
const jsRest = ['play 2', 'pause [2]']
const unchanged = ['play 1', 'play 2', 'pause [2]']

const ROWS: Readonly<Record<string, Row | readonly Row[]>> = {
  D1: [
    {
      document: generator('randi', 'num', [1, 3, false, true, true]),
      numbers: [0.99],
      js: ['play 1', 'rand', 'x: 1 → 2', ...jsRest],
      otherwise: ['play 1', 'x: 1 → 3', ...jsRest]
    },
    {
      document: generator('randi', 'num', [9, 3, false, true, true]),
      numbers: [0],
      js: ['play 1', 'rand', 'x: 1 → 2', ...jsRest],
      otherwise: ['play 1', 'x: 1 → 9', ...jsRest]
    }
  ],
  D2: {
    document: generator('randi', 'num', [-1, 'x']),
    numbers: [0.999],
    js: ['play 1', 'rand', 'x: 1 → 100', ...jsRest],
    otherwise: ['play 1', problem(1, 'Generator “node_1” changes nothing: its limits are [-1,"x"]'), ...jsRest]
  },
  D3: {
    document: generator('randi', 'num', [4, 5, false, false, true]),
    numbers: [0],
    js: ['play 1', problem(1, 'Generator “node_1” changes nothing: 4 is the only number'), ...jsRest],
    otherwise: ['play 1', 'x: 1 → 5', ...jsRest]
  },
  D4: {
    document: generator('ascii', 'str'),
    js: ['play 1', 'error: Cannot read', 'pause []'],
    otherwise: ['play 1', problem(1, 'Generator “node_1” changes nothing: it has no pool'), ...jsRest]
  },
  D5: {
    document: scene(
      { 1: { type: 'content', data: { title: '{x} {Ann.m}' } } },
      { variables: { ...variable('str', '{y}$'), 91: { name: 'y', type: 'str', init: '<{Ann.m}>' } }, characters: ann({ m: '$&' }) }
    ),
    js: ['play 1', 'pause [1]', '<{Ann.m}>$ {Ann.m}'],
    otherwise: ['play 1', 'pause [1]', '{y}$ $&']
  },
  D6: {
    document: scene({
      1: {
        type: 'interaction',
        data: { actions: Array<string>(11).fill('a') },
        skip: true,
        to: [undefined, undefined, 2, ...Array<undefined>(7).fill(undefined), 3]
      },
      2: { type: 'content' },
      3: { type: 'content' }
    }),
    js: ['play 1', 'play 3', 'pause [3]'],
    otherwise: ['play 1', 'play 2', 'pause [2]']
  },
  D7: {
    document: update('str', 'ab', 'rpl', '|-'),
    js: ['play 1', 'x: "ab" → "-a-b-"', ...jsRest],
    otherwise: ['play 1', 'x: "ab" → "ab"', ...jsRest]
  },
  D8: {
    document: update('str', 'ab', 'rpi', 'B|$&$&'),
    js: ['play 1', 'x: "ab" → "abb"', ...jsRest],
    otherwise: ['play 1', 'x: "ab" → "a$&$&"', ...jsRest]
  },
  D9: {
    document: update('str', 'a', 'stc', 'Big_town'),
    js: ['play 1', 'x: "a" → " Big Town"', ...jsRest],
    otherwise: ['play 1', 'x: "a" → "Big Town"', ...jsRest]
  },
  D10: [
    {
      document: update('num', 2 ** 52, 'mul', 4),
      js: ['play 1', `x: ${2 ** 52} → ${2 ** 54}`, ...jsRest],
      otherwise: ['play 1', problem(1, 'Update “node_1” leaves “x” at 4503599627370496: it makes a number beyond'), ...jsRest]
    },
    {
      document: update('num', 10, 'exp', 9999),
      js: unchanged,
      otherwise: ['play 1', problem(1, 'Update “node_1” leaves “x” at 10: it makes a number beyond'), ...jsRest]
    }
  ],
  D11: { document: condition({ operator: 'lng', with: [0, '-3'] }, 'str', 'ab'), js: ['play 1', 'play 3', 'pause [3]'], otherwise: unchanged },
  D12: [
    {
      document: condition({ operator: 'gt', with: [1, 777] }, 'num', 1),
      js: ['play 1', 'play 3', 'pause [3]'],
      otherwise: ['play 1', problem(1, 'Condition “node_1” refers to a variable that isn’t in the document.'), ...jsRest]
    },
    {
      document: condition({ operator: 'ct', with: [1, 777] }, 'str', 'a'),
      js: ['play 1', 'error: Cannot read', 'pause []'],
      otherwise: ['play 1', problem(1, 'Condition “node_1” refers'), ...jsRest]
    }
  ],
  D13: {
    document: scene(
      {
        1: { type: 'tag_match', data: { character: ANN, tag_key: 'm', patterns: ['x'], regex: true }, to: [2, 3] },
        2: { type: 'content' },
        3: { type: 'content' }
      },
      { characters: ann({ m: 'y' }) }
    ),
    js: ['play 1', 'play 3', 'pause [3]'],
    otherwise: ['play 1', 'END_EDGE 1', 'pause []']
  },
  D14: {
    document: scene({ 1: { type: 'sequencer', to: [2, 2, 2] }, 2: { type: 'hub' } }),
    js: ['play 1', 'END_EDGE 1', 'pause []'],
    otherwise: ['play 1', 'play 2', 'END_EDGE 2', 'play 2', 'END_EDGE 2', 'pause []']
  },
  D15: [
    {
      document: scene({ 1: { type: 'content', data: { clear: true } } }),
      js: ['play 1', 'error: The annotated node (1)', 'pause [1]'],
      otherwise: ['play 1', 'pause [1]']
    },
    {
      document: scene({ 1: { type: 'entry', to: [2] }, 2: { type: 'content', data: { clear: true, auto: true }, to: [3] }, 3: { type: 'hub' } }),
      js: ['play 1', 'play 2', 'play 3', 'END_EDGE 3', 'clear 2', 'pause []'],
      otherwise: ['play 1', 'play 2', 'clear 2', 'play 3', 'END_EDGE 3', 'pause []']
    },
    {
      document: scene(
        { 1: { type: 'entry', to: [2] }, 2: { type: 'monolog', data: { character: ANN, clear: true, auto: true } } },
        { characters: ann({}) }
      ),
      js: ['play 1', 'play 2', 'END_EDGE 2', 'clear 2', 'pause [2]'],
      otherwise: ['play 1', 'play 2', 'clear 2', 'END_EDGE 2', 'pause []']
    }
  ],
  D16: {
    document: input({ variable: X, custom: [0, 9, 1, 1] }, 'num', false),
    actions: [{ do: 'input', value: 5 }],
    js: ['play 1', 'pause [1]', 'END_EDGE 1', 'pause []'],
    otherwise: ['play 1', 'pause [1]', 'x: 1 → 5', 'END_EDGE 1', 'pause []']
  },
  D17: {
    document: input({ variable: X }, 'num'),
    actions: [{ do: 'input', value: 5 }],
    js: ['play 1', 'pause [1]'],
    otherwise: ['play 1', 'pause [1]', 'x: 1 → 5', 'play 2', 'END_EDGE 2', 'pause []']
  },
  D18: [
    { document: input({ variable: X }, 'str'), js: ['play 1 failed', 'error: Cannot read', 'pause []'], otherwise: ['play 1', 'pause [1]'] },
    {
      document: input({ variable: X, custom: ['(', '', ''] }, 'str'),
      js: ['play 1 failed', 'error: Invalid regular expression', 'pause []'],
      otherwise: ['play 1', problem(1, 'The pattern of input “node_1” is invalid'), 'pause [1]']
    }
  ],
  D19: [
    {
      document: input({ variable: -1 }, 'num'),
      js: ['play 1', 'play 2', 'END_EDGE 2', 'pause []'],
      otherwise: ['play 1', problem(1, 'Input “node_1” has no variable'), 'play 2', 'END_EDGE 2', 'pause []']
    },
    {
      document: input({ prompt: '?' }, 'num'),
      js: ['play 1', 'pause [1]'],
      otherwise: ['play 1', problem(1, 'Input “node_1” has no variable'), 'play 2', 'END_EDGE 2', 'pause []']
    }
  ],
  D20: {
    document: alone({ type: 'monolog', data: { character: -1, monolog: 'x' } }),
    js: ['play 1 failed', 'error: ANONYMOUS_CHARACTER is not defined', 'pause []'],
    otherwise: ['play 1', 'pause [1]']
  },
  D21: [
    {
      document: alone({ type: 'dialog', data: { lines: [], playable: true } }),
      js: ['play 1 failed', 'error: Unable to create `Dialog`', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” has no lines'), 'END_EDGE 1', 'pause []']
    },
    {
      document: alone({ type: 'interaction', data: { actions: [] } }),
      js: ['play 1 failed', 'error: Unable to create `Interaction`', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” has no actions'), 'END_EDGE 1', 'pause []']
    }
  ],
  D22: {
    document: alone({ type: 'interaction', data: { actions: ['a', 5] } }),
    js: ['play 1 failed', 'error: Unable to process exposure', 'pause []'],
    otherwise: ['play 1', problem(1, 'Node “node_1” has a text that isn’t one.'), 'pause [1]']
  },
  D23: [
    {
      document: alone({ type: 'macro_use', data: { macro: -1 } }),
      js: ['play 1 failed', 'error: Cannot read', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” uses no macro that can be played'), ...jsRest]
    },
    {
      document: alone({ type: 'macro_use', data: { macro: 5 } }),
      js: ['play 1 failed', 'error: Corrupt Project Data!', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” uses no macro'), ...jsRest]
    }
  ],
  D24: [
    {
      document: alone({ type: 'jump', data: { target: 999 } }, []),
      js: ['play 1', 'play 999 failed', 'error: Unable to get node (999)', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” leads to node 999, which isn’t in the document.'), 'END_EDGE 1', 'pause []']
    },
    {
      document: scene({ 1: { type: 'hub', to: [2] }, 2: { type: 'avatar' } }),
      js: ['play 1', 'play 2 failed', 'error: Node Instancing Failed!', 'pause []'],
      otherwise: ['play 1', problem(1, 'Node “node_1” leads to node “node_2”, which has the unknown type “avatar”.'), 'END_EDGE 1', 'pause []']
    }
  ],
  D25: {
    document: alone({ type: 'dialog', data: { lines: ['a'] }, skip: true }, [undefined, 2] as never),
    js: ['play 1', 'play 2', 'error: Unable to set `Dialog` played', 'pause [2]'],
    otherwise: unchanged
  },
  D26: [
    {
      document: condition({ variable: -1, operator: 'eq', with: [0, 1] }, 'num', 1),
      js: unchanged,
      otherwise: ['play 1', problem(1, 'Condition “node_1” has no variable.'), ...jsRest]
    },
    {
      document: update('num', 1, 'nonsense', 2),
      js: unchanged,
      otherwise: ['play 1', problem(1, 'Update “node_1” leaves “x” at 1: it changes it in a way that doesn’t exist'), ...jsRest]
    },
    {
      document: fanOut('tag_match', { character: -1 }, 1, {}),
      js: ['play 1', 'END_EDGE 1', 'pause []'],
      otherwise: ['play 1', problem(1, 'Tag match “node_1” is incomplete'), 'END_EDGE 1', 'pause []']
    }
  ],
  D27: {
    document: condition({ operator: 'eq', with: [0, 5] }, 'num', '5'),
    js: ['play 1', 'play 3', 'pause [3]'],
    otherwise: [problem(null, 'Variable “x” starts as “5”'), 'play 1', 'play 3', 'pause [3]']
  },
  D28: {
    document: scene({ 1: { type: 'frame' } }),
    js: ['play 1', 'END_EDGE 1', 'pause []'],
    otherwise: ['play 1', problem(1, 'Frame “node_1” is played'), 'END_EDGE 1', 'pause []']
  },
  D29: {
    document: scene({ 1: { type: 'content', data: { title: '[b]a[/b][br]<i>b</i> &amp; [url=http://x.y]c[/url] [nope] 1<2' } } }),
    js: ['play 1', 'pause [1]', 'ab & c [nope] 1<2'],
    otherwise: ['play 1', 'pause [1]', 'a\n<i>b</i> &amp; c [nope] 1<2']
  },
  D30: {
    document: fanOut('tag_edit', { character: ANN, edit: [4, 'none', ''] }, 1, { characters: ann({}) }),
    js: ['play 1', `tags {"${ANN}":{}}`, ...jsRest],
    otherwise: unchanged
  }
}

/** Events; the title of the last fresh node is added where the row names one. Problems and errors are compared by their beginnings. */
function came({ document, actions = [], numbers = [] }: Row, expected: readonly string[], compat: PlayOptions['compat']): string[] {
  const left = [...numbers]
  const options = { compat, draw: () => left.shift() }
  const events = transcriptOf(document, actions, options).map((event, i) =>
    /^(?:problem|error)/.test(event) ? event.slice(0, expected[i]?.length) : event
  )
  const pause = played(document, actions, options).events.findLast((event): event is PauseEvent => event.ev === 'pause')
  return expected.length > events.length ? [...events, pause?.fresh.at(-1)?.title ?? ''] : events
}

it.each(Object.entries(ROWS).flatMap(([id, rows]) => [rows].flat().map((row, i) => [i === 0 ? id : `${id}.${i + 1}`, row] as const)))(
  '%s the runtime and otherwise',
  (_id, row) => {
    expect({ js: came(row, row.js, 'js'), otherwise: came(row, row.otherwise, undefined) }).toEqual({ js: row.js, otherwise: row.otherwise })
  }
)

it('every difference that the table lists has a test, and every test is in the table', () => {
  const listed = [...readFileSync(new URL('SPEC.md', import.meta.url), 'utf8').matchAll(/^\| (D\d+) \|/gm)].map(([, id]) => id)
  expect(listed).toEqual(Object.keys(ROWS))
})

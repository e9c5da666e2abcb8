/** A malicious rule: the body of its `execute`, and the end of the problem's sentence after `The rule "…" `. */
export interface Attack {
  name: string
  body: string
  /** Code before the rule: the module's imports and variables. */
  before?: string
  ends: string
  /** The reported line in the rule's own file; 'file' if only the file is named; absent if neither is. */
  line?: number | 'file'
  /** It ends only when the fuel or memory is used up. */
  slow?: true
}

export const STOPPED = 'ran too long and was stopped.'
const DEEP = 'exceeded the call stack, because it calls itself too often.'
const MEMORY = 'ran out of memory.'
export const NEVER = 'failed: it did not work.'
/** For an attack that would succeed unnoticed: the rule itself reports whether it did. */
export const unless = (worked: string): string =>
  `if (${worked}) return { stateDelta: {}, narrative: 'It worked.' }\nthrow new Error('it did not work')`

const loops: Attack[] = [
  { name: 'an endless loop', body: 'for (;;);', ends: STOPPED, line: 2 },
  { name: 'an endless loop that catches everything', body: 'for (;;) try { for (;;); } catch { } finally { continue }', ends: STOPPED, line: 2 },
  { name: 'an endless generator', body: 'function* all() { for (;;) yield 1 } for (const one of all());', ends: STOPPED, line: 3 },
  {
    name: 'an iterator without end, spread',
    body: 'return [...{ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) }]',
    ends: STOPPED,
    line: 'file'
  },
  { name: 'a regular expression that never ends', body: "return /^(a+)+$/.test('a'.repeat(40) + 'b')", ends: STOPPED, line: 3 },
  { name: 'a regular expression over a long text', body: "const text = 'a'.repeat(1e6)\nfor (;;) /b/.test(text)", ends: STOPPED, line: 4 },
  { name: 'searching a long text', body: "const text = 'a'.repeat(2e7)\nfor (;;) text.indexOf('b')", ends: STOPPED, line: 4 },
  {
    name: 'comparing long texts',
    body: "const text = 'a'.repeat(1e7)\nconst [one, two] = [text + 'x', text + 'y']\nfor (;;) one === two",
    ends: STOPPED,
    line: 4
  },
  {
    name: 'a long text as a key',
    body: "const text = 'a'.repeat(1e7)\nconst map = new Map()\nfor (;;) map.get(text + map.size)",
    ends: STOPPED,
    line: 4
  },
  { name: 'a list as long as numbers go', body: 'return [].includes.call({ length: 2 ** 53 - 1 }, 1)', ends: STOPPED, line: 'file' },
  { name: 'a list of nothing but holes', body: 'const list = []\nlist.length = 4294967295\nreturn list.indexOf(1)', ends: STOPPED, line: 'file' },
  { name: 'a template as long as numbers go', body: 'return String.raw({ raw: { length: 2 ** 53 - 1 } })', ends: STOPPED, line: 'file' },
  { name: 'spreading a big list', body: 'const list = Array(1e5).fill(1)\nfor (;;) [...list]', ends: STOPPED, line: 3 },
  {
    name: 'sorting a big list',
    body: 'const list = Array.from({ length: 1e4 }, (_, i) => (i * 7919) % 10007)\nfor (;;) list.toSorted()',
    ends: STOPPED,
    line: 3
  },
  {
    name: 'writing JSON of a big list',
    body: 'const list = Array.from({ length: 1e4 }, (_, i) => ({ i }))\nfor (;;) JSON.stringify(list)',
    ends: STOPPED,
    line: 3
  },
  {
    name: 'the keys of a big object',
    body: "const all = {}\nfor (let i = 0; i < 5e4; i++) all['k' + i] = i\nfor (;;) Object.keys(all)",
    ends: STOPPED,
    line: 4
  },
  { name: 'sets of sets', body: 'const all = new Set(Array.from({ length: 1e4 }, (_, i) => i))\nfor (;;) new Set(all)', ends: STOPPED, line: 'file' },
  { name: 'copying memory', body: 'const list = Array(1e6).fill(0)\nfor (;;) list.slice()', ends: STOPPED, line: 3 },
  { name: 'turning letters about', body: "const text = '\\u0344'.repeat(1e5)\nfor (;;) text.normalize('NFC').toUpperCase()", ends: STOPPED, line: 4 },
  { name: 'an error whose text never ends', body: 'throw { toString() { for (;;); } }', ends: STOPPED, line: 3 }
].map((attack) => ({ ...attack, slow: true }) as Attack)

const bombs: Attack[] = [
  { name: 'a list without end', body: "const list = []\nfor (;;) list.push('x'.repeat(4096) + list.length)", ends: STOPPED, line: 4, slow: true },
  { name: 'a billion entries at once', body: 'return Array.from({ length: 1e9 })', ends: STOPPED, line: 'file', slow: true },
  { name: 'a list filled to the brim', body: 'return new Array(4294967295).fill(0)', ends: MEMORY, line: 3, slow: true },
  {
    name: 'a text that doubles',
    body: "let text = 'xy'\nfor (;;) text += text",
    ends: 'failed: InternalError: string too long.',
    line: 4,
    slow: true
  },
  {
    name: 'texts that double in a list',
    body: "const list = ['xy']\nfor (;;) list.push(list.join('') + list.length)",
    ends: MEMORY,
    line: 4,
    slow: true
  },
  { name: 'BigInt by its name', body: 'return BigInt(3)', ends: "failed: ReferenceError: 'BigInt' is not defined.", line: 3 },
  {
    name: 'BigInt by way of a list',
    body: 'return new BigInt64Array(1)[0]',
    ends: "failed: ReferenceError: 'BigInt64Array' is not defined.",
    line: 3
  },
  { name: 'BigInt by way of JSON', body: unless("typeof JSON.parse('3') === 'bigint' || typeof Number('3n') === 'bigint'"), ends: NEVER, line: 4 }
]

const depths: Attack[] = [
  { name: 'endless recursion', body: 'const deeper = () => deeper() + 1\nreturn deeper()', ends: DEEP, line: 3 },
  { name: 'recursion in toString', body: 'const thing = { toString: () => `${thing}` }\nreturn String(thing)', ends: DEEP, line: 3 },
  { name: 'recursion in a getter', body: 'const thing = { get it() { return thing.it } }\nreturn thing.it', ends: DEEP, line: 3 },
  { name: 'recursion in toJSON', body: 'const thing = { toJSON: () => JSON.stringify(thing) }\nreturn JSON.stringify(thing)', ends: DEEP, line: 3 },
  {
    name: 'proxies of proxies',
    body: 'let thing = {}\nfor (let i = 0; i < 1e4; i++) thing = new Proxy(thing, {})\nreturn thing.it',
    ends: DEEP,
    line: 5
  },
  { name: 'nested brackets without end', body: "return JSON.parse('['.repeat(1e6))", ends: DEEP, line: 3 },
  {
    name: 'lists in lists without end',
    body: 'let list = []\nfor (let i = 0; i < 1e5; i++) list = [list]\nreturn list.flat(Infinity)',
    ends: DEEP,
    line: 5
  }
]

/** Attacks that try to use up all time, memory or stack. */
export const exhausting: readonly Attack[] = [...loops, ...bombs, ...depths]

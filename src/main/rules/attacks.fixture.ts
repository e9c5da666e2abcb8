import { type Attack, exhausting, NEVER, STOPPED, unless } from './exhausting.fixture'

const SOURCE = "failed: TypeError: A rule can't create code at run time. Write the code in a file."
const NOT_EXTENSIBLE = 'failed: TypeError: object is not extensible.'
const answering = (delta: string, more = ''): string => `return { stateDelta: ${delta}, narrative: '.'${more} }`

const tampering: Attack[] = [
  { name: 'changing the prototype of everything', body: 'Object.prototype.hp = 99', ends: NOT_EXTENSIBLE, line: 3 },
  { name: 'changing it by __proto__', body: '({}).__proto__.hp = 99', ends: NOT_EXTENSIBLE, line: 3 },
  { name: 'changing it by constructor.prototype', body: 'params.constructor.prototype.hp = 99', ends: NOT_EXTENSIBLE, line: 3 },
  { name: 'changing how lists are sorted', body: 'Array.prototype.sort = () => []', ends: "failed: TypeError: 'sort' is read-only.", line: 3 },
  { name: 'changing how text is made', body: 'JSON.stringify = () => "{}"', ends: "failed: TypeError: 'stringify' is read-only.", line: 3 },
  {
    name: 'changing how lists are walked',
    body: '[][Symbol.iterator]().__proto__.next = () => ({ done: true })',
    ends: "failed: TypeError: 'next' is read-only.",
    line: 3
  },
  { name: 'changing how texts are matched', body: 'RegExp.prototype.exec = () => null', ends: "failed: TypeError: 'exec' is read-only.", line: 3 },
  { name: 'changing promises', body: 'Promise.prototype.then = () => 1', ends: "failed: TypeError: 'then' is read-only.", line: 3 },
  { name: 'a new global', body: 'globalThis.kept = 1', ends: NOT_EXTENSIBLE, line: 3 },
  { name: 'new dice', body: 'globalThis.roll = () => ({ total: 20 })', ends: "failed: TypeError: 'roll' is read-only.", line: 3 },
  { name: 'loaded dice', body: "const fallen = roll('d6')\nfallen.total = 20", ends: "failed: TypeError: 'total' is read-only.", line: 4 },
  { name: 'writing into the state', body: 'state.actors.Wren.stats.hp = 99', ends: "failed: TypeError: 'hp' is read-only.", line: 3 },
  { name: 'taking away from the state', body: 'delete state.actors.Ghoul', ends: 'failed: TypeError: could not delete property.', line: 3 },
  { name: 'writing into the game', body: 'game.equipment.dagger = {}', ends: NOT_EXTENSIBLE, line: 3 },
  { name: 'writing into the params', body: 'params.mine = 1', ends: NOT_EXTENSIBLE, line: 3 },
  {
    name: 'changing what drafts do',
    before: "import { Draft } from 'proscenium'",
    body: 'Draft.prototype.setStat = () => undefined',
    ends: "failed: TypeError: 'setStat' is read-only.",
    line: 3
  },
  {
    name: 'changing drafts by their constructor',
    before: "import { Draft } from 'proscenium'",
    body: 'new Draft(state).constructor.prototype.put = () => undefined',
    ends: "failed: TypeError: 'put' is read-only.",
    line: 3
  },
  {
    name: 'changing what all rules import',
    before: "import * as shared from 'proscenium'",
    body: 'Object.defineProperty(shared, "save", { value: () => true })',
    ends: 'failed: TypeError: property is not configurable.',
    line: 3
  }
]

const sources: Attack[] = [
  { name: 'new source by a constructor', body: "return (() => 1).constructor('return globalThis')()", ends: SOURCE, line: 3 },
  { name: 'new source by a chain of constructors', body: "return roll.constructor.constructor('return 1')()", ends: SOURCE, line: 3 },
  { name: 'new source by the game', body: "return game.manifest.constructor.constructor('return 1')()", ends: SOURCE, line: 3 },
  {
    name: 'new source by a draft',
    before: "import { Draft } from 'proscenium'",
    body: "return Draft.constructor('return 1')()",
    ends: SOURCE,
    line: 3
  },
  {
    name: 'new source by what is bound',
    body: "return Reflect.construct(Object.getPrototypeOf(roll.bind()).constructor, ['return 1'])",
    ends: SOURCE,
    line: 3
  },
  { name: 'new source from a generator', body: "return (function* () {}).constructor('yield 1')", ends: SOURCE, line: 3 },
  { name: 'new source from an async function', body: "return (async () => {}).constructor('return 1')", ends: SOURCE, line: 3 },
  { name: 'new source by eval', body: "return (0, eval)('1')", ends: "failed: ReferenceError: 'eval' is not defined.", line: 3 },
  {
    name: 'the kernel, imported while it runs',
    body: "import('kernel:kernel').then((kernel) => kernel.sync('{}'))\nreturn 7",
    ends: 'returned no result. Return {stateDelta, narrative}.',
    line: 1
  },
  { name: 'where the file lies', body: 'throw new Error(import.meta.url ?? "")', ends: 'failed: it threw an error without a message.', line: 3 }
]

const answers: Attack[] = [
  {
    name: 'an answer later',
    body: 'return (async () => ({}))()',
    ends: 'returned a promise, but "execute" can\'t be async.',
    line: 2
  },
  {
    name: 'promises without end',
    body: 'const again = () => Promise.resolve().then(again)\nagain()\nreturn 7',
    ends: 'returned no result. Return {stateDelta, narrative}.',
    line: 1
  },
  { name: 'a huge answer', body: answering("{ facts: { big: 'x'.repeat(300 * 1024) } }"), ends: 'returned more than 256 KB.', line: 1 },
  { name: 'a huge result', body: answering('{}', ", result: { big: 'x'.repeat(300 * 1024) }"), ends: 'returned more than 256 KB.', line: 1 },
  {
    name: 'a novel',
    body: "return { stateDelta: {}, narrative: 'x'.repeat(4001) }",
    ends: 'returned a "narrative" of more than 4000 characters.',
    line: 3
  },
  {
    name: 'half a letter',
    body: "return { stateDelta: {}, narrative: 'Wren \\ud800' }",
    ends: 'returned an invalid character (a lone surrogate) in "narrative".',
    line: 3
  },
  {
    name: 'half a letter in a fact',
    body: answering("{ facts: { a: '\\udc00' } }"),
    ends: 'returned an invalid character (a lone surrogate) in "stateDelta.facts.a".',
    line: 1
  },
  {
    name: 'a sparse list',
    body: 'const list = []\nlist[4e9] = 1\n' + answering('{ facts: { list } }'),
    ends: 'returned undefined as "stateDelta.facts.list[0]".',
    line: 1
  },
  {
    name: 'an answer that holds itself',
    body: 'const facts = {}\nfacts.self = facts\n' + answering('{ facts }'),
    ends: `returned "stateDelta.facts${'.self'.repeat(24)}" nested more than 24 levels deep.`,
    line: 1
  },
  {
    name: "changing what is not a rule's",
    body: answering("{ next: { dice: { seed: 'mine' } } }"),
    ends: 'changes "next", but a rule can change only actors, places, facts, clock, combat, quests, factions, relationships, threads.',
    line: 3
  },
  {
    name: 'changing __proto__',
    body: answering(`JSON.parse('{"__proto__": {"hp": 9}}')`),
    ends: 'changes "__proto__", but a rule can change only actors, places, facts, clock, combat, quests, factions, relationships, threads.',
    line: 3
  },
  { name: 'no number', body: answering('{ clock: { minutes: 0 / 0 } }'), ends: 'returned NaN as "stateDelta.clock.minutes".', line: 1 },
  {
    name: 'a number without end',
    body: answering('{ clock: { minutes: 1 / 0 } }'),
    ends: 'returned Infinity as "stateDelta.clock.minutes".',
    line: 1
  },
  { name: 'a function in the answer', body: answering('{ facts: { f: () => 1 } }'), ends: 'returned a function as "stateDelta.facts.f".', line: 1 },
  {
    name: 'a getter in the answer',
    body: answering('{ facts: { get f() { return 1 } } }'),
    ends: 'returned a getter as "stateDelta.facts.f".',
    line: 1
  },
  {
    name: 'a proxy in the answer',
    body: answering('{ facts: new Proxy({ a: 1 }, { getPrototypeOf: () => Array.prototype }) }'),
    ends: 'returned a value that is not plain JSON as "stateDelta.facts".',
    line: 1
  },
  {
    name: 'a proxy with endless keys',
    body: answering(
      "{ facts: new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }) }"
    ),
    ends: STOPPED,
    line: 'file',
    slow: true
  },
  {
    name: 'a toJSON in the answer',
    body: answering('{ facts: { a: { toJSON: () => 1 } } }'),
    ends: 'returned a function as "stateDelta.facts.a.toJSON".',
    line: 1
  },
  {
    name: 'a text that is made on demand',
    body: "return { stateDelta: {}, narrative: { [Symbol.toPrimitive]: () => 'x' } }",
    ends: 'returned no "narrative". Return a sentence that says what happened.',
    line: 3
  },
  {
    name: 'a map in the answer',
    body: answering("{ facts: new Map([['a', 1]]) }"),
    ends: 'returned a value that is not plain JSON as "stateDelta.facts".',
    line: 1
  },
  {
    name: 'no narrative',
    body: 'return { stateDelta: {} }',
    ends: 'returned no "narrative". Return a sentence that says what happened.',
    line: 1
  },
  {
    name: 'seventeen follow-ups',
    body: answering('{}', ", followUp: Array(17).fill('plain')"),
    ends: 'returned a "followUp" that is not a list of at most 16 actions.',
    line: 3
  },
  {
    name: 'an error that cannot be read',
    body: 'throw { get message() { throw 1 }, toString() { throw 2 } }',
    ends: 'failed: an unreadable value.',
    line: 1
  },
  { name: 'an error with a novel in it', body: "throw new Error('x'.repeat(1e6))", ends: `failed: ${'x'.repeat(300)}.`, line: 3 },
  {
    name: 'an error that lies about its place',
    body: "const error = new Error('mine')\nObject.defineProperty(error, 'stack', { value: 'at x (/etc/passwd.ts:1)' })\nthrow error",
    ends: 'failed: mine.',
    line: 1
  },
  {
    name: 'an error with a stack of its own making',
    body: "const error = new Error('mine')\nObject.defineProperty(error, 'stack', { get() { for (;;); } })\nthrow error",
    ends: STOPPED,
    line: 4,
    slow: true
  },
  { name: 'an error with no prototype', body: 'throw Object.create(null)', ends: 'failed: an unreadable value.', line: 1 }
]

const dice: Attack[] = [
  { name: 'dice without end', body: "for (;;) roll('d6')", ends: 'failed: An action can roll at most 200 times.', line: 3 },
  { name: 'dice that are not dice', body: "roll('1e9d6')", ends: 'failed: "1e9d6" is not dice.', line: 3 },
  {
    name: 'looking for the seed',
    body: unless(
      "JSON.stringify([state, game, params, Object.keys(globalThis)]).includes('tiny') || state.next !== undefined || typeof hostRoll !== 'undefined'"
    ),
    ends: NEVER,
    line: 4
  },
  {
    name: 'dice kept for later',
    before: 'let kept',
    body: `const mine = kept\nkept = roll\n${unless('mine !== undefined')}`,
    ends: NEVER,
    line: 6
  },
  {
    name: 'options that roll again',
    body: "roll('d6', { get label() { return roll('d6').expr } })",
    ends: 'returned a getter as "options.label".',
    line: 1
  }
]

const keeping: Attack[] = [
  { name: 'a variable of the module', before: 'let calls = 0', body: unless('++calls > 1'), ends: NEVER, line: 4 },
  { name: 'a map of the module', before: 'const kept = new Map()', body: `kept.set(kept.size, 1)\n${unless('kept.size > 1')}`, ends: NEVER, line: 5 },
  { name: 'a closure', before: 'const count = (() => { let n = 0; return () => ++n })()', body: unless('count() > 1'), ends: NEVER, line: 4 },
  {
    name: 'a function that carries',
    before: 'function carrier() {}',
    body: `carrier.n = (carrier.n ?? 0) + 1\n${unless('carrier.n > 1')}`,
    ends: NEVER,
    line: 5
  },
  {
    name: 'what another rule left in a shared file',
    before: "import { kept } from '../lib/kept'",
    body: unless('kept.push(1) > 1'),
    ends: NEVER,
    line: 4
  },
  { name: 'the rule itself', before: 'const self = { n: 0 }', body: `this.n = (this.n ?? 0) + 1\n${unless('this.n > 1')}`, ends: NEVER, line: 5 },
  {
    name: 'the registry of symbols',
    body: "Symbol.for('kept').description\nSymbol.for('kept').n = 1",
    ends: 'failed: TypeError: not an object.',
    line: 4
  },
  {
    name: 'a generator left half done',
    before: 'const going = (function* () { for (let n = 1; ; n++) yield n })()',
    body: unless('going.next().value > 1'),
    ends: NEVER,
    line: 4
  },
  {
    name: 'a regular expression that remembers',
    before: 'const sticky = /a/g',
    body: unless("sticky.test('aa') && sticky.lastIndex > 1"),
    ends: NEVER,
    line: 4
  },
  {
    name: 'a promise that is still to come',
    before: 'let done = 0',
    body: `Promise.resolve().then(() => done++)\n${unless('done > 0')}`,
    ends: NEVER,
    line: 5
  }
]

/** Attacks from inside `execute`. */
export const attacks: readonly Attack[] = [...exhausting, ...tampering, ...sources, ...answers, ...dice, ...keeping]
